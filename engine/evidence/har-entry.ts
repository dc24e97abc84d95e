import type { Entry, Header, QueryString } from 'har-format';
import { type Answer, type Exchange, type Facts, isAnswered, type Lost } from '../exchange/exchange.ts';
import { type Key, keyText, parseKey } from '../exchange/key.ts';
import type { HeaderField } from '../exchange/request.ts';
import { loadRequest, type StoredRequest, storeRequest } from '../exchange/stored-request.ts';
import { valueText } from '../exchange/value.ts';
import type { Timings, WireDetails } from '../exchange/wire-details.ts';

/** A HAR entry that contains a complete exchange. Tools read the standard members, `judge` the `_` members. */
export interface EvidenceEntry extends Entry {
  readonly _key: string;
  /** The index of the shard, in merged evidence. */
  readonly _shard?: number;
  readonly _request: Omit<StoredRequest, 'method'>;
  readonly _sentAt: number;
  readonly _endedAt: number;
  readonly _traceId?: string;
  readonly _facts?: Facts;
  readonly _lost?: Lost;
  readonly _undecodable?: string;
}

interface Origins {
  readonly api: string;
  readonly token: string;
  readonly jwks: string;
}

/** Stands for the URL of the listener, whose port differs between runs. */
const listenerOrigin = 'http://listener';

/** Writes an exchange as an entry, with its wire details if it was sent. Its secrets are already symbols. */
export function toEntry(exchange: Exchange, origins: Origins, details?: WireDetails): EvidenceEntry {
  const { request, sentAt, endedAt, traceId, facts } = exchange;
  const answer = isAnswered(exchange) ? exchange.answer : undefined;
  const headers = answer?.headers ?? [];
  const origin = request.origin === 'listener' ? listenerOrigin : origins[request.origin];
  const url = `${origin}${asUri(valueText(request.path))}`;
  // HAR has no negative times. The clock may have been set back.
  const timings = rounded(details?.timings ?? { ...noTimings, wait: Math.max(0, endedAt - sentAt) });
  const { serverIPAddress, connection } = details ?? {};
  const { method: _method, ...stored } = storeRequest(request);
  const plainFacts = facts.echoes.length === 0 && Object.keys(facts.tokens).length === 0;
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time: totalOf(timings),
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: (details?.headers ?? request.headers).map(([name, value]) => ({ name, value: valueText(value) })),
      queryString: queryOf(url),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: fieldOf(request.headers, 'content-type'), text: valueText(request.body) } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: answer?.status ?? 0,
      statusText: details?.statusText ?? '',
      httpVersion: `HTTP/${answer?.httpVersion ?? '1.1'}`,
      cookies: [],
      headers: headers.map(([name, value]): Header => ({ name, value })),
      content: {
        size: answer?.body.size ?? 0,
        mimeType: fieldOf(headers, 'content-type'),
        ...(answer?.body.text === undefined ? {} : { text: answer.body.text }),
        ...(answer?.body.base64 === undefined ? {} : { text: answer.body.base64, encoding: 'base64' }),
      },
      redirectURL: fieldOf(headers, 'location'),
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings,
    ...(serverIPAddress === undefined ? {} : { serverIPAddress }),
    ...(connection === undefined ? {} : { connection }),
    _key: keyText(exchange.key),
    _request: stored,
    _sentAt: sentAt,
    _endedAt: endedAt,
    ...(traceId === undefined ? {} : { _traceId: traceId }),
    ...(plainFacts ? {} : { _facts: facts }),
    ...(isAnswered(exchange) ? {} : { _lost: exchange.answer }),
    ...(answer?.body.undecodable === undefined ? {} : { _undecodable: answer.body.undecodable }),
  };
}

const noTimings: Timings = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 };

/** Rounds to tenths of a millisecond, which keeps the file small. */
function rounded(timings: Timings): Timings {
  return Object.fromEntries(Object.entries(timings).map(([part, ms]) => [part, tenths(ms)])) as unknown as Timings;
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** The sum of the known parts; `connect` includes `ssl`. */
function totalOf({ ssl: _ssl, ...parts }: Timings): number {
  return tenths(Object.values(parts).reduce((sum: number, ms: number) => sum + Math.max(0, ms), 0));
}

/** Decodes the query of a URL for a HAR entry. A `+` becomes a space, and a malformed escape stays as it is. */
export function queryOf(url: string): QueryString[] {
  const at = url.indexOf('?');
  if (at < 0) return [];
  return [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => ({ name, value }));
}

/** Returns the first value of a header; empty if there is none. */
function fieldOf(headers: readonly HeaderField[], name: string): string {
  return valueText(headers.find(([field]) => field.toLowerCase() === name)?.[1] ?? '');
}

/** Escapes a path for a URI (RFC 3986 section 3.3), which HAR requires. `_request` contains the original. */
function asUri(text: string): string {
  return text
    .replace(/[^\w.~:/?@!$&'()*+,;=%-]+/g, (other) => encodeURIComponent(Buffer.from(other).toString()))
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}

/** Reads the exchange of an entry. Throws a `TypeError` if `toEntry` did not write it. */
export function fromEntry(entry: EvidenceEntry): Exchange {
  const key: Key = parseKey(entry._key);
  const request = loadRequest({ ...entry._request, method: entry.request.method });
  const traced = entry._traceId === undefined ? {} : { traceId: entry._traceId };
  const shard = entry._shard === undefined ? {} : { shard: entry._shard };
  const sent = { ...shard, key, request, sentAt: entry._sentAt, endedAt: entry._endedAt, ...traced };
  const facts = entry._facts ?? { echoes: [], tokens: {} };
  if (entry._lost) return { ...sent, facts, answer: entry._lost };
  return { ...sent, facts, answer: loadAnswer(entry) };
}

function loadAnswer({ response, _undecodable }: EvidenceEntry): Answer {
  const { content } = response;
  const text = content.text ?? '';
  return {
    status: response.status,
    httpVersion: response.httpVersion.replace('HTTP/', ''),
    headers: response.headers.map(({ name, value }) => [name, value] as const),
    body: {
      size: content.size,
      ...(content.encoding === 'base64' ? { base64: text } : { text }),
      ...(_undecodable === undefined ? {} : { undecodable: _undecodable }),
    },
  };
}
