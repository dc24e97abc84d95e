import type { Answered, Request } from '../exchange/index.ts';
import { freshness, header, isSuccess, json, requireAccepted } from '../judging/index.ts';
import { chanceOf } from './chance.ts';
import { type Difference, differenceOf, placesIn } from './difference.ts';
import { type Look, Observer, observe, type Subject } from './observe.ts';
import {
  associated,
  byArm,
  countIn,
  type OwnStatements,
  saysAll,
  tellsApart,
} from './own-statements.ts';
import { isPlausibleEdit } from './plausible-edit.ts';
import { type Arm, arms, type ScheduleName } from './schedules.ts';
import { otherSpellings, type Spelling } from './spellings.ts';
import { placeOf, type Statements } from './statements.ts';

/**
 * `differs`: the query changes the statements `own`, whatever is cached. `by-url`: the response
 * depends on the URL, e.g. on a cache, or on a node that a hash of the URL selects.
 */
type QueryEffect = Readonly<
  | { kind: 'same' }
  | { kind: 'by-url' }
  /** `former` is a response without the query. `isByAny`: any other query changes it too. */
  | {
      kind: 'differs';
      own: OwnStatements;
      former: Answered;
      isByAny: boolean;
    }
  | { kind: 'undecided'; why: string }
>;

/** Once this query has an effect. */
const mostChanceOfAny = 1e-5;

const fewest = 8;
/** After `fewest` responses, and after twice as many. */
const mostAtFirst = 0.3;
const mostLater = 0.06;

export type Queried = Omit<Subject, 'arms'> &
  Readonly<{
    plain: Request;
    queried: Request;
    /** Begins the spellings of the URL, so that no earlier run has left them in a cache. */
    seed: number;
  }>;

/**
 * Both requests are also sent with a unique parameter, so that no cache has the response, and any
 * node may send it. Throws `Inconclusive` if the request without the query is no longer accepted.
 */
export async function findQueryEffect(
  { plain, queried, seed, ...of }: Queried,
  first: Difference,
): Promise<QueryEffect> {
  const requests = [
    { name: 'without', request: plain },
    { name: 'with', request: queried },
  ] as const;
  const observer = new Observer({ ...of, arms: requests });
  const usual = () => observer.looks.filter(isUsual);
  const unique = () => observer.looks.filter((look) => !isUsual(look));
  await repeatUntilDecided(observer, 'with-unique-urls', first, [usual, unique]);
  for (const { arm, isUnique, exchange } of observer.unread) {
    if (arm === 0 && !isUnique) requireAccepted(exchange, 'is no longer accepted');
  }
  const byQuery = associated(usual());
  const [former, now] = arms.map(
    (arm) => usual().find((look) => look.arm === arm && saysAll(look, byQuery))?.exchange,
  );
  if (!tellsApart(byQuery) || !former || !now)
    return leansBy(usual(), first, 1e-4)
      ? undecided('changed the response, but not every time')
      : { kind: 'same' };
  const own = associated(unique());
  if (tellsApart(own)) return { kind: 'differs', own, former, isByAny: false };
  if (arms.some((arm) => !unique().some((look) => look.arm === arm))) {
    return mayBeEdited(former, now)
      ? undecided('changes the response, and longer or other ones are refused')
      : { kind: 'differs', own: byQuery, former, isByAny: false };
  }
  const plainOnes = usual().filter(({ arm }) => arm === 0);
  const others = unique().map((look) => ({ ...look, arm: 1 as const }));
  // If a place varies only at unique URLs, the usual URL is cached or selects one node.
  if (![...varyingIn(others)].every((place) => varyingIn(plainOnes).has(place))) return byUrl;
  return findEffectOfAny(observer, [...plainOnes, ...others], seed);
}

function varyingIn(looks: readonly Look[]) {
  const [first] = looks;
  return new Set(
    looks.flatMap(({ says }) => [...placesIn(differenceOf(first?.says ?? says, says))]),
  );
}

/** Enough to find an effect that only half of the responses show. */
const mostTimes = 5;

async function repeatUntilDecided(
  observer: Observer,
  schedule: ScheduleName,
  difference: Difference,
  groups: readonly [() => readonly Look[], ...(() => readonly Look[])[]],
) {
  const goesOn = () => mayBeByQuery(groups[0](), difference);
  for (let nth = 1; nth <= mostTimes; nth++) {
    await observe([observer], schedule, { prefix: nth === 1 ? '' : `${nth}-`, goesOn });
    const isDecided = (looks: readonly Look[]) =>
      !mayBeByQuery(looks, difference) || tellsApart(associated(looks));
    if (!goesOn() || groups.every((group) => isDecided(group()))) break;
  }
}

