import {
  type Answered,
  type Ask,
  concat,
  type Exchange,
  freshness,
  header,
  inconclusive,
  isAnswered,
  isSuccess,
  isWithin,
  type Judgement,
  json,
  observed,
  pieces,
  type Request,
  type Value,
} from '../../engine/index.ts';
import { contentOf, general, type Leaves, leavesOf } from './own-answers.ts';
import { isPlausibleEdit } from './plausible-edit.ts';
import {
  type Compared,
  differAlike,
  differencesOf,
  inAnyOrder,
  isScalar,
  type OtherValues,
  placesOf,
  valueAt,
} from './without-query.ts';

// A cache key, or the choice of a node, may depend on the URL as a string or on its normalised query. The content then
// differs with a query each time, although no parameter is the reason. A URL that was never requested cannot be cached.
// So its response is current, or comes from another node.

/** A difference that occurs each time between the responses to a request without and with a query. */
export interface Change {
  /** How many were looked into before, so that no address is asked for twice. */
  readonly turn: number;
  readonly seed: number;
  readonly plain: Request;
  /** With the query. */
  readonly request: Request;
  readonly pairs: readonly Compared[];
  readonly varying: ReadonlySet<string>;
  readonly values: readonly OtherValues[];
}

/** Of two nodes that a hash of the address chooses, one gives all of these, and all that is asked further, once in 2^13. */
const bareQueries = 8;

/** Milliseconds before each address with the query and something after it: what moves has moved meanwhile. */
const pausesMs = [0, 0, 0, 300, 700, 1_500];

/**
 * Returns a judgement if something other than the parameters explains the change, or may explain it. Otherwise
 * undefined.
 */
export async function judgeByAddress(ask: Ask, step: string, change: Change): Promise<Judgement | undefined> {
  const { plain, turn, pairs, values } = change;
  const [control, exchange] = pairs.at(-1) ?? [];
  if (!control || !exchange || !pairs.every(isEdition)) return undefined;
  const askAll = (name: string, requests: readonly Request[]) =>
    Promise.all(requests.map((request, at) => ask(`${name}-${at}`, request)));
  // A query without any parameter, another one each time.
  const bare = Array.from({ length: bareQueries }, (_, at) => '&'.repeat(bareQueries * turn + at + 3));
  const others = await askAll(
    `${step}-bare`,
    bare.map((query) => withRawQuery(plain, query)),
  );
  const varying = new Set(change.varying);
  for (const one of others.filter(isAnswered).filter((answer) => isEdition([control, answer]))) {
    for (const place of inAnyOrder(differencesOf(control, one))) varying.add(place);
  }
  const dated = await askFresh(ask, step, change);
  const moving = placesOf([control, exchange], varying, values).filter((place) => isMoving(place, control, dated));
  for (const place of inAnyOrder(moving)) varying.add(place);
  if (!differAlike(pairs, varying, values)) return observed('the response depends on the URL, not on the parameter');
  // What is edited repeats no parameter.
  const repeats = ({ answer, mark }: Fresh) =>
    placesOf([control, answer], varying, values).some((place) => told(answer, place).includes(mark));
  const places = placesOf([control, exchange], varying, values);
  if (dated.some(repeats)) return undefined;
  const isLike = (like: Answered, one: Exchange) =>
    isAnswered(one) &&
    isEdition([like, one]) &&
    places.every((place) => contentAt(one, place, varying) === contentAt(like, place, varying));
  // With any query that nobody asked for, what was edited would be seen.
  const unrelated = [0, 1].map((at) => withRawQuery(plain, markOf(change, `unrelated-${at}`)));
  if ((await askAll(`${step}-unrelated`, unrelated)).some((one) => isLike(control, one))) return undefined;
  const elsewhere = await askAll(`spelled-${step}`, otherAddresses(plain, turn));
  if (elsewhere.some((one) => isLike(exchange, one)))
    return observed('the response depends on the URL, with or without a query');
  const isKept = dated.some(({ answer }) => lifetimeLeft(answer) > lifetimeLeft(control));
  const isPlain = elsewhere.some((one) => isLike(control, one)) || saysNothingNew([control, exchange], places);
  if (isPlain && !isKept) return undefined;
  return inconclusive('the content may have been edited after the response without a query was cached');
}

