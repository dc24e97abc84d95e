import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
  declaredId,
  type Exchange,
  held,
  isAnswered,
  isSuccess,
  type Judgement,
  json,
  scenario,
  symbol,
  unanswered,
  violated,
  withHeader,
} from '../../engine/index.ts';
import {
  foreignPath,
  isMixedUp,
  type Leaves,
  leavesOf,
  type Marks,
  marksOf,
  type Ownership,
  ownershipOf,
} from './own-answers.ts';

const candidates = ['summaries', 'cash', 'portfolios', 'notifications', 'guides', 'insights'] as const;
const users = ['first', 'second'] as const;
type User = (typeof users)[number];

/** Pairs of requests that are under way at the same time, at quick, standard and deep. */
const pairs = { quick: 3, standard: 4, deep: 8 } as const;

export const isolation = scenario({
  id: 'user/isolation',
  level: 'must',
  needs: ['second-user'],
  // What simultaneous requests of other checks mix up would hide in the baseline.
  lane: 'alone',
  rule: "Answers for two users, asked alternately and at the same time, are each that user's own.",
  section: 'What the service does: every request acts on behalf of one platform user',
  brokenBy: ['portfolios-of-whoever-asked-last', 'cash-requests-coalesced', 'summaries-stale-by-one'],
  run: async (bound, ask) => {
    const asked = [...candidates, ...declaredReads(bound)]
      .filter((name) => bound.covers(name))
      .map((name) => enquiryOf(name, bound, ask));
    // One user at a time, whatever the endpoint: nothing of the other's is under way while a baseline is taken.
    const first = await together(asked, ({ inTurn }) => inTurn('baseline', fourTimes('first')));
    const second = await together(asked, ({ inTurn }) => inTurn('baseline', fourTimes('second')));
    const results = asked.map((enquiry, at) => settle(enquiry, first[at] ?? [], second[at] ?? []));
    const settled = results.filter((result) => 'marks' in result);
    const alternated = await together(settled, ({ enquiry }) => enquiry.inTurn('alternate', inTurns));
    const judged: Judgement[] = [];
    for (const [at, one] of settled.entries()) judged.push(...(await crowd(one, alternated[at] ?? [], bound)));
    return conclude(results, judged);
  },
});

const fourTimes = (user: User) => [user, user, user, user];
const inTurns: readonly User[] = ['first', 'second', 'first', 'second'];

interface Seen {
  readonly user: User;
  readonly exchange: Answered;
  readonly leaves: Leaves;
}

/** Asks one endpoint for either user, and remembers what could not be read. */
interface Enquiry {
  readonly name: string;
  readonly failures: readonly string[];
  readonly inTurn: (step: string, order: readonly User[]) => Promise<Seen[]>;
  readonly atOnce: (step: string, order: readonly User[]) => Promise<Seen[]>;
}

interface Settled {
  readonly enquiry: Enquiry;
  readonly marks: Marks;
  /** The first answer to each user. */
  readonly arrivals: readonly Seen[];
}

/** Declared endpoints that read on behalf of a user; what shows the run's own updates is for address/isolation. */
function declaredReads({ profile }: Bound): string[] {
  return profile.endpoints
    .filter(({ method, safety, takesUser }) => method === 'GET' && safety === 'read' && takesUser)
    .map(declaredId)
    .filter((id) => id !== profile.addressReadBack?.endpoint);
}

type Result = Settled | { readonly alike: string } | { readonly refused: string };

function together<In, Out>(all: readonly In[], action: (one: In) => Promise<Out>): Promise<Out[]> {
  return Promise.all(all.map(action));
}

/** One judged endpoint suffices; where users differ nowhere, the precondition is missing. */
function conclude(results: readonly Result[], judged: readonly Judgement[]): readonly Judgement[] {
  if (judged.length > 0) return judged;
  const refused = results.flatMap((result) => ('refused' in result ? [result.refused] : []));
  if (refused.length > 0) return [unanswered(refused[0] ?? '')];
  const why =
    results.length === 0
      ? 'the claim covers no endpoint that answers with data of a user'
      : 'the answers to the two users differ nowhere; set HARNESS_SECOND_USER_ID to a user with other data';
  return [{ kind: 'not-run', why }];
}

