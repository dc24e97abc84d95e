import type { Entry, Header, QueryString } from 'har-format';
import {
  type Answer,
  type Exchange,
  type Facts,
  isAnswered,
  type Lost,
} from '../exchange/exchange.ts';
import { type Key, keyText, parseKey } from '../exchange/key.ts';
import type { HeaderField } from '../exchange/request.ts';
import { loadRequest, type StoredRequest, storeRequest } from '../exchange/stored-request.ts';
import { valueText } from '../exchange/value.ts';
import { headBytes, type Timings, type WireDetails } from '../exchange/wire-details.ts';
import { asUri, whyNotPlain } from './plain-exchange.ts';

/** A complete exchange. Tools read the standard members, `judge` the `_` members. */
export interface EvidenceEntry extends Entry {
  /** Why it is no plain HTTP exchange. The first member if it is there. */
  readonly _other?: string;
  readonly _key: string;
  /** The index, in merged evidence. */
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

/** How the line of an exchange begins that is no plain HTTP exchange. */
export const otherMark = '{"_other":';

/** Some readers show only entries of a page. */
const pageref = 'run';

/** `startedAt`: when the run began, in ISO 8601. */
export const pageOf = (startedAt: string) => ({
  startedDateTime: startedAt,
  id: pageref,
  title: 'Conformance run',
  pageTimings: {},
});

/** The port of the listener differs between runs. */
const listenerOrigin = 'http://listener';

/** Secrets are already symbols. */
export function toEntry(
  exchange: Exchange,
  origins: Origins,
  details?: WireDetails,
): EvidenceEntry {
  const { request, sentAt, endedAt, traceId, facts } = exchange;
  const answer = isAnswered(exchange) ? exchange.answer : undefined;
  const headers = answer?.headers ?? [];
  const origin = request.origin === 'listener' ? listenerOrigin : origins[request.origin];
  const url = `${origin}${asUri(valueText(request.path))}`;
  // HAR has no negative times. The clock may have been set back.
  const timings = rounded(
    details?.timings ?? { ...noTimings, wait: Math.max(0, endedAt - sentAt) },
  );
  const { serverIPAddress, connection } = details ?? {};
  const { method: _method, ...stored } = storeRequest(request);
  const other = whyNotPlain(exchange);
  const plainFacts = facts.echoes.length === 0 && Object.keys(facts.tokens).length === 0;
  return {
    ...(other === undefined ? {} : { _other: other }),
    pageref,
    startedDateTime: new Date(sentAt).toISOString(),
    time: totalOf(timings),
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: (details?.headers ?? request.headers).map(([name, value]) => ({
        name,
        value: valueText(value),
      })),
      queryString: queryOf(url),
      ...(request.body === undefined
        ? {}
        : {
            postData: {
              mimeType: fieldOf(request.headers, 'content-type'),
              text: valueText(request.body),
            },
          }),
      ...requestSizes(exchange, url, details),
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
        ...(answer?.body.base64 === undefined
          ? {}
          : { text: answer.body.base64, encoding: 'base64' }),
      },
      redirectURL: fieldOf(headers, 'location'),
      ...responseSizes(exchange, details),
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

/** In bytes as sent. Without wire details, those of what the entry shows. */
function requestSizes({ request }: Exchange, url: string, details: WireDetails | undefined): Sizes {
  const shown = () => ({
    head: headBytes(`${request.method} ${url} HTTP/1.1`, shownLines(request.headers)),
    body: Buffer.byteLength(valueText(request.body ?? '')),
  });
  const { head, body } = details?.requestSize ?? shown();
  return { headersSize: head, bodySize: body };
}

/** In bytes as received, -1 without a response. */
function responseSizes(exchange: Exchange, details: WireDetails | undefined): Sizes {
  if (!isAnswered(exchange)) return { headersSize: -1, bodySize: -1 };
  const { headers, body } = exchange.answer;
  const shown = () => ({ head: headBytes('HTTP/1.1 200 OK', headers, 'latin1'), body: body.size });
  const size = details?.responseSize ?? shown();
  return { headersSize: size.head, bodySize: size.body };
}

type Sizes = Pick<Entry['request'], 'headersSize' | 'bodySize'>;

const shownLines = (headers: readonly HeaderField[]) =>
  headers.map(([name, value]) => [name, valueText(value)] as const);

const noTimings: Timings = {
  blocked: -1,
  dns: -1,
  connect: -1,
  ssl: -1,
  send: 0,
  wait: 0,
  receive: 0,
};

/** Keeps the file small. */
function rounded(timings: Timings): Timings {
  const { blocked, dns, connect, ssl, send, wait, receive } = timings;
  return {
    blocked: tenths(blocked),
    dns: tenths(dns),
    connect: tenths(connect),
    ssl: tenths(ssl),
    send: tenths(send),
    wait: tenths(wait),
    receive: tenths(receive),
  };
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** `connect` includes `ssl`. */
function totalOf({ ssl: _ssl, ...parts }: Timings): number {
  return tenths(Object.values(parts).reduce((sum: number, ms: number) => sum + Math.max(0, ms), 0));
}

/**
 * A `+` becomes a space. Empty if part of the query is not percent-encoded UTF-8, or contains a `%`
 * after decoding: some readers decode it again.
 */
export function queryOf(url: string): QueryString[] {
  const at = url.indexOf('?');
  if (at < 0 || !isDecodable(url.slice(at))) return [];
  const list = [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => ({
    name,
    value,
  }));
  return list.some(({ name, value }) => `${name}${value}`.includes('%')) ? [] : list;
}

function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}

function fieldOf(headers: readonly HeaderField[], name: string): string {
  return valueText(headers.find(([field]) => field.toLowerCase() === name)?.[1] ?? '');
}

/** Throws a `TypeError` if `toEntry` did not write it. */
export function fromEntry(entry: EvidenceEntry): Exchange {
  const key: Key = parseKey(entry._key);
  const request = loadRequest({ ...entry._request, method: entry.request.method });
  const traced = entry._traceId === undefined ? {} : { traceId: entry._traceId };
  const shard = entry._shard === undefined ? {} : { shard: entry._shard };
  const sent = {
    ...shard,
    key,
    request,
    sentAt: entry._sentAt,
    endedAt: entry._endedAt,
    ...traced,
  };
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
