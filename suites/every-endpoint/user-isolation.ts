import {
  type Arm,
  type Ask,
  alone,
  associated,
  type Bound,
  beyondClaim,
  type CrossTalk,
  cause,
  declaredId,
  type Exchange,
  type Fact,
  fail,
  findCrossTalk,
  following,
  foreignIn,
  forSecond,
  fromOperator,
  fromTarget,
  headerLines,
  inconclusive,
  isData,
  isLarge,
  isSuccess,
  type Judgement,
  json,
  type Look,
  mostValues,
  neverShared,
  Observer,
  observe,
  ofHarness,
  ofWords,
  pass,
  placeOf,
  type Request,
  type ScheduleName,
  say,
  scenario,
  shownBy,
  statementsOf,
  summary,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';

const candidates = [
  'summaries',
  'cash',
  'portfolios',
  'notifications',
  'guides',
  'insights',
] as const;

/**
 * A cache may have expired after these. If users' data differ elsewhere, only the first is tried.
 */
const pauses = {
  quick: [],
  standard: ['after-2.5-s', 'after-11-s'],
  deep: ['after-2.5-s', 'after-11-s', 'after-62-s'],
} as const satisfies Record<Bound['depth'], readonly ScheduleName[]>;

interface MixedUp {
  endpoint: string;
  own: string;
  other: string;
  shown: number;
  of: number;
  place: string;
  /** Absent if only a digest of the value is known. */
  value?: string | undefined;
  isPartial?: boolean;
}

const mixedUp = (title: string, actual: (facts: MixedUp, value: string) => string) =>
  cause<MixedUp>({
    title,
    expected: ({ endpoint, own }) =>
      `the same response from ${endpoint} to the ${own} user as when only that user sends requests`,
    actual: (facts) => {
      const { shown, of, endpoint, own, value = 'the value', place } = facts;
      const responses = `${shown} of ${of} responses from ${endpoint} to the ${own} user`;
      return `${responses}${actual(facts, `${value} at ${place}`)}`;
    },
  });

const causes = {
  'foreign-data': mixedUp(
    "a response contains another user's data",
    ({ other }, value) => ` contain the ${other} user's data, such as ${value}`,
  ),
  'depends-on-previous': mixedUp(
    'the response depends on which user asked before',
    ({ own, other }, value) =>
      `, each after a request for the ${other} user, lack the ${own} user's value ${value}`,
  ),
};
type Judged = Judgement<typeof causes>;

export const isolation = scenario({
  id: 'user/isolation',
  level: 'must',
  needs: ['second-user'],
  // Concurrent requests of other checks may cause mix-ups that hide in the baseline: 200 simulated
  // runs then find 58 % of them instead of 83 %.
  lane: 'alone',
  rule:
    "Responses to two users contain each user's own data, even if the requests alternate or " +
    'overlap.',
  section: 'What the service does: every request acts on behalf of one platform user',
  statement: spec.oneUser,
  causes,
  advice: [why.sharedState, why.cacheKey, why.connectionState],
  run: async (bound, ask) => {
    const names = [...candidates, ...declaredReads(bound)].filter((name) => bound.covers(name));
    const observers = names.map((name) => {
      const arms = armsOfUsers(bound.wellFormed(name));
      return new Observer({ name, arms, read: readUserData, ask, depth: bound.depth });
    });
    // During a baseline, no request for the other user is in flight.
    for (const baseline of ['baseline-0', 'baseline-1'] as const)
      await observe(observers, baseline);
    // State that a request leaves behind reaches this endpoint's next request.
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
    return judged.length > 0 ? judged : [whyNone(observers)];
  },
});

/** address/isolation judges the address read-back. */
function declaredReads({ profile }: Bound): string[] {
  const reads = profile.endpoints.filter(
    ({ method, safety, takesUser }) => method === 'GET' && safety === 'read' && takesUser,
  );
  return reads.map(declaredId).filter((id) => id !== profile.addressReadBack?.endpoint);
}

const unreadOf = ({ unread, subject: { name } }: Observer) =>
  unread.slice(0, 1).map(({ arm, exchange }) => inconclusive(whyUnread(name, arm, exchange)));

const isPersonal = (name: string) => name !== 'guides' && name !== 'insights';

/** If only one is served, only that user's refusals count (purpose `served-before`). */
async function alternate(observer: Observer, bound: Bound, ask: Ask): Promise<void> {
  const { name } = observer.subject;
  const served = users.filter((_, arm) => observer.looks.some((look) => look.arm === arm));
  if (served.length > 1) await observe([observer], 'in-turn');
  if (served.length !== 1) return;
  const [first, second] = armsOfUsers(bound.wellFormed(name));
  const [mine, other] = served[0] === 'first' ? [first, second] : [second, first];
  for (const step of ['then', 'again']) {
    await ask(`${name}-${step}-between-${other.name}`, other.request);
    const request: Request = {
      ...mine.request,
      connection: `trial:${name}`,
      purpose: 'served-before',
    };
    await ask(`${name}-${step}-in-turn-0-${mine.name}`, request);
  }
}

/** Names of declared endpoints are the operator's. */
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

/** If the users differ nowhere, the precondition is missing. */
function whyNone(observers: readonly Observer[]): Judged {
  const [unread] = observers.flatMap(unreadOf);
  if (unread) return unread;
  if (observers.length === 0)
    return beyondClaim(say`the claim covers no endpoint that returns user data`);
  const alike = say`the responses to the two users do not differ`;
  const why = say`${alike}; set M2M_SECOND_USER_ID to a user with different data`;
  return { kind: 'not-run', why, lacks: ['M2M_SECOND_USER_ID'] };
}

const users = ['first', 'second'] as const;

const armsOfUsers = (request: Request) =>
  [
    { name: users[0], request },
    { name: users[1], request: forSecond(request) },
  ] as const;

/** Undefined if it cannot be compared. */
export function readUserData(exchange: Exchange) {
  if (!isSuccess(exchange)) return undefined;
  // An account that contains nothing.
  const body = exchange.answer.body.size === 0 ? { value: null } : json(exchange);
  if (!('value' in body) || isLarge(body.value, mostValues)) return undefined;
  return { exchange, says: statementsOf(body.value) };
}

/** Of a long value, only a digest is known. */
export function saidAt(statement: string) {
  const value = shownBy(statement);
  const isDigest = /^"?[\w-]{43}"?$/.test(value);
  return {
    place: fromTarget(placeOf(statement)),
    value: isDigest ? undefined : fromTarget(value),
  };
}

function whyUnread(name: string, arm: Arm, exchange: Exchange) {
  const body = isSuccess(exchange) ? json(exchange) : undefined;
  const isLong = body && ('unread' in body || ('value' in body && isLarge(body.value, mostValues)));
  const what = isLong ? say`the response is too deep or too long to compare` : summary(exchange);
  return say`${name} for the ${ofWords(users[arm] ?? '')} user: ${what}`;
}

/** A cookie may also select a node, so a difference without user data is not judged. */
async function judgeSession(
  endpoint: Fact<string>,
  looks: readonly Look[],
  bound: Bound,
  ask: Ask,
) {
  if (!looks.some(({ exchange }) => headerLines(exchange, 'Set-Cookie').length > 0)) return [];
  const name = endpoint.value;
  const [first, second] = armsOfUsers(bound.wellFormed(name));
  const keeps = `cookies:isolation:${name}`;
  await ask(`${name}-session-of-first`, { ...first.request, keeps });
  const observer = new Observer({
    name: `${name}-session`,
    arms: [
      { name: 'in-session', request: withHeader(second.request, 'Cookie', symbol(keeps)) },
      { name: 'without', request: second.request },
    ],
    read: readUserData,
    ask,
    depth: bound.depth,
  });
  const own = neverShared(looks);
  const foreignInLook = (look: Look) => foreignIn({ ...look, arm: 1 }, own);
  const isForeign = (look: Look | undefined) =>
    look !== undefined && foreignInLook(look).length > 0;
  await observe([observer], 'turns', { goesOn: ([shown]) => isForeign(shown) });
  const turns = observer.looks;
  const [withCookies] = associated(turns);
  const strange = turns.filter(({ arm }) => arm === 0);
  const without = turns.filter(({ arm }) => arm === 1);
  const shown = strange.find((look) => isData(foreignInLook(look), { ...look, arm: 1 }, own));
  const statement = [...withCookies].find((one) => own[0].has(one));
  if (!shown || statement === undefined) return [pass()];
  const share = { times: strange.filter(isForeign).length, of: strange.length };
  const [rightly] = without;
  const recipe = {
    ...(rightly ? following(rightly.exchange) : alone),
    share,
    otherwise: { without: { times: 0, of: without.length } },
  };
  const facts = {
    endpoint,
    own: 'second',
    other: 'first',
    shown: share.times,
    of: share.of,
  } as const;
  return [
    fail('foreign-data', { ...facts, ...saidAt(statement) }, { exchange: shown.exchange, recipe }),
  ];
}