export function withRawQuery(request: Request, query: Value): Request {
  return { ...request, path: concat(request.path, '?', query) };
}

function contentAt(answered: Answered, place: string, varying: ReadonlySet<string>): string | undefined {
  const value = valueAt(answered, place);
  return value === undefined ? undefined : contentOf(value, varying, general(place));
}

function isEdition([one, other]: Compared): boolean {
  const [before, after] = [json(one), json(other)];
  const isOfOneStatus = one.answer.status === other.answer.status;
  return isOfOneStatus && 'value' in before && 'value' in after && isPlausibleEdit(before.value, after.value);
}

/** Seconds, by what an answer says; below nothing is what is older than another one where none says for how long. */
function lifetimeLeft(answered: Answered): number {
  const given = freshness(answered);
  const age = Number(header(answered, 'age') ?? 0);
  return (given.kind === 'seconds' ? given.seconds : 0) - (Number.isFinite(age) ? age : 0);
}

function leavesIn(answered: Answered): Leaves {
  const parsed = json(answered);
  return 'value' in parsed ? leavesOf(parsed.value) : new Map();
}

/** Whether all that differs was there before, in another order or beside more: a selection rather than news. */
function saysNothingNew([control, exchange]: Compared, places: readonly string[]): boolean {
  const at = new Set(places);
  const before = new Set([...leavesIn(control)].map(([path, leaf]) => `${general(path)} ${leaf}`));
  return [...leavesIn(exchange)].every(([path, leaf]) => !isWithin(path, at) || before.has(`${general(path)} ${leaf}`));
}

/** An answer to the query with something after it. */
interface Fresh {
  readonly answer: Answered;
  readonly mark: string;
}

/** A parameter that nobody asked for before. */
const markOf = ({ seed, turn }: Change, name: string | number) => `m2m-fresh=${seed}-${turn}-${name}`;

async function askFresh(ask: Ask, step: string, change: Change): Promise<readonly Fresh[]> {
  const asked: Fresh[] = [];
  let endedAt = 0;
  for (const [at, pause] of pausesMs.entries()) {
    await ask.until(endedAt + pause);
    const mark = markOf(change, at);
    const { request } = change;
    const answer = await ask(`${step}-fresh-${at}`, { ...request, path: concat(request.path, '&', mark) });
    if (!isAnswered(answer)) continue;
    endedAt = answer.endedAt;
    if (isSuccess(answer)) asked.push({ answer, mark });
  }
  return asked;
}

/** Whether something is there in all of them, differs among them, and repeats nothing that was asked for. */
function isMoving(place: string, control: Answered, asked: readonly Fresh[]): boolean {
  const shown = [valueAt(control, place), ...asked.map(({ answer }) => valueAt(answer, place))];
  const isRepeated = asked.some(({ answer, mark }) => told(answer, place).includes(mark));
  return shown.every(isScalar) && new Set(shown.slice(1)).size > 1 && !isRepeated;
}

/** A place and what stands there, as text. */
const told = (answer: Answered, place: string) => `${place} ${JSON.stringify(valueAt(answer, place))}`;

/**
 * Of the same resource, without a query: a letter of the path is encoded, segments are empty or dots, the last one has a
 * parameter. Whether they are served is open, and that nobody asked for them before is likely.
 */
function otherAddresses(plain: Request, turn: number): readonly Request[] {
  const [first, ...rest] = pieces(plain.path);
  if (typeof first !== 'string') return [];
  const at = [...first.matchAll(/[a-z]/gi)].map(({ index }) => index)[turn + 1] ?? 1;
  const encoded = `${first.slice(0, at)}%${first.charCodeAt(at).toString(16).toUpperCase()}${first.slice(at + 1)}`;
  const paths = [
    concat(encoded, rest),
    concat(`/${'./'.repeat(turn + 2)}${first.slice(1)}`, rest),
    concat(`${'/'.repeat(turn + 3)}${first.slice(1)}`, rest),
    concat(first, rest, `;m2m-fresh=${turn}`),
  ];
  return paths.map((path) => ({ ...plain, path, purpose: 'off-route' }));
}
