import fc from 'fast-check';
import type { Profile } from '../../engine/index.ts';
import { emptyProfile } from '../../engine/index.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';

/** Separates the ids of variants or faults that one server combines. */
export const and = '+';

/**
 * Variants that are correct together and dealt to different servers, because of what they leave
 * open or cost.
 */
const apart: readonly (readonly [string, string, because: string])[] = [
  [
    'addresses-of-the-household-alone',
    'addresses-on-lagging-replicas-by-chance',
    'address/isolation',
  ],
  [
    'address-seen-two-seconds-later',
    'addresses-on-lagging-replicas-by-chance',
    'longer than a read-back waits',
  ],
  ['client-locked-after-three-failures', 'token-endpoint-rate-limited', 'token/bad-credentials'],
  ['pretty-printed', 'tree-of-a-thousand-levels', 'a megabyte of indentation in each response'],
];

function areApart(one: string, other: string): boolean {
  return apart.some(
    ([first, second]) => (first === one && second === other) || (first === other && second === one),
  );
}

/** Distributes all variants over servers with `size` variants each, by the seed. */
export function dealtSets(
  variants: readonly { readonly id: string }[],
  size: number,
  seed: number,
): string[] {
  const ids = variants.map(({ id }) => id);
  const [dealt = []] = fc.sample(fc.shuffledSubarray(ids, { minLength: ids.length }), {
    numRuns: 1,
    seed,
  });
  const sets = Array.from({ length: Math.ceil(dealt.length / size) }, (): string[] => []);
  for (const [nth, id] of dealt.entries()) {
    const turn = nth % sets.length;
    const inOrder = [...sets.slice(turn), ...sets.slice(0, turn)];
    const free = inOrder.find((set) => !set.some((other) => areApart(id, other)));
    (free ?? sets[turn])?.push(id);
  }
  return sets.map((set) => set.join(and));
}

/** Returns the ids of the variants or faults in a set, in the order in which they apply. */
export function idsOf(id: string): string[] {
  return id.split(and);
}

const { addressReadBack, endpoints } = referenceProfile;

/**
 * Declares only the read-back of the reference's profile, because a set of variants may contradict
 * the rest.
 */
export const readBackAlone: Profile = {
  ...emptyProfile,
  ...(addressReadBack ? { addressReadBack } : {}),
  endpoints: endpoints.filter(
    ({ method, path }) => `${method} ${path}` === addressReadBack?.endpoint,
  ),
};
