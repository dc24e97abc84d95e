import type { Exchange } from '../exchange/exchange.ts';
import { pieces, type Value } from '../exchange/value.ts';
import { sentHeader } from '../judging/positive.ts';
import { plainnessOf } from './plainness.ts';

/** What judged responses have in common, as counts that add up over shards. */
export interface Traits {
  /** How many responses there are of each `Cell`, by its text. */
  readonly cells: Record<string, number>;
  /** The large sizes, by name. */
  readonly sizes: Record<string, Range>;
}

/** In how many exchanges a size is large, and its least and its largest value there. */
export type Range = readonly [count: number, least: number, most: number];

/** Traits by the id of the cause. Those of responses that pass are under the empty string. */
export type TraitsByCause = Record<string, Traits>;

/** The traits of an exchange that have few values, so that there are few cells. */
export interface Cell {
  /** Whom x-user-id names: `first`, `second`, `none`, `longer` (an id and more) or `another`. */
  readonly user: string;
  readonly method: string;
  /** `none` without a response. */
  readonly status: string;
  /** Whether the request has the usual path, headers and token. */
  readonly isWellFormed: boolean;
  /** The id of the endpoint that it went to. Empty if its unit says so. */
  readonly endpoint: string;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The id of a user, and more after it. */
const goesOn = /^\{\{user:\w+(?:\}\}.|\|(?:splice:24:0:|repeat:))/;

function cellText({ request, answer }: Exchange, endpoint: string): string {
  const sent = sentHeader(request, 'x-user-id').join();
  const [, own = sent === '' ? 'none' : 'another'] =
    /^\{\{user:(first|second)\}\}$/.exec(sent) ?? [];
  const user = goesOn.test(sent) ? 'longer' : own;
  const method = methods.includes(request.method) ? request.method : 'another';
  const status = 'lost' in answer ? 'none' : answer.status;
  return [user, method, status, plainnessOf(request)[0], endpoint].join('|');
}

/** Parses the text of a cell. */
export function cellOf(text: string): Cell {
  const [user = '', method = '', status = '', isOdd, endpoint = ''] = text.split('|');
  return { user, method, status, isWellFormed: isOdd === '0', endpoint };
}

/** The sizes that are the times of well-formed requests and of others, in ms since the epoch. */
export const [moment, oddMoment] = ['moment', 'odd moment'];

/** The name of the size that is a number, not bytes. */
export const headerCount = 'header fields';

/** Smaller sizes are usual: bytes and header fields. */
const [largeBytes, largeNumber] = [64, 16];

/** Stands for a size that only the wire knows. */
export const unknownSize = Number.MAX_SAFE_INTEGER;

/**
 * The large sizes of a request, and its time. A response has none: its size is what a defect causes.
 * Those of header values are under the names of their fields.
 */
function sizesOf(exchange: Exchange): readonly (readonly [name: string, size: number])[] {
  const { path, headers, body = '' } = exchange.request;
  const bytes = [
    ['the URL', bytesOf(path)],
    ['the request body', bytesOf(body)],
    ...headers.map(([name, value]) => [name.toLowerCase(), bytesOf(value)] as const),
  ] as const;
  const fields = headers.length < largeNumber ? [] : [[headerCount, headers.length] as const];
  return [
    ...bytes.flatMap(([name, size]) =>
      size < largeBytes ? [] : [[name, Math.min(size, unknownSize)] as const],
    ),
    ...fields,
    [plainnessOf(exchange.request)[0] === 0 ? moment : oddMoment, exchange.sentAt],
  ];
}

/** Ids and unique strings have 24 characters. */
const idBytes = 24;

const bytesOf = (value: Value): number =>
  pieces(value).reduce<number>((sum, piece) => {
    if (typeof piece === 'string') return sum + Buffer.byteLength(piece);
    if (piece instanceof Uint8Array) return sum + piece.length;
    const isId = piece.forge === undefined && /^(?:user|guide|unique)\b/.test(piece.symbol);
    return isId ? sum + idBytes : Number.POSITIVE_INFINITY;
  }, 0);

/** Every monitor that judges an exchange counts it. */
const known = new WeakMap<Exchange, readonly [cell: string, sizes: Traits['sizes']]>();

/** The traits of an exchange. `endpoint` is what its unit does not say. */
export function traitsOf(exchange: Exchange, endpoint = ''): Traits {
  const [cell, sizes] = known.get(exchange) ?? remembered(exchange);
  return { cells: { [`${cell}${endpoint}`]: 1 }, sizes };
}

function remembered(exchange: Exchange) {
  const ranges = sizesOf(exchange).map(([name, size]) => [name, [1, size, size] as const]);
  const traits = [cellText(exchange, ''), Object.fromEntries(ranges)] as const;
  known.set(exchange, traits);
  return traits;
}

/** Adds the traits of exchanges. The order does not matter. */
export function addTraits(left: Traits, right: Traits): Traits {
  const sum = { cells: { ...left.cells }, sizes: { ...left.sizes } };
  addTo(sum, right);
  return sum;
}

function addTo({ cells, sizes }: Traits, other: Traits) {
  join(cells, other.cells, (one, more) => one + more);
  join(
    sizes,
    other.sizes,
    ([count, least, most], [more, lower, higher]): Range => [
      count + more,
      Math.min(least, lower),
      Math.max(most, higher),
    ],
  );
}

/** Adds the traits of each cause. */
export function addByCause(left: TraitsByCause, right: TraitsByCause): TraitsByCause {
  const sum = { ...left };
  join(sum, right, addTraits);
  return sum;
}

/** Counts an exchange with those of the same cause. Changes `all`. */
export function countTraits(
  all: TraitsByCause,
  cause: string,
  exchange: Exchange,
  endpoint?: string,
): void {
  all[cause] ??= { cells: {}, sizes: {} };
  addTo(all[cause], traitsOf(exchange, endpoint));
}

function join<T>(
  all: Record<string, T>,
  others: Readonly<Record<string, T>>,
  add: (one: T, other: T) => T,
) {
  for (const [name, other] of Object.entries(others)) {
    const one = all[name];
    all[name] = one === undefined ? other : add(one, other);
  }
}

/** The traits of the whole run, with the cells of these endpoints only. */
export const traitsAt = (all: TraitsByCause, endpoints: readonly string[]): TraitsByCause =>
  Object.fromEntries(
    Object.entries(all).map(([cause, { cells, sizes }]) => {
      const there = Object.entries(cells).filter(([text]) =>
        endpoints.includes(cellOf(text).endpoint),
      );
      return [cause, { cells: Object.fromEntries(there), sizes }];
    }),
  );

/** The number of responses with any cause, or with none. */
export const countOf = (all: TraitsByCause): number =>
  Object.values(all)
    .flatMap(({ cells }) => Object.values(cells))
    .reduce((sum, count) => sum + count, 0);
