import {
  type Bound,
  beyondClaim,
  declaredId,
  fail,
  inconclusive,
  type Judgement,
  pass,
  scenario,
} from '../../engine/index.ts';
import { type Alike, lookBehindCache } from './behind-cache.ts';
import { type Enquiry, enquiryOf, type Seen, type User } from './enquiry.ts';
import { askAlone, askInCrowds, lastingMarks } from './lasting-marks.ts';
import {
  contentOf,
  dependsOnTheOther,
  foreignPath,
  isMixedUp,
  type Marks,
  marksOf,
  type Ownership,
  ownershipOf,
  sharesPart,
  type Turn,
  takeOn,
  varyingPaths,
} from './own-answers.ts';
import { judgeSession } from './session-of-another.ts';

const candidates = ['summaries', 'cash', 'portfolios', 'notifications', 'guides', 'insights'] as const;
const users: readonly User[] = ['first', 'second'];

/** Pairs of requests that are under way at the same time, at quick, standard and deep. */
const pairs = { quick: 3, standard: 4, deep: 8 } as const;

export const isolation = scenario({
  id: 'user/isolation',
  level: 'must',
  needs: ['second-user'],
  // What simultaneous requests of other checks mix up would hide in the baseline.
  lane: 'alone',
  rule: "Responses to two users contain each user's own data, even if the requests alternate or overlap.",
  section: 'What the service does: every request acts on behalf of one platform user',
  brokenBy: ['portfolios-of-whoever-asked-last', 'cash-requests-coalesced', 'session-wins-over-user'],
  run: async (bound, ask) => {
    const asked = [...candidates, ...declaredReads(bound)]
      .filter((name) => bound.covers(name))
      .map((name) => enquiryOf(name, bound, ask));
    // One user at a time, whatever the endpoint: nothing of the other's is under way while a baseline is taken.
    const first = await together(asked, ({ inTurn }) => inTurn('baseline', fourTimes('first')));
    const second = await together(asked, ({ inTurn }) => inTurn('baseline', fourTimes('second')));
    const results = await calmed(asked.map((enquiry, at) => settle(enquiry, first[at] ?? [], second[at] ?? [])));
    const settled = results.filter((result) => 'marks' in result);
    const alternated = await inTurnOneByOne(results);
    const judged: Judgement[] = [];
    for (const one of settled) judged.push(...(await crowd(one, alternated.get(one.enquiry) ?? [], bound)));
    if (judged.every(({ kind }) => kind === 'pass')) judged.push(...(await inSessions(settled)));
    const alike = results.flatMap((result) => ('alike' in result ? [result] : (inPart(result) ?? [])));
    const personal = alike.filter((one) => isPersonal(one.alike.name));
    judged.push(...(await together(personal, (one) => lookBehindCache(one, bound.depth))).flat());
    return conclude(results, judged);
  },
});

const fourTimes = (user: User) => [user, user, user, user];
const inTurns: readonly User[] = ['first', 'second', 'first', 'second'];

interface Settled {
  readonly enquiry: Enquiry;
  readonly marks: Marks;
  /** Whose an answer is. */
  readonly ownerOf: (seen: Seen) => Ownership;
  /** The first answer to each user. */
  readonly arrivals: readonly Seen[];
  /** The others, while nobody else asked. */
  readonly baselines: Pick<Alike, 'first' | 'second'>;
}

/** Declared endpoints that read on behalf of a user; what shows the run's own updates is for address/isolation. */
function declaredReads({ profile }: Bound): string[] {
  return profile.endpoints
    .filter(({ method, safety, takesUser }) => method === 'GET' && safety === 'read' && takesUser)
    .map(declaredId)
    .filter((id) => id !== profile.addressReadBack?.endpoint);
}

type Result = Settled | Alike | Refused;

interface Refused {
  /** Why one of the answers is none. */
  readonly refused: string;
  readonly by: Enquiry;
  /** Who had another answer. */
  readonly served: readonly User[];
}

/** What is the user's own alone: the guides have guides/localised, and insights may be the same for all. */
const isPersonal = (name: string) => name !== 'guides' && name !== 'insights';

function together<In, Out>(all: readonly In[], action: (one: In) => Promise<Out>): Promise<Out[]> {
  return Promise.all(all.map(action));
}

/** Both users in turn, one endpoint after the other: what one answer leaves to the next, whatever is asked, meets that one. */
async function inTurnOneByOne(results: readonly Result[]): Promise<ReadonlyMap<Enquiry, readonly Seen[]>> {
  const answers = new Map<Enquiry, readonly Seen[]>();
  for (const result of results) {
    const enquiry = 'marks' in result ? result.enquiry : 'alike' in result ? result.alike : result.by;
    const served = 'refused' in result ? result.served : users;
    if (served.length > 1) answers.set(enquiry, await enquiry.onOneConnection('in-turn', inTurns));
    else for (const user of served) await askBetween(enquiry, user);
  }
  return answers;
}

/** Asks for that user after the other one, whose refusal tells nothing. */
async function askBetween({ once, onOneConnection }: Enquiry, user: User): Promise<void> {
  for (const other of users.filter((one) => one !== user)) {
    for (const step of ['then', 'again']) {
      await once(`${step}-between`, other);
      await onOneConnection(`${step}-in-turn`, [user]);
    }
  }
}

