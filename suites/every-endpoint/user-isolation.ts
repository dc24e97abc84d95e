import type { Ask, Bound, CrossTalk, Fact, Judgement, ScheduleName } from '../../engine/index.ts';
import {
  beyondClaim,
  cause,
  declaredId,
  fail,
  findCrossTalk,
  fromOperator,
  inconclusive,
  Observer,
  observe,
  ofHarness,
  pass,
  say,
  scenario,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { armsOfUsers, readUserData, saidAt, users, whyUnread } from './user-data-read.ts';
import { judgeSession } from './user-session.ts';

const candidates = [
  'summaries',
  'cash',
  'portfolios',
  'notifications',
  'guides',
  'insights',
] as const;

/**
 * Pauses after which a cache that serves both users may have expired, the shortest first. If the
 * users' data differ elsewhere, only the first is tried. Each pause is made 8 times, and 24 times
 * if it shows a mix-up.
 */
const pauses = {
  quick: [],
  standard: ['after-2.5-s', 'after-11-s'],
  deep: ['after-2.5-s', 'after-11-s', 'after-62-s'],
} as const satisfies Record<Bound['depth'], readonly ScheduleName[]>;

interface MixedUp {
  readonly endpoint: string;
  readonly own: string;
  readonly other: string;
  readonly shown: number;
  readonly of: number;
  readonly place: string;
  /** Absent if only a digest of the value is known. */
  readonly value?: string | undefined;
  readonly isPartial?: boolean;
}

const responses = ({ shown, of, endpoint, own }: MixedUp) =>
  `${shown} of ${of} responses from ${endpoint} to the ${own} user`;
const valueIn = ({ value = 'the value', place }: MixedUp) => `${value} at ${place}`;
const expected = ({ endpoint, own }: MixedUp) =>
  `the same response from ${endpoint} to the ${own} user as when only that user sends requests`;

const causes = {
  'foreign-data': cause<MixedUp>({
    title: "a response contains another user's data",
    expected,
    actual: (facts) =>
      `${responses(facts)} contain the ${facts.other} user's data, such as ${valueIn(facts)}`,
  }),
  'depends-on-previous': cause<MixedUp>({
    title: 'the response depends on which user asked before',
    expected,
    actual: (facts) =>
      `${responses(facts)}, each after a request for the ${facts.other} user, lack the ${facts.own} user's value ${valueIn(facts)}`,
  }),
};
type Judged = Judgement<typeof causes>;

export const isolation = scenario({
  id: 'user/isolation',
  level: 'must',
  needs: ['second-user'],
  // Concurrent requests of other checks may cause mix-ups that hide in the baseline. With up to
  // seven of them, 200 simulated runs find a mix-up under concurrency in 58 % instead of 83 %, and
  // never one in every second response.
  lane: 'alone',
  rule: "Responses to two users contain each user's own data, even if the requests alternate or overlap.",
  section: 'What the service does: every request acts on behalf of one platform user',
  statement: spec.oneUser,
  causes,
  advice: [...why.sharedState, ...why.cacheKey, ...why.connectionState],
  run: async (bound, ask) => {
    const names = [...candidates, ...declaredReads(bound)].filter((name) => bound.covers(name));
    const observers = names.map((name) => {
      const arms = armsOfUsers(bound.wellFormed(name));
      return new Observer({ name, arms, read: readUserData, ask, depth: bound.depth });
    });
    // One user at a time on all endpoints: during a baseline, no request for the other user is in
    // flight.
    for (const baseline of ['baseline-0', 'baseline-1'] as const)
      await observe(observers, baseline);
    // One endpoint at a time: state that a request leaves behind in the server reaches this
    // endpoint's next request.
    for (const observer of observers) await alternate(observer, bound, ask);
    const readers = observers.filter(({ unread }) => unread.length === 0);
    await observe(readers, 'crowd');
    const found = await findCrossTalk(readers, ({ subject }) =>
      isPersonal(subject.name) ? pauses[bound.depth] : undefined,
    );
    const judged: Judged[] = [];
    for (const observer of readers) {
      const { name } = observer.subject;
      const judgement = judgementOf(name, found.get(observer));
      if (judgement?.kind === 'pass')
        judged.push(...(await judgeSession(sourceOf(name), observer.looks, bound, ask)));
      if (judgement) judged.push(judgement, ...unreadOf(observer));
    }
    return conclude(observers, judged);
  },
});

/**
 * Returns declared endpoints that read for a user, except the address read-back, which
 * address/isolation judges.
 */
function declaredReads({ profile }: Bound): string[] {
  const readable = profile.endpoints.filter(
    ({ method, safety }) => method === 'GET' && safety === 'read',
  );
  const ids = readable.filter(({ takesUser }) => takesUser).map(declaredId);
  return ids.filter((id) => id !== profile.addressReadBack?.endpoint);
}

const unreadOf = ({ unread, subject: { name } }: Observer) =>
  unread.slice(0, 1).map(({ arm, exchange }) => inconclusive(whyUnread(name, arm, exchange)));

/**
 * Whether users have data of their own. guides/localised tests the guides, and insights may be the
 * same for all.
 */
const isPersonal = (name: string) => name !== 'guides' && name !== 'insights';

/**
 * Requests both users in turn. If only one is served, only that user's refusals count (purpose
 * `served-before`).
 */
async function alternate(observer: Observer, bound: Bound, ask: Ask): Promise<void> {
  const { name } = observer.subject;
  const served = users.filter((_, arm) => observer.looks.some((look) => look.arm === arm));
  if (served.length !== 1)
    return void (served.length > 1 && (await observe([observer], 'in-turn')));
  const [first, second] = armsOfUsers(bound.wellFormed(name));
  const [mine, other] = served[0] === 'first' ? [first, second] : [second, first];
  for (const step of ['then', 'again']) {
    await ask(`${name}-${step}-between-${other.name}`, other.request);
    const request = {
      ...mine.request,
      connection: `trial:${name}`,
      purpose: 'served-before',
    } as const;
    await ask(`${name}-${step}-in-turn-0-${mine.name}`, request);
  }
}

/** The name of an endpoint as a fact. Those that the profile declares are the operator's. */
const sourceOf = (name: string): Fact<string> =>
  candidates.some((one) => one === name) ? ofHarness(name) : fromOperator(name);

function judgementOf(name: string, found: CrossTalk | undefined): Judged | undefined {
  if (!found || found.kind === 'alike') return undefined;
  if (found.kind === 'same') return pass();
  if (found.kind === 'undecided') return inconclusive(say`${name} ${found.why}`);
  const { look, statement, shown, of, recipe } = found;
  const [own, other] = look.arm === 0 ? users : ([users[1], users[0]] as const);
  const facts = { endpoint: sourceOf(name), own, other, shown, of, ...saidAt(statement) };
  const sight = { exchange: look.exchange, recipe };
  return found.kind === 'differs'
    ? fail('foreign-data', { ...facts, isPartial: found.isPartial }, sight)
    : fail('depends-on-previous', facts, sight);
}

/** One judged endpoint suffices. If the users differ nowhere, the precondition is missing. */
function conclude(observers: readonly Observer[], judged: readonly Judged[]): readonly Judged[] {
  if (judged.length > 0) return judged;
  const [unread] = observers.flatMap(unreadOf);
  if (unread) return [unread];
  if (observers.length === 0)
    return [beyondClaim(say`the claim covers no endpoint that returns user data`)];
  const why = say`the responses to the two users do not differ; set M2M_SECOND_USER_ID to a user with different data`;
  return [{ kind: 'not-run', why }];
}
