import fc from 'fast-check';
import type { Profile } from '../../engine/index.ts';
import { emptyProfile } from '../../engine/index.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';

/** Between the ids of variants that one server shows at once. */
const and = '+';

/**
 * Known misses: variants that are correct together, and that today's experiments accuse together, by this requirement. They
 * are not dealt to the same server. The list has to be empty once paired trials replace these experiments.
 */
const apart: readonly (readonly [string, string, accusedBy: string])[] = [
  ['addresses-of-the-household-alone', 'addresses-on-lagging-replicas-by-chance', 'address/isolation'],
  ['insights-cached-by-address', 'language-of-the-country', 'robustness/unexpected-query'],
];

function areApart(one: string, other: string): boolean {
  return apart.some(([first, second]) => (first === one && second === other) || (first === other && second === one));
}

/** All variants, dealt out with the seed to servers that show so many of them. */
export function dealtSets(variants: readonly { readonly id: string }[], size: number, seed: number): string[] {
  const ids = variants.map(({ id }) => id);
  const [dealt = []] = fc.sample(fc.shuffledSubarray(ids, { minLength: ids.length }), { numRuns: 1, seed });
  const sets = Array.from({ length: Math.ceil(dealt.length / size) }, (): string[] => []);
  for (const [nth, id] of dealt.entries()) {
    const turn = nth % sets.length;
    const inOrder = [...sets.slice(turn), ...sets.slice(0, turn)];
    const free = inOrder.find((set) => !set.some((other) => areApart(id, other)));
    (free ?? sets[turn])?.push(id);
  }
  return sets.map((set) => set.join(and));
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