async function inSessions(settled: readonly Settled[]): Promise<readonly Judgement[]> {
  const judged: Judgement[] = [];
  for (const { enquiry, arrivals, marks, ownerOf } of settled)
    judged.push(...(await judgeSession(enquiry, arrivals[0], marks, ownerOf)));
  return judged;
}

/** One judged endpoint suffices; where users differ nowhere, the precondition is missing. */
function conclude(results: readonly Result[], judged: readonly Judgement[]): readonly Judgement[] {
  if (judged.length > 0) return judged;
  const refused = results.flatMap((result) => ('refused' in result ? [result.refused] : []));
  if (refused.length > 0) return [inconclusive(refused[0] ?? '')];
  if (results.length === 0) return [beyondClaim('the claim covers no endpoint that returns user data')];
  const why = 'the responses to the two users do not differ; set M2M_SECOND_USER_ID to a user with different data';
  return [{ kind: 'not-run', why }];
}

function settle(enquiry: Enquiry, first: readonly Seen[], second: readonly Seen[]): Result {
  const [refused] = enquiry.failures;
  if (refused !== undefined) {
    return { refused, by: enquiry, served: users.filter((_, at) => [first, second][at]?.length !== 0) };
  }
  // The first answer after the other user's is judged, but no baseline: it may be that other user's.
  const [[firstArrival, ...firstSettled], [secondArrival, ...secondSettled]] = [first, second];
  const leaves = (seen: readonly Seen[]) => seen.map((one) => one.leaves);
  const marks = marksOf(leaves(firstSettled), leaves(secondSettled));
  if (marks.size === 0) return { alike: enquiry, first: firstSettled, second: secondSettled };
  const arrivals = [firstArrival, secondArrival].filter((one) => one !== undefined);
  const baselines = { first: firstSettled, second: secondSettled };
  return { enquiry, marks, ownerOf: owning(marks, firstSettled, secondSettled), arrivals, baselines };
}

/** Where the two differ, and a part that says much is the same for both: it may be kept for whoever asks. */
function inPart(result: Result): Alike | undefined {
  if (!('marks' in result)) return undefined;
  const { first, second } = result.baselines;
  const [one, other] = [first.at(-1), second.at(-1)];
  return one && other && sharesPart(one.body, other.body) ? { alike: result.enquiry, first, second } : undefined;
}

/** Milliseconds in which what is kept for a moment is gone. */
const forgettingMs = 100;

/**
 * Asks for another baseline where the first one varies, and tells nobody apart or takes on what is the other user's: so it
 * looks where a cache forgets one user while the other is asked for.
 */
async function calmed(results: readonly Result[]): Promise<readonly Result[]> {
  const restless = results.filter(isRestless);
  if (restless.length === 0) return results;
  const asked = restless.map((one) => ('alike' in one ? one.alike : one.enquiry));
  const row = (user: User) =>
    together(asked, async ({ inTurn, until }) => {
      const arrival = await inTurn('arrival', [user]);
      await until((arrival[0]?.exchange.endedAt ?? 0) + forgettingMs);
      return [...arrival, ...(await inTurn('calm', [user, user, user]))];
    });
  const [first, second] = [await row('first'), await row('second')];
  const again = asked.map((enquiry, at) => settle(enquiry, first[at] ?? [], second[at] ?? []));
  const calm = new Map<Result, Result | undefined>(restless.map((one, at) => [one, again[at]]));
  return results.map((one) => {
    const found = calm.get(one);
    return found && ('marks' in found || 'alike' in one) ? found : one;
  });
}

function isRestless(one: Result): one is Settled | Alike {
  if ('refused' in one) return false;
  const { first, second } = 'alike' in one ? one : one.baselines;
  const [mine, theirs] = [first.map(({ leaves }) => leaves), second.map(({ leaves }) => leaves)];
  const varying = varyingPaths(mine, theirs);
  return 'alike' in one ? varying.size > 0 : takeOn(mine, theirs, varying);
}

/** An answer that says what the user's own say is the user's own, in whatever order it says it. */
function owning(marks: Marks, first: readonly Seen[], second: readonly Seen[]): Settled['ownerOf'] {
  const varying = varyingPaths(...[first, second].map((answers) => answers.map(({ leaves }) => leaves)));
  const contentsOf = (answers: readonly Seen[]) => new Set(answers.map(({ body }) => contentOf(body, varying)));
  const contents = { first: contentsOf(first), second: contentsOf(second) };
  return ({ user, body, leaves }) =>
    contents[user].has(contentOf(body, varying)) ? 'own' : ownershipOf(leaves, marks, user);
}

/**
 * Returns pairs of both users. A pair is reversed if its number has an odd count of binary ones. So at every distance,
 * some requests have different users. A response that goes to any later request is therefore visible.
 */
export function mixed(count: number): readonly User[] {
  const turned = (nth: number): boolean => nth > 0 && (nth % 2 === 1) !== turned(nth >> 1);
  return Array.from({ length: count }, (_, nth) => (turned(nth) ? users.toReversed() : users)).flat();
}

