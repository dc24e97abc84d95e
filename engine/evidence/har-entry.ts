import type { Entry, Header, QueryString } from 'har-format';
import {
  defined,
  type Exchange,
  fieldValues,
  type HeaderField,
  headBytes,
  isAnswered,
  keyText,
  type Lost,
  loadRequest,
  type MessageSize,
  parseKey,
  pieces,
  type Request,
  type SecretFacts,
  type StoredRequest,
  storeRequest,
  type Timings,
  type Value,
  valueText,
  type WireDetails,
} from '../exchange/index.ts';

/** A complete exchange. Tools read the standard members, `judge` the `_` members. */
export type EvidenceEntry = Entry &
  Readonly<{
    /** Why it is no plain HTTP exchange. The first member if it is there. */
    _other?: string;
    _key: string;
    _shard?: number;
    _request: Omit<StoredRequest, 'method'>;
    _sentAt: number;
    _endedAt: number;
    _traceId?: string;
    _facts?: SecretFacts;
    _lost?: Lost;
    _undecodable?: string;
  }>;

type Origins = Readonly<{
  api: string;
  token: string;
  jwks: string;
}>;

export const otherMark = '{"_other":';

/** Some readers show only entries of a page. */
const pageref = 'run';

export const pageOf = (startedAt: string) => ({
  startedDateTime: startedAt,
  id: pageref,
  title: 'Conformance run',
  pageTimings: {},
});

const listenerOrigin = 'http://listener';

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
  const plainFacts = facts.echoes.length === 0 && Object.keys(facts.tokens).length === 0;
  const { text, base64 } = answer?.body ?? {};
  return {
    ...defined({ _other: whyNotPlain(exchange) }),
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
      ...(request.body !== undefined && {
        postData: {
          mimeType: fieldOf(request.headers, 'content-type'),
          text: valueText(request.body),
        },
      }),
      ...sizes(details?.requestSize ?? shownSize(exchange, url)),
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
        ...defined({ text }),
        ...(base64 !== undefined && { text: base64, encoding: 'base64' }),
      },
      redirectURL: fieldOf(headers, 'location'),
      ...sizes(details?.responseSize ?? { head: -1, body: -1 }),
    },
    cache: {},
    timings,
    ...defined({ serverIPAddress, connection }),
    _key: keyText(exchange.key),
    _request: stored,
    _sentAt: sentAt,
    _endedAt: endedAt,
    ...defined({
      _traceId: traceId,
      _facts: plainFacts ? undefined : facts,
      _lost: isAnswered(exchange) ? undefined : exchange.answer,
      _undecodable: answer?.body.undecodable,
    }),
  };
}

const sizes = ({ head, body }: MessageSize) => ({ headersSize: head, bodySize: body });

function shownSize({ request: { method, headers, body = '' } }: Exchange, url: string) {
  const lines = headers.map(([name, value]) => [name, valueText(value)] as const);
  return {
    head: headBytes(`${method} ${url} HTTP/1.1`, lines),
    body: Buffer.byteLength(valueText(body)),
  };
}

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
const rounded = (timings: Timings) =>
  Object.fromEntries(Object.entries(timings).map(([part, ms]) => [part, tenths(ms)])) as Timings;

const tenths = (ms: number) => Math.round(ms * 10) / 10;

const totalOf = ({ ssl: _ssl, ...parts }: Timings) =>
  tenths(Object.values(parts).reduce((sum: number, ms: number) => sum + Math.max(0, ms), 0));

/**
 * Empty if part of the query is not percent-encoded UTF-8, or contains a `%` after decoding: some
 * readers decode it again.
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

function isDecodable(query: string) {
  try {
    // The bundler drops the call if its value is unused.
    return decodeURIComponent(query) !== undefined;
  } catch {
    return false;
  }
}

const fieldOf = (headers: readonly HeaderField[], name: string) =>
  valueText(fieldValues(headers, name)[0] ?? '');

/** Throws a `TypeError` if `toEntry` did not write it. */
export function fromEntry(entry: EvidenceEntry): Exchange {
  const key = parseKey(entry._key);
  const request = loadRequest({ ...entry._request, method: entry.request.method });
  const { _shard: shard, _traceId: traceId, _sentAt: sentAt, _endedAt: endedAt } = entry;
  const sent = { ...defined({ shard, traceId }), key, request, sentAt, endedAt };
  const facts = entry._facts ?? { echoes: [], tokens: {} };
  if (entry._lost) return { ...sent, facts, answer: entry._lost };
  return { ...sent, facts, answer: loadAnswer(entry) };
}

function loadAnswer({ response, _undecodable }: EvidenceEntry) {
  const { content } = response;
  const text = content.text ?? '';
  return {
    status: response.status,
    httpVersion: response.httpVersion.replace('HTTP/', ''),
    headers: response.headers.map(({ name, value }) => [name, value] as const),
    body: {
      size: content.size,
      ...(content.encoding === 'base64' ? { base64: text } : { text }),
      ...defined({ undecodable: _undecodable }),
    },
  };
}

const methods: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE OPTIONS TRACE PATCH'.split(' '),
);

function whyNotPlain(exchange: Exchange) {
  const { request } = exchange;
  if (!isAnswered(exchange)) return 'no response';
  const { status } = exchange.answer;
  if (status < 200 || status > 599) return 'a status that HTTP does not define';
  if (request.origin === 'listener') return 'a request to the harness itself';
  if (!methods.has(request.method)) return 'a method that HTTP does not define';
  if (request.wire === 'raw' || hasBytes(request)) return 'a request whose bytes HAR cannot show';
  return isUrl(request.path) ? undefined : 'a request target that is no URL';
}

function hasBytes({ path, headers, body = '' }: Request) {
  const values = [path, ...headers.map(([, value]) => value), body];
  return values.some((value) => pieces(value).some((piece) => piece instanceof Uint8Array));
}

function isUrl(path: Value) {
  const text = pieces(path).map((piece) => (typeof piece === 'string' ? piece : 'x'));
  return asUri(text.join('')) === text.join('');
}

/** Escapes a path for a URI (RFC 3986 section 3.3), which HAR requires. */
function asUri(text: string) {
  if (/^[\w.~:/?@!$&'()*+,;=-]*$/.test(text)) return text;
  return text
    .replace(/[^\w.~:/?@!$&'()*+,;=%-]+/g, (other) =>
      encodeURIComponent(Buffer.from(other).toString()),
    )
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}
