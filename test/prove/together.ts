import fc from 'fast-check';
import type { Profile } from '../../engine/index.ts';
import { emptyProfile } from '../../engine/index.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';

/** Between the ids of variants that one server shows at once. */
const and = '+';

/** All variants, dealt out with the seed to servers that show so many of them. */
export function dealtSets(variants: readonly { readonly id: string }[], size: number, seed: number): string[] {
  const ids = variants.map(({ id }) => id);
  const [dealt = []] = fc.sample(fc.shuffledSubarray(ids, { minLength: ids.length }), { numRuns: 1, seed });
  const servers = Math.ceil(dealt.length / size);
  return Array.from({ length: servers }, (_, at) => dealt.filter((_, place) => place % servers === at).join(and));
}

/** The ids of the variants that a set names, in the order in which they are applied; one for a variant alone. */
export function variantsOf(id: string): string[] {
  return id.split(and);
}

const { addressReadBack, endpoints } = referenceProfile;

/** Of the reference's profile where addresses are read back: what else it pins down, a set may do otherwise. */
export const readBackAlone: Profile = {
  ...emptyProfile,
  ...(addressReadBack ? { addressReadBack } : {}),
  endpoints: endpoints.filter(({ method, path }) => `${method} ${path}` === addressReadBack?.endpoint),
};