/** Both users at the same time, and all of it again where an answer was not the user's own. */
async function crowd({ enquiry, marks, ownerOf, arrivals }: Settled, alternated: readonly Seen[], { depth }: Bound) {
  const order = mixed(pairs[depth]);
  const seen = [...arrivals, ...alternated, ...(await enquiry.atOnce('together', order))];
  const rows: (readonly Seen[])[] = [];
  if (seen.some((one) => ownerOf(one) !== 'own')) {
    const again = await enquiry.onOneConnection('again-in-turn', inTurns);
    seen.push(...again, ...(await enquiry.atOnce('again', order)));
    // Alone and twice: what is left of another user's request is gone with the second; and then it is there again.
    const quiet = await enquiry.onOneConnection('quiet', ['first', 'first', 'second', 'second', 'first', 'second']);
    seen.push(...quiet);
    rows.push(alternated, again, quiet);
  }
  const judgeBy = (by: Marks, owner: Settled['ownerOf']) => {
    const turns = enquiry.failures.length > 0 ? [] : turnsOf(rows, owner);
    return users.map((user) => judge(enquiry.name, user, seen, turns, by, owner));
  };
  const judged = judgeBy(marks, ownerOf);
  const sure = judged.some(({ kind }) => kind !== 'pass')
    ? await makeSure(enquiry, marks, { last: seen.at(-1), atOnce: order.length }, judged, judgeBy)
    : judged;
  const unheard = enquiry.failures.length > 0 ? [inconclusive(enquiry.failures[0] ?? '')] : [];
  return [...sure, ...unheard];
}

/** Judges once more by what tells the users apart whenever they ask alone; by nothing, where that is nothing. */
async function makeSure(
  enquiry: Enquiry,
  marks: Marks,
  { last, atOnce }: { readonly last: Seen | undefined; readonly atOnce: number },
  judged: readonly Judgement[],
  judgeBy: (marks: Marks, ownerOf: Settled['ownerOf']) => readonly Judgement[],
): Promise<readonly Judgement[]> {
  const alone: (readonly Seen[])[] = [];
  const crowds: Seen[] = [];
  for (const user of users) {
    const answers = await askAlone(enquiry, user, crowds.at(-1) ?? last);
    alone.push(answers);
    crowds.push(...(await askInCrowds(enquiry, user, answers.at(-1), atOnce)));
  }
  const [first, second] = alone.map((answers) => answers.map(({ leaves }) => leaves));
  const { marks: lasting, isDoubtful } = lastingMarks(marks, first ?? [], second ?? [], crowds);
  if (lasting.size === 0) {
    const why = `the values that differ between the users on ${enquiry.name} also vary for one user alone`;
    if (isDoubtful) return [inconclusive(why)];
    return judged.some(({ kind }) => kind === 'fail') ? [] : judged;
  }
  const own = alone.map((all) => all.filter(({ user, leaves }) => ownershipOf(leaves, lasting, user) === 'own'));
  return judgeBy(lasting, owning(lasting, own[0] ?? [], own[1] ?? []));
}

function turnsOf(rows: readonly (readonly Seen[])[], ownerOf: Settled['ownerOf']): readonly (readonly [Seen, Turn])[] {
  return rows.flatMap((row) =>
    row.slice(1).map((one, at) => {
      const turn = { afterOther: row[at]?.user !== one.user, isOwn: ownerOf(one) === 'own' };
      return [one, turn] as const;
    }),
  );
}

function judge(
  name: string,
  user: User,
  seen: readonly Seen[],
  turns: readonly (readonly [Seen, Turn])[],
  marks: Marks,
  ownerOf: Settled['ownerOf'],
): Judgement {
  const answers = seen.filter((one) => one.user === user);
  const ownerships = answers.map(ownerOf);
  const expected = `the same response from ${name} to the ${user} user as when only that user sends requests`;
  const differing = `${ownerships.filter((ownership) => ownership !== 'own').length} of ${answers.length} responses differ`;
  const at = ownerships.findIndex((ownership) => ownership === 'other' || ownership === 'mixed');
  const strange = answers[at];
  if (strange && isMixedUp(ownerships)) {
    const actual = `${differing}; one contains the other user's value at ${foreignPath(strange.leaves, marks, user)}`;
    return fail("a response contains another user's data", expected, actual, strange.exchange);
  }
  if (ownerships.every((ownership) => ownership === 'own')) return pass();
  const own = turns.filter(([one]) => one.user === user);
  const [influenced] = own.find(([, turn]) => !turn.isOwn) ?? [];
  if (influenced && dependsOnTheOther(own.map(([, turn]) => turn))) {
    const actual = `${differing}: all after a request for the other user, none after one for the same user`;
    return fail('the response depends on which user asked before', expected, actual, influenced.exchange);
  }
  if (strange) return inconclusive(`${name} changed once for the ${user} user, and did not change back`);
  const judged = ownerships.includes('own') ? pass : inconclusive;
  return judged(`${name} changed for the ${user} user during the requests, but not to the other user's data`);
}
