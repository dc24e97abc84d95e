import {
  type Answered,
  atPointer,
  briefly,
  differences,
  type Exchange,
  fail,
  inconclusive,
  isAnswered,
  isLarge,
  isLoadShedding,
  isRefusal,
  isServerError,
  isSuccess,
  isUnread,
  isWithin,
  type Json,
  type Judgement,
  json,
  pass,
  valueText,
} from '../../engine/index.ts';
import { hasMalformedTarget } from './error-answers.ts';
import { contentOf, general } from './own-answers.ts';

/** Names that an implementation may well have given a meaning: what such a query selects is no defect. */
const meaningful = /^(?:limit|offset|page|size|sort|filter|from|to|fields|(?:\$|%24)\w+)$/i;
/** Values of a body that are compared. */
const mostValues = 100_000;

/** Returns the places where two responses differ. If one is not JSON or too large, only the root. */
export function differencesOf(one: Answered, other: Answered): ReadonlySet<string> {
  if (saysTheSame(one, other)) return new Set();
  const [left, right] = [valueIn(one), valueIn(other)];
  return isComparable(left) && isComparable(right) ? differences(left, right) : new Set(['']);
}

const isComparable = (value: Json | undefined): value is Json => value !== undefined && !isLarge(value, mostValues);

const saysTheSame = (one: Answered, other: Answered) => one.answer.body.text === other.answer.body.text;

function valueIn(answered: Answered): Json | undefined {
  const parsed = json(answered);
  return 'value' in parsed ? parsed.value : undefined;
}

/** Returns the places with `*` for list indices, because a list may change its order each time. */
export const inAnyOrder = (pointers: Iterable<string>): ReadonlySet<string> => new Set([...pointers].map(general));

const expected = 'the same response as without the query, or a refusal with a 4xx status';

/**
 * Judges whether an unknown query parameter changes the response. Ignores content that also varies without a query, and
 * values about the response itself, such as its time. `values` come from the responses to all queries.
 */
export function judgeQuery(
  exchange: Exchange,
  control: Answered,
  varying: ReadonlySet<string>,
  query: string,
  values: readonly OtherValues[] = [],
): Judgement {
  if (!isAnswered(exchange)) {
    // What is no URI may be cut off.
    const isCutOff = exchange.answer.lost === 'closed' && hasMalformedTarget(exchange.request);
    return isCutOff ? pass() : inconclusive(briefly(exchange));
  }
  if (isLoadShedding(exchange)) return inconclusive('the target shed load');
  if (isRefusal(exchange)) return pass();
  if (isServerError(exchange))
    return inconclusive(`the response is ${exchange.answer.status} (see http/no-server-error)`);
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '');
  // A part of a list may be a 206, an empty one a 204.
  if (isSuccess(exchange) && names.some((name) => meaningful.test(name))) return pass();
  if (exchange.answer.status !== control.answer.status) {
    const actual = `?${query}: ${briefly(exchange)}`;
    return fail('an unknown query parameter changes the status', expected, actual, exchange);
  }
  if (saysTheSame(control, exchange) || varying.has('')) return pass();
  const isIncomparable = [control, exchange].some((one) => isUnread(one) || isLarge(valueIn(one), mostValues));
  if (isIncomparable) return inconclusive('a body is too deep or too long to compare');
  const { own, others } = changed([control, exchange], varying, values);
  const [place] = others;
  const open = new Set([...varying, ...own.map(general)]);
  if (place === undefined || isReordered(control, exchange, open)) return pass();
  const found = at(exchange, place);
  const actual = `?${query}: ${place || 'the body'} is ${found} instead of ${at(control, place)}`;
  return fail('an unknown query parameter changes the response', expected, actual, exchange);
}

/** The responses to a request without and with a query. */
export type Compared = readonly [control: Answered, exchange: Answered];

/** Where they differ: in what tells of the answer itself, and in what else. */
function changed(
  [control, exchange]: Compared,
  varying: ReadonlySet<string>,
  values: readonly OtherValues[],
): { readonly own: readonly string[]; readonly others: readonly string[] } {
  const places = [...differencesOf(control, exchange)].filter((place) => !isWithin(general(place), varying));
  const own = new Set(places.filter((place) => tellsOfTheAnswer(place, control, exchange, values)));
  return { own: [...own], others: places.filter((place) => !own.has(place)) };
}

/** Returns the places where two responses differ. Excludes content that varies and values about the response itself. */
export function placesOf(
  pair: Compared,
  varying: ReadonlySet<string>,
  values: readonly OtherValues[],
): readonly string[] {
  return changed(pair, varying, values).others;
}

