import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
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
    const results: Result[] = [];
    for (const name of candidates) if (bound.covers(name)) results.push(await tryEndpoint(name, bound, ask));
    return conclude(results);
  },
});

type Result = { readonly judged: readonly Judgement[] } | { readonly alike: string } | { readonly refused: string };

/** One judged endpoint suffices; where users differ nowhere, the precondition is missing. */
function conclude(results: readonly Result[]): readonly Judgement[] {
  const judged = results.flatMap((result) => ('judged' in result ? result.judged : []));
  if (judged.length > 0) return judged;
  const refused = results.flatMap((result) => ('refused' in result ? [result.refused] : []));
  if (refused.length > 0) return [unanswered(refused[0] ?? '')];
  const why =
    results.length === 0
      ? 'the claim covers no endpoint that answers with data of a user'
      : 'the answers to the two users differ nowhere; set HARNESS_SECOND_USER_ID to a user with other data';
  return [{ kind: 'not-run', why }];
}

const fourTimes = (user: User) => [user, user, user, user];

interface Seen {
  readonly user: User;
  readonly exchange: Answered;
  readonly leaves: Leaves;
}

async function tryEndpoint(name: string, bound: Bound, ask: Ask): Promise<Result> {
  const request = bound.wellFormed(name);
  const failures: string[] = [];
  const askFor = async (user: User, step: string): Promise<Seen | undefined> => {
    const exchange = await ask(`${name}-${step}-${user}`, withHeader(request, 'x-user-id', symbol(`user:${user}`)));
    const seen = read(exchange, user);
    if (!seen) failures.push(`${name} for the ${user} user: ${briefly(exchange)}`);
    return seen;
  };
  const inTurn = async (step: string, order: readonly User[]) => {
    const all: Seen[] = [];
    for (const [nth, user] of order.entries()) {
      const seen = await askFor(user, `${step}-${nth}`);
      if (seen) all.push(seen);
    }
    return all;
  };

  // The first answer after the other user's is judged, but no baseline: it may be that other user's.
  const alone = await inTurn('baseline', [...fourTimes('first'), ...fourTimes('second')]);
  if (failures.length > 0) return { refused: failures[0] ?? '' };
  const arrivals = [alone[0], alone[4]].filter((one) => one !== undefined);
  const settled = (user: User) =>
    alone.filter((one) => one.user === user && !arrivals.includes(one)).map((one) => one.leaves);
  const marks = marksOf(settled('first'), settled('second'));
  if (marks.size === 0) return { alike: name };

  const crowd = async (step: string) => {
    const order = Array.from({ length: pairs[bound.depth] }, () => users).flat();
    const seen = await Promise.all(order.map((user, nth) => askFor(user, `${step}-${nth}`)));
    return seen.filter((one) => one !== undefined);
  };
  const seen = [
    ...arrivals,
    ...(await inTurn('alternate', ['first', 'second', 'first', 'second'])),
    ...(await crowd('together')),
  ];
  const isStrange = seen.some((one) => ownershipOf(one.leaves, marks, one.user) !== 'own');
  if (isStrange) {
    seen.push(...(await inTurn('alternate-again', ['first', 'second', 'first', 'second'])), ...(await crowd('again')));
    // Alone and twice: what is left of another user's request is gone with the second.
    seen.push(...(await inTurn('quiet', ['first', 'first', 'second', 'second'])));
  }
  const unheard = failures.length > 0 ? [unanswered(failures[0] ?? '')] : [];
  return { judged: [...judge(name, seen, marks), ...unheard] };
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
