import type { Enquiry, Seen, User } from './enquiry.ts';
import { areAll, askAlone } from './lasting-marks.ts';
import { type Marks, marksOf, ownershipOf } from './own-answers.ts';

/**
 * Finds a response that contains the other user's data only if requests for both users alternate quickly. Several
 * caches without the user in their key cause this. It must occur twice. Before, between and after, requests for each
 * user alone must always return that user's data. `order` is the order of users in the quick requests, and `prefix`
 * starts the step names.
 */
export async function mixedInTurns(
  enquiry: Enquiry,
  last: Seen | undefined,
  ms: number,
  order: readonly User[],
  prefix: string,
): Promise<{ readonly foreign: Seen; readonly marks: Marks } | undefined> {
  let latest = last;
  const pause = () => enquiry.until((latest?.exchange.endedAt ?? 0) + ms);
  const alone = async (user: User, nth: number) => {
    await pause();
    const answers = await askAlone(enquiry, user, latest, `${prefix}apart-${nth}`);
    latest = answers.at(-1) ?? latest;
    return answers;
  };
  // The other one first every second time, so that no content of all that goes up and down keeps time with it.
  const both = async (nth: number) => {
    const theirs = nth % 2 === 1 ? await alone('second', nth) : undefined;
    return { first: await alone('first', nth), second: theirs ?? (await alone('second', nth)) };
  };
  const { first, second } = await both(0);
  const marks = marksOf(
    first.map(({ leaves }) => leaves),
    second.map(({ leaves }) => leaves),
  );
  const isOf = ({ leaves }: Seen, user: User) => ownershipOf(leaves, marks, user) === 'own';
  const areOwn = (answers: { readonly first: readonly Seen[]; readonly second: readonly Seen[] }) =>
    areAll(answers.first, (one) => isOf(one, 'first')) && areAll(answers.second, (one) => isOf(one, 'second'));
  if (marks.size === 0 || !areOwn({ first, second })) return undefined;
  let found: Seen | undefined;
  for (const nth of [1, 2]) {
    await pause();
    const seen = await enquiry.onOneConnection(`${prefix}turns-${nth}`, order);
    latest = seen.at(-1) ?? latest;
    found = seen.find((one) => isOf(one, one.user === 'first' ? 'second' : 'first'));
    if (!found || !areOwn(await both(nth))) return undefined;
  }
  return found && { foreign: found, marks };
}