/**
 * Whether at least one place differs in every pair. Other places may differ once, because a response may have unique
 * member names.
 */
export function differAlike(
  pairs: readonly Compared[],
  varying: ReadonlySet<string>,
  values: readonly OtherValues[],
): boolean {
  const ofOneStatus = pairs.filter(([control, exchange]) => control.answer.status === exchange.answer.status);
  const places = ofOneStatus.map((pair) => new Set(changed(pair, varying, values).others.map(general)));
  const [first, ...others] = places;
  return first === undefined || [...first].some((place) => others.every((one) => one.has(place)));
}

/** No order is shown but that of the guides: one that is another every time may be the same in all controls by chance. */
function isReordered(control: Answered, exchange: Answered, varying: ReadonlySet<string>): boolean {
  if (valueText(control.request.path).includes('/learning-guides')) return false;
  const [left, right] = [valueIn(control), valueIn(exchange)];
  if (left === undefined || right === undefined) return false;
  return contentOf(left, varying) === contentOf(right, varying);
}

/** An hour in milliseconds: so near to an answer lies the moment at which it was made. */
const nearby = 3_600_000;
/** So many different values show that each answer has its own. */
const fewest = 4;

/** The moment at which an answer was made, the address that it was made for, or a value that no two answers share. */
function tellsOfTheAnswer(
  place: string,
  control: Answered,
  exchange: Answered,
  values: readonly OtherValues[],
): boolean {
  const [without, value] = [valueAt(control, place), valueAt(exchange, place)];
  if (!isScalar(without) || !isScalar(value)) return false;
  if (isMoment(without, control) && isMoment(value, exchange)) return true;
  if (String(value).includes(`${valueText(control.request.path)}?`)) return true;
  if (isAddressWithQuery(String(without), String(value), exchange)) return true;
  if (valueText(exchange.request.path).includes(String(value))) return false;
  const others = values.map((other) => (other.has(place) ? other.get(place) : without)).filter(isScalar);
  return others.length >= fewest && new Set([without, ...others]).size === others.length + 1;
}

/**
 * Whether it is an address, and the same one with nothing in its query but what was asked for and what stands there anyway:
 * that of the answer as its server sees it, or of its next page. It may be another than the one that was asked, may be the
 * query alone (RFC 3986 section 4.2), and may spell and sort that in its own way.
 */
function isAddressWithQuery(without: string, value: string, { request }: Answered): boolean {
  const [address, query] = partsOf(value);
  const [addressWithout, queryWithout = ''] = partsOf(without);
  const isSame = address === '' || (address.includes('/') && address === addressWithout);
  if (query === undefined || !isSame) return false;
  const [, sent = ''] = partsOf(valueText(request.path));
  const known = new Set([...pairsIn(sent), ...pairsIn(queryWithout)]);
  return pairsIn(query).every((pair) => known.has(pair));
}

/** An address without its query, and that. */
function partsOf(address: string): readonly [address: string, query: string | undefined] {
  const [before = '', query] = address.split(/\?(.*)/s);
  return [before, query];
}

/** Names with their values, decoded and without the places of values in lists; what is no UTF-8 is so in either. */
function pairsIn(query: string): readonly string[] {
  return [...new URLSearchParams(query)].map(([name, value]) => JSON.stringify([name.replace(/\[\d*\]/g, ''), value]));
}

/** Returns a query in the form that caches may use as a key: sorted, and without parameters that have no value. */
export function normalised(query: string): string {
  const pairs = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  return pairs
    .map((pair) => JSON.stringify(pair))
    .sort()
    .join('&');
}

/**
 * The values of a response at the places where it differs from the control. Undefined for a missing value and for a
 * value that is no scalar.
 */
export type OtherValues = ReadonlyMap<string, string | number | undefined>;

/** Values that are kept of an answer: what all of one answer differs in is no mark of it. */
const mostKept = 200;

export function otherValues(control: Answered, answer: Answered): OtherValues {
  const places = [...differencesOf(control, answer)].slice(0, mostKept);
  return new Map(
    places.map((place) => {
      const value = valueAt(answer, place);
      return [place, isScalar(value) ? value : undefined];
    }),
  );
}

export const isScalar = (value: Json | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function isMoment(value: Json | undefined, { endedAt }: Answered): boolean {
  const times = typeof value === 'number' ? [value, value * 1000] : [Date.parse(String(value))];
  return times.some((time) => Math.abs(time - endedAt) < nearby);
}

export const valueAt = (answered: Answered, pointer: string) => atPointer(valueIn(answered), pointer);

function at(answered: Answered, pointer: string): string {
  const value = valueAt(answered, pointer);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 60);
}