function enquiryOf(name: string, bound: Bound, ask: Ask): Enquiry {
  const request = bound.wellFormed(name);
  const failures: string[] = [];
  const askFor = async (user: User, step: string): Promise<Seen | undefined> => {
    const exchange = await ask(`${name}-${step}-${user}`, withHeader(request, 'x-user-id', symbol(`user:${user}`)));
    const seen = read(exchange, user);
    if (!seen) failures.push(`${name} for the ${user} user: ${briefly(exchange)}`);
    return seen;
  };
  return {
    name,
    failures,
    inTurn: async (step, order) => {
      const all: Seen[] = [];
      for (const [nth, user] of order.entries()) {
        const seen = await askFor(user, `${step}-${nth}`);
        if (seen) all.push(seen);
      }
      return all;
    },
    atOnce: async (step, order) => {
      const seen = await Promise.all(order.map((user, nth) => askFor(user, `${step}-${nth}`)));
      return seen.filter((one) => one !== undefined);
    },
  };
}

function settle(enquiry: Enquiry, first: readonly Seen[], second: readonly Seen[]): Result {
  if (enquiry.failures.length > 0) return { refused: enquiry.failures[0] ?? '' };
  // The first answer after the other user's is judged, but no baseline: it may be that other user's.
  const [[firstArrival, ...firstSettled], [secondArrival, ...secondSettled]] = [first, second];
  const leaves = (seen: readonly Seen[]) => seen.map((one) => one.leaves);
  const marks = marksOf(leaves(firstSettled), leaves(secondSettled));
  if (marks.size === 0) return { alike: enquiry.name };
  return { enquiry, marks, arrivals: [firstArrival, secondArrival].filter((one) => one !== undefined) };
}

/** Both users at the same time, and all of it again where an answer was not the user's own. */
async function crowd({ enquiry, marks, arrivals }: Settled, alternated: readonly Seen[], { depth }: Bound) {
  const order = Array.from({ length: pairs[depth] }, () => users).flat();
  const seen = [...arrivals, ...alternated, ...(await enquiry.atOnce('together', order))];
  const isStrange = seen.some((one) => ownershipOf(one.leaves, marks, one.user) !== 'own');
  if (isStrange) {
    seen.push(...(await enquiry.inTurn('alternate-again', inTurns)), ...(await enquiry.atOnce('again', order)));
    // Alone and twice: what is left of another user's request is gone with the second.
    seen.push(...(await enquiry.inTurn('quiet', ['first', 'first', 'second', 'second'])));
  }
  const unheard = enquiry.failures.length > 0 ? [unanswered(enquiry.failures[0] ?? '')] : [];
  return [...judge(enquiry.name, seen, marks), ...unheard];
}

function read(exchange: Exchange, user: User): Seen | undefined {
  if (!isAnswered(exchange) || !isSuccess(exchange)) return undefined;
  const body = json(exchange);
  return 'value' in body ? { user, exchange, leaves: leavesOf(body.value) } : undefined;
}

function judge(name: string, seen: readonly Seen[], marks: Marks): readonly Judgement[] {
  return users.map((user) => {
    const answers = seen.filter((one) => one.user === user);
    const ownerships: Ownership[] = answers.map((one) => ownershipOf(one.leaves, marks, user));
    const at = ownerships.findIndex((ownership) => ownership === 'other' || ownership === 'mixed');
    const strange = answers[at];
    if (strange && isMixedUp(ownerships)) {
      return violated(
        'an answer carries data of another user',
        `every answer of ${name} to the ${user} user as it was when nobody else asked`,
        `${ownerships.filter((ownership) => ownership !== 'own').length} of ${answers.length} answers differ; one has the other user's value at ${foreignPath(strange.leaves, marks, user)}`,
        strange.exchange,
      );
    }
    if (ownerships.every((ownership) => ownership === 'own')) return held();
    if (strange) return unanswered(`${name} changed once for the ${user} user, and did not change back`);
    const judged = ownerships.includes('own') ? held : unanswered;
    return judged(`${name} changed for the ${user} user while it was asked, to nobody else's data`);
  });
}