const byUrl = { kind: 'by-url' } as const;
const undecided = (why: string): QueryEffect => ({ kind: 'undecided', why });

const isUsual = ({ isUnique }: Look) => !isUnique;

function mayBeByQuery(usual: readonly Look[], difference: Difference) {
  const least = Math.min(...byArm(usual, 0).map(({ length }) => length));
  const most = least < 2 * fewest ? mostAtFirst : mostLater;
  return least < fewest || leansBy(usual, difference, most);
}

const leansBy = (usual: readonly Look[], { added, missing }: Difference, most: number) =>
  leans(usual, 1, added, most) || leans(usual, 0, missing, most);

function leans(looks: readonly Look[], arm: Arm, statements: Statements, most: number) {
  const [mine, theirs] = byArm(looks, arm);
  return [...statements].some((one) => chanceOf(countIn(mine, one), countIn(theirs, one)) <= most);
}

/**
 * Whether any query at all (arm 1) changes the response. That of the usual URL (arm 0) may be
 * cached from before an edit, so it is compared with other URLs without parameters.
 */
async function findEffectOfAny(observer: Observer, looks: readonly Look[], seed: number) {
  const own = associated(looks, mostChanceOfAny);
  const [former, now] = arms.map((arm) =>
    looks.find((look) => look.arm === arm && saysAll(look, own)),
  );
  if (!tellsApart(own) || !former || !now) return byUrl;
  const differs = { kind: 'differs', own, former: former.exchange, isByAny: true } as const;
  if (!isSuccess(now.exchange)) return differs;
  const edited = undecided(
    'with any value changes the response, or the content was edited after it was cached',
  );
  const isStored = looks.some(
    ({ arm, exchange }) => arm === 1 && lifetimeLeft(exchange) > lifetimeLeft(former.exchange),
  );
  if (isStored) return edited;
  const served = await servedSpellings(observer, [former, now], seed);
  // A cache may treat all spellings as one. Then only what no edit explains is the query's.
  const isEdit = mayBeEdited(former.exchange, now.exchange);
  if (served.length === 0) return isEdit ? edited : differs;
  // From here on, arm 0 is another spelling, and arm 1 the usual URL with a unique parameter.
  const { name, arms: requests } = observer.subject;
  let asked = seed;
  const requestOf = () => served[++asked % served.length]?.(asked) ?? requests[0].request;
  const spelled = { name: 'spelled', request: requests[0].request, requestOf };
  const elsewhere = new Observer({
    ...observer.subject,
    name: `spelled-${name}`,
    arms: [spelled, requests[0]],
  });
  const difference = { added: own[1], missing: own[0] };
  await repeatUntilDecided(elsewhere, 'second-at-unique-urls', difference, [() => elsewhere.looks]);
  const isLike = isLikeUsual(elsewhere.looks, own);
  if (isEdit) return isLike ? edited : byUrl;
  return isLike ? differs : edited;
}

/** Those that return the resource itself, not a redirect or a page that exists for any path. */
async function servedSpellings(
  { subject: { name, arms: requests, ask, read } }: Observer,
  known: readonly Look[],
  seed: number,
) {
  const served: Spelling[] = [];
  const said = new Set(known.flatMap(({ says }) => [...says]));
  for (const [nth, spelled] of otherSpellings(requests[0].request).entries()) {
    const seen = read(await ask(`spelled-${name}-${nth}`, spelled(seed)));
    const isServed =
      seen &&
      isSuccess(seen.exchange) &&
      [...seen.says].some((one) => said.has(one) && placeOf(one) !== 'status');
    if (isServed) served.push(spelled);
  }
  return served;
}

function isLikeUsual(looks: readonly Look[], [usual, queried]: OwnStatements) {
  const own = associated(looks, mostChanceOfAny);
  const spelled = looks.filter(({ arm }) => arm === 0).map(({ says }) => says);
  return (
    [...usual].some((one) => own[0].has(one) && spelled.every((says) => says.has(one))) ||
    [...queried].some((one) => own[1].has(one) && !spelled.some((says) => says.has(one)))
  );
}

function mayBeEdited(one: Answered, other: Answered) {
  if (!isSuccess(one) || !isSuccess(other)) return false;
  const [before, after] = [json(one), json(other)];
  if ('unread' in before || 'unread' in after) return true;
  return 'value' in before && 'value' in after && isPlausibleEdit(before.value, after.value);
}

/** In seconds. Negative if its age exceeds its lifetime. */
function lifetimeLeft(answered: Answered) {
  const given = freshness(answered);
  const age = Number(header(answered, 'age') ?? 0);
  return (given.kind === 'seconds' ? given.seconds : 0) - (Number.isFinite(age) ? age : 0);
}
