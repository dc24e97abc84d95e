import { createHash } from 'node:crypto';
import { fail, sentHeader } from '../../engine/index.ts';
import { backAndForth } from '../back-and-forth.ts';
import { identities } from './identities.ts';
import { elementsOf } from './listing.ts';

/** Elements of a listing whose order is remembered, and characters of what each is known by. */
const rememberedElements = 1_000;
const rememberedName = 64;

/** Finds listings of the same elements whose order changes and changes back during the run. */
export const ordersSeen = backAndForth({
  sightOf: (answered) => {
    const names = identities((elementsOf(answered) ?? []).slice(0, rememberedElements)).map(short);
    if (names.length < 2) return undefined;
    const user = sentHeader(answered.request, 'x-user-id')[0] ?? '';
    return { group: `${user} ${[...names].sort().join(' ')}`, sight: names.join(' ') };
  },
  nothing: 'a listing of fewer than two elements has no order',
  fail: (one, other) => {
    const [mine, theirs] = [one.split(' '), other.split(' ')];
    const place = mine.findIndex((name, nth) => name !== theirs[nth]);
    return fail(
      'the order of the listing changes between requests',
      `${mine[place]} at place ${place + 1} each time`,
      `${theirs[place]} there in other responses of the run, before and after`,
    );
  },
});

/** Of longer names a digest, so that the state stays small. */
function short(name: string): string {
  return name.length <= rememberedName ? name : createHash('sha256').update(name).digest('base64url');
}
