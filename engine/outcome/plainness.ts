import { type Request, requestText, valueText } from '../exchange/index.ts';
import { parsedJson } from '../schema/json-value.ts';

/**
 * `oddness`: 0 if it is well-formed, and 2 if no other client can send it. `length`: as if it had all
 * usual headers.
 */
export type Plainness = readonly [oddness: number, isUnprintable: number, length: number];

/** A forged token. */
const ours = /\{\{token:\w+\|/;

export function plainnessOf(request: Request): Plainness {
  const text = requestText(request);
  const isOurs = request.wire === 'raw' || ours.test(text);
  const oddness = isOurs ? 2 : Number(!isWellFormed(request));
  // A header that is left out or changed makes a request shorter, not plainer.
  const usual = request.headers.filter(isUsual).map(([name]) => name.toLowerCase());
  const changed = usualNames.filter((name) => !usual.includes(name)).length;
  return [oddness, Number(unprintable.test(text)), text.length + changed * usualHeaderLength];
}

const usualNames = ['accept', 'authorization', 'x-user-id'];
/** Longer than any of them. */
const usualHeaderLength = 60;

const isUsual = ([name, value]: Request['headers'][number]) =>
  usualHeader.test(`${name}: ${valueText(value)}`);

export type Weighed = Readonly<{
  plainness: Plainness;
  isCase: boolean;
  isLost: boolean;
}>;

/** Among equally plain ones, one with a response comes first. */
export function byPlainness(left: Weighed, right: Weighed) {
  const [one, other] = [weights(left), weights(right)];
  return (
    one.map((weight, at) => weight - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  );
}

const weights = ({ plainness: [oddness, ...rest], isCase, isLost }: Weighed) => [
  Number(isCase) + oddness,
  ...rest,
  Number(isLost),
];

const unprintable = /\{\{base64:|[^\t\n\r\x20-\x7e\xa0-\uffff]/;

const usualHeader =
  /^(?:accept: application\/json|authorization: Bearer \{\{token:scoped\}\}|x-user-id: \{\{user:(?:first|second)\}\}|content-type: application\/json|connection: close|cache-control: no-cache)$/i;
const usualPath = /^(?:\/(?:[\w.-]+|\{\{[^{}|]+\}\}))*$/;

function isWellFormed({ origin, wire, path, headers, body }: Request) {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return (
    wire === 'http' &&
    (origin !== 'api' || (names.has('authorization') && names.has('accept'))) &&
    names.size === headers.length &&
    headers.every(isUsual) &&
    usualPath.test(valueText(path)) &&
    (body === undefined || isJsonObject(valueText(body)))
  );
}

const isJsonObject = (text: string) =>
  text.startsWith('{') && parsedJson(text.replace(/\{\{[^{}]*\}\}/g, '')) !== undefined;
