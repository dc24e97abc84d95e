import type { Entry, Header } from 'har-format';
import type { Answer, Exchange, Facts, Lost } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { type Key, keyText, parseKey } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { valueText } from '../exchange/value.ts';
import { loadRequest, type StoredRequest, storeRequest } from './stored-request.ts';

/** A HAR entry that contains a complete exchange. Tools read the standard members, `judge` the `_` members. */
export interface EvidenceEntry extends Entry {
  readonly _key: string;
  readonly _request: Omit<StoredRequest, 'method'>;
  readonly _sentAt: number;
  readonly _endedAt: number;
  readonly _facts?: Facts;
  readonly _lost?: Lost;
  readonly _undecodable?: string;
}

export interface Origins {
  readonly api: string;
  readonly token: string;
  readonly jwks: string;
}

/** Writes an exchange as an entry. Its secrets are already symbols. */
export function toEntry(exchange: Exchange, origins: Origins): EvidenceEntry {
  const { request, sentAt, endedAt, facts } = exchange;
  const answer = isAnswered(exchange) ? exchange.answer : undefined;
  // HAR has no negative times. The clock may have been set back.
  const ms = Math.max(0, endedAt - sentAt);
  const { method: _method, ...stored } = storeRequest(request);
  const plainFacts = facts.echoes.length === 0 && Object.keys(facts.tokens).length === 0;
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time: ms,
    request: {
      method: request.method,
      url: `${origins[request.origin]}${asUri(valueText(request.path))}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: request.headers.map(([name, value]) => ({ name, value: valueText(value) })),
      queryString: [],
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: contentType(request) ?? '', text: valueText(request.body) } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: answer?.status ?? 0,
      statusText: '',
      httpVersion: `HTTP/${answer?.httpVersion ?? '1.1'}`,
      cookies: [],
      headers: answer?.headers.map(([name, value]): Header => ({ name, value })) ?? [],
      content: {
        size: answer?.body.size ?? 0,
        mimeType: answer?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
        ...(answer?.body.text === undefined ? {} : { text: answer.body.text }),
        ...(answer?.body.base64 === undefined ? {} : { text: answer.body.base64, encoding: 'base64' }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    _key: keyText(exchange.key),
    _request: stored,
    _sentAt: sentAt,
    _endedAt: endedAt,
    ...(plainFacts ? {} : { _facts: facts }),
    ...(isAnswered(exchange) ? {} : { _lost: exchange.answer }),
    ...(answer?.body.undecodable === undefined ? {} : { _undecodable: answer.body.undecodable }),
  };
}

/** Escapes a path for a URI (RFC 3986 section 3.3), which HAR requires. `_request` contains the original. */
function asUri(text: string): string {
  return text
    .replace(/[^\w.~:/?@!$&'()*+,;=%-]+/g, (other) => encodeURIComponent(Buffer.from(other).toString()))
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}

function contentType(request: Request): string | undefined {
  const field = request.headers.find(([name]) => name.toLowerCase() === 'content-type');
  return field && valueText(field[1]);
}

/** Reads the exchange of an entry. Throws a `TypeError` if `toEntry` did not write it. */
export function fromEntry(entry: EvidenceEntry): Exchange {
  const key: Key = parseKey(entry._key);
  const request = loadRequest({ ...entry._request, method: entry.request.method });
  const sent = { key, request, sentAt: entry._sentAt, endedAt: entry._endedAt };
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
