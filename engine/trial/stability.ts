import { createHash } from 'node:crypto';
import type { AnyFail, Ask, Bound, Fold, NoViolation } from '../catalogue/index.ts';
import { see } from '../config/troubleshooting.ts';
import {
  type Answered,
  type Exchange,
  inOrder,
  isAnswered,
  mergeRecords,
  ofWords,
  type Request,
  type Sentence,
  symbol,
  valueText,
} from '../exchange/index.ts';
import { inconclusive, longestLag, pass, sentHeader } from '../judging/index.ts';

/** In milliseconds since the epoch. */
type Seen = readonly [firstEnded: number, lastSent: number];

/** The orders or sets of names (sights), by group. Only sights of one group are compared. */
type Sights = Readonly<Record<string, Readonly<Record<string, Seen>>>>;

/** The clocks of shards may differ, so only times of one shard are compared. */
type SightsOfShards = readonly Sights[];

/**
 * Names in each response to the same user. An edit may change them, but they must not change back.
 */
type Stable<F extends AnyFail = AnyFail> = Readonly<{
  /** The requirement. The run changes nothing while it sends its own requests. */
  id: string;
  compares: 'order' | 'names';
  namesIn: (answered: Answered) => readonly string[];
  nothing: Sentence;
  fail: (one: readonly string[], other: readonly string[]) => F;
}>;

type StabilityFold<F extends AnyFail> = Omit<Fold<SightsOfShards>, 'conclude'> &
  Readonly<{
    conclude: (shards: SightsOfShards) => NoViolation | F;
  }>;

/** Of a response, and characters of each. A longer name is kept as a digest. */
const mostNames = 1_000;
const longestName = 64;

/** The most groups kept, and sights of each. Only their names decide which. */
const kept = 20;

export const stability = <F extends AnyFail>(of: Stable<F>): StabilityFold<F> => ({
  empty: () => [],
  add: ([sights = {}], answered, bound) => [joinedSights(sights, sightIn(answered, of, bound))],
  merge: (left, right) =>
    [...left, ...right].sort((one, other) => inOrder(JSON.stringify(one), JSON.stringify(other))),
  clash: (answered, bound) => {
    const [group, seen] = Object.entries(sightIn(answered, of, bound))[0] ?? [];
    return group === undefined ? undefined : [group, Object.keys(seen ?? {})[0] ?? ''];
  },
  conclude: (shards) => {
    const all = shards.reduce(joinedSights, {});
    // Names that are missing each time are stable, but nothing was compared.
    const isNamed = Object.values(all).some((seen) =>
      Object.keys(seen).some((sight) => sight !== ''),
    );
    if (!isNamed) return inconclusive(of.nothing);
    const groups = Object.keys(all);
    const inShards = (group: string) => shards.map((sights) => sights[group] ?? {});
    for (const group of groups) {
      const [one, other] = cameBack(inShards(group)) ?? [];
      if (one !== undefined && other !== undefined)
        return of.fail(one.split(' '), other.split(' '));
    }
    const differs = groups.some((group) => cameBack([all[group] ?? {}]) !== undefined);
    return differs ? inconclusive(betweenShards) : pass();
  },
});

function sightIn(answered: Answered, { id, compares, namesIn }: Stable, bound: Bound | undefined) {
  if (!isAsUsual(answered)) return {};
  const user = sentHeader(answered.request, 'x-user-id')[0] ?? '';
  const isOwn = answered.key.requirement === id;
  const seen: Seen = [answered.endedAt, answered.sentAt];
  // The run moves the first user to other addresses, and the response may depend on the address.
  if (!isOwn && bound?.allow.writes === true && user === first) return {};
  const names = namesIn(answered).slice(0, mostNames).map(short);
  const sorted = [...names].sort().join(' ');
  if (compares === 'order' && names.length < 2) return {};
  const [group, sight] = compares === 'order' ? [sorted, names.join(' ')] : ['', sorted];
  return { [`${isOwn ? id : ''} ${user} ${group}`]: { [sight]: seen } };
}

const betweenShards = ofWords(
  'responses differ between shards, whose clocks may differ, so that a single edit may look the ' +
    `same; run again without --shard. ${see('time')}`,
);

const first = valueText(symbol('user:first'));

const short = (name: string) =>
  name.length <= longestName ? name : createHash('sha256').update(name).digest('base64url');

/** With other headers, a cache may respond with the content from before an edit. */
function isAsUsual({ request }: Answered) {
  const isUsual = (name: string, value: string) => sentHeader(request, name).join(', ') === value;
  return (
    isUsual('accept', 'application/json') &&
    isUsual('authorization', `Bearer ${valueText(symbol('token:scoped'))}`) &&
    request.headers.length === usualHeaders
  );
}

const usualHeaders = 3;

/**
 * Two sights, each seen long after the other in one shard: after an edit, the earlier one occurs
 * only until the last replica has it. All sights, if there are too many for edits to explain.
 */
function cameBack(shards: readonly Sights[string][]) {
  const all = [...new Set(shards.flatMap(Object.keys))];
  const follows = (one: string, other: string) =>
    shards.some(
      ({ [one]: late, [other]: early }) => late && early && late[1] > early[0] + longestLag,
    );
  for (const [at, one] of all.entries()) {
    const back = all.slice(at + 1).find((other) => follows(one, other) && follows(other, one));
    if (back !== undefined) return [one, back];
  }
  return all.length >= kept ? all : undefined;
}

const joinedSights = (left: Sights, right: Sights) =>
  joined(left, right, (one, other) =>
    joined(
      one,
      other,
      (mine, theirs) => [Math.min(mine[0], theirs[0]), Math.max(mine[1], theirs[1])] as const,
    ),
  );

type Named<T> = Readonly<Record<string, T>>;

function joined<T>(left: Named<T>, right: Named<T>, join: (one: T, other: T) => T) {
  const all = Object.entries(mergeRecords(left, right, join));
  if (all.length <= kept) return Object.fromEntries(all);
  return Object.fromEntries(all.sort(([one], [other]) => inOrder(one, other)).slice(0, kept));
}

type Look = (step: string, request: Request) => Promise<Exchange>;

/** So that intermittent sights occur twice. */
const mostSeries = 4;

/** While the responses differ, sends the series again after replicas have caught up. */
export async function observeSeries(
  fold: Fold<SightsOfShards>,
  bound: Bound,
  ask: Ask,
  series: (look: Look, nth: number) => Promise<void>,
) {
  let sights = fold.empty();
  let lastAt = 0;
  const look: Look = async (step, request) => {
    const exchange = await ask(step, request);
    lastAt = Math.max(lastAt, exchange.endedAt);
    if (isAnswered(exchange)) sights = fold.add(sights, exchange, bound);
    return exchange;
  };
  for (let nth = 1; nth <= mostSeries; nth++) {
    if (nth > 1) await ask.until(lastAt + longestLag);
    await series(look, nth);
    const isSettled = sights
      .flatMap(Object.values<Sights[string]>)
      .every((seen) => Object.keys(seen).length === 1);
    if (isSettled || fold.conclude(sights).kind === 'fail') return;
  }
}

/** A burst of two reaches both of two alternating replicas. */
export async function inBursts(
  bursts: readonly number[],
  look: (step: string) => Promise<unknown>,
) {
  for (const [nth, burst] of bursts.entries()) {
    await Promise.all(Array.from({ length: burst }, (_, at) => look(`${nth}-${at}`)));
  }
}
