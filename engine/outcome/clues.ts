import type { Clue, Found } from '../catalogue/cause.ts';
import { wholeRun } from '../catalogue/endpoint.ts';
import type { Failure } from './result.ts';
import { timeInId } from './time-in-id.ts';

/** What clues read of a failure. */
export type Shown = Pick<
  Failure,
  | 'title'
  | 'facts'
  | 'changed'
  | 'actual'
  | 'places'
  | 'reproduced'
  | 'needs'
  | 'condition'
  | 'request'
  | 'response'
  | 'second'
>;

/** What a finding shows about its cause. Each clue is derived from the finding alone. */
export const clues: Readonly<Record<Clue, (shown: Shown) => boolean>> = {
  /** Its request was sent again alone, and showed it each time. */
  alone: ({ needs, reproduced: { of, times } }) => needs === undefined && of > 0 && times === of,
  /** It needs other requests. */
  'not alone': ({ condition, needs, reproduced: { of, times } }) =>
    condition !== undefined || conditionOf(needs) !== undefined || (of > 0 && times === 0),
  /** Some of the same requests show it, and others do not. */
  sometimes: ({ facts, actual }) => {
    if (facts) return Number(facts['shown']?.value) < Number(facts['of']?.value);
    const [, shown, all] = /^(\d+) of (\d+) requests\b/.exec(actual) ?? [];
    return shown !== all;
  },
  'no-store': ({ title: cause }) => /^no-store\b/.test(cause),
  /** It needs requests at the same time. */
  'in flight': ({ condition, needs }) =>
    condition?.kind === 'in-flight' || conditionOf(needs) === 'in flight',
  /** It needs an earlier request on the same connection. */
  'same connection': ({ condition, needs }) =>
    condition?.kind === 'same-connection' || conditionOf(needs) === 'same connection',
  /** It needs a pause between the requests. */
  'after a pause': ({ condition }) => condition?.kind === 'after-pause',
  /** It needs the cookies of another user. */
  session: ({ condition }) => condition?.kind === 'session',
  /** It needs an earlier request with other credentials. */
  'earlier request': ({ condition, needs }) =>
    condition?.kind === 'after-other-token' || conditionOf(needs) === 'earlier request',
  /** It needs an earlier request for another user. */
  'other user before': ({ condition, needs }) =>
    condition?.kind === 'after-other-user' || conditionOf(needs) === 'other user before',
  /** The next response was right again. A cache would have repeated the wrong one. */
  'right again': ({ condition, needs = '' }) =>
    condition?.isRightAgain === true || /\bnext one after such a response: 0 of\b/.test(needs),
  everywhere: ({ places }) => endpointsOf(places) >= 5,
  'one endpoint': ({ places }) => endpointsOf(places) === 1,
  '2xx': ({ response }) => classOf(response) === 2,
  '3xx': ({ response }) => classOf(response) === 3,
  '4xx': ({ response }) => classOf(response) === 4,
  '5xx': ({ response }) => classOf(response) === 5,
  'no response': ({ response }) => response?.lost !== undefined,
  HTML: ({ response }) =>
    /^\s*<(?:!doctype|html)\b/i.test(response?.body ?? '') || headerOf(response, mediaType, /html/),
  'not labelled JSON': ({ response }) =>
    response !== undefined && !headerOf(response, mediaType, /\bjson\b|\+json\b/),
  /** A header names a proxy, a gateway or a CDN. */
  proxy: ({ response }) =>
    headerOf(
      response,
      /^(?:via|cf-ray|x-cache|x-served-by|x-envoy-.*|x-amz-.*|x-amzn-.*|x-azure-ref|x-kong-.*)$/,
    ) ||
    headerOf(
      response,
      /^server$/,
      /nginx|envoy|cloudflare|varnish|elb\/|haproxy|akamai|traefik|kong|cloudfront/,
    ),
  /** A load balancer or a proxy says that no server responds behind it. */
  'no host': ({ response }) =>
    [421, 502, 504].includes(response?.status ?? 0) ||
    /\bno (?:healthy )?(?:host|upstream|backend)|\bupstream\b/i.test(response?.body ?? ''),
  /** The response comes from a cache that says so. */
  cached: ({ response }) =>
    headerOf(response, /^age$/, /[1-9]/) || headerOf(response, /cache/, /\bhit\b/),
  /** The body begins as JSON and ends before it is complete. */
  'cut off': ({ title: cause, response }) =>
    /\bcut off\b/.test(cause) || isCutOff(response?.body ?? ''),
  /** The members of an error are in another object or in a list. */
  wrapped: ({ title: cause, response }) =>
    /\bin another object\b/.test(cause) || isWrapped(parsed(response?.body)),
  string: ({ facts, title: cause, actual }) =>
    isFound(facts, 'string') ||
    /\bis a string\b/.test(cause) ||
    /^(?:\S+ (?:is )?)?"[^"]*"$/.test(actual),
  null: ({ facts, title: cause, actual }) =>
    isFound(facts, 'null') || /\bis null\b/.test(cause) || /^(?:\S+ (?:is )?)?null$/.test(actual),
  missing: ({ facts, title: cause, actual }) =>
    isFound(facts, 'missing') ||
    /\bis missing\b/.test(cause) ||
    /^(?:none|nothing)$|\bfound none\b/.test(actual),
  array: ({ facts, title: cause }) => isFound(facts, 'array') || /\bis an array\b/.test(cause),
  object: ({ facts, title: cause }) => isFound(facts, 'object') || /\bis an object\b/.test(cause),
  boolean: ({ facts }) => isFound(facts, 'boolean'),
  number: ({ facts, title: cause }) => isFound(facts, 'number') || /\bis a number\b/.test(cause),
  fraction: ({ facts, title: cause, actual }) =>
    isFound(facts, 'fraction') ||
    /\bnot an integer\b/.test(cause) ||
    /(?<!["\d])\d+\.\d+$/.test(actual),
  'zero or less': ({ actual }) => /(?:^|\s)(?:0|-\d+)$/.test(actual),
  /** Contradicting responses were within one second of each other. */
  'same second': (finding) => momentsOf(finding) === 'same second',
  // Under load, responses of one second are sent further apart.
  'other second': (finding) =>
    momentsOf(finding) === 'other second' && timeInId(finding) === undefined,
  'other URL': ({ request, second, needs = '' }) => {
    const [, all, same] = /\b(\d+) such pairs: the same path in (\d+)/.exec(needs) ?? [];
    return same === undefined
      ? second !== undefined && request?.url !== second.request.url
      : same !== all;
  },
  /** One id occurs more than once. */
  'one id': ({ actual }) => /\b1 ids?\b|\bone id\b/.test(actual),
  /** Several ids occur more than once each. */
  'several ids': ({ actual }) => Number(/\b(\d+) ids\b/.exec(actual)?.[1] ?? 0) > 1,
  'time in the id': (finding) => timeInId(finding) !== undefined,
  'genuine signature': ({ changed = '' }) =>
    /\bgenuine signature\b|signature of another/.test(changed),
  /** The token names its algorithm or key in another way. */
  'key in the token': ({ changed }) => /\b(?:alg|jwk|jku|x5[uc]|kid)\b/.test(labelOf(changed)),
  /** Each member that changed has a value of the refused update. */
  'stores what it refused': ({ actual, second }) => {
    const stored = [...actual.matchAll(/, now "([^"]*)"/g)].map(([, value = '']) => value);
    return stored.length > 0 && stored.every((value) => second?.request.body?.includes(value));
  },
  /** The run's request at a new URL was refused, as it must be. */
  'right at a new URL': ({ needs = '' }) => /\bat a URL that no cache knows: 403\b/.test(needs),
  /** Some of the simultaneous requests are served. */
  'several pass': ({ needs = '' }) => /\bso (?:[2-9]|\d\d+) at once pass\b/.test(needs),
  'more bytes than characters': ({ actual }) => /\bbytes more than characters\b/.test(actual),
  'altered signature refused': ({ changed = '' }) =>
    /\bNot with: .*\bsignature altered\b/.test(changed),
  'other Authorization': ({ changed }) => /^(?:no )?Authorization\b/.test(labelOf(changed)),
  /** The credential or the id is in another part of the request. */
  'sent elsewhere': ({ changed }) =>
    /\b(?:query|cookies?|other headers?|body)\b/.test(labelOf(changed)),
  /** Some members are as they should be, and others are not. */
  'some members': ({ actual }) =>
    /\bvalues? at \/|\buser's data, such as |\bmembers that differ: (?!none$)/.test(actual),
};

const isFound = (facts: Shown['facts'], kind: Found): boolean => facts?.['found']?.value === kind;

type Conditions =
  | 'in flight'
  | 'same connection'
  | 'other user before'
  | 'earlier request'
  | 'unknown';

/** Reads what a finding needs, which the run says in words. */
function conditionOf(needs = ''): Conditions | undefined {
  const [condition = ''] = needs.split(/[;:]/);
  if (/^did not show|^shows among\b/.test(condition)) return 'unknown';
  if (/^shows after a request with the scope\b/.test(condition)) return 'earlier request';
  if (/\bconnection that\b|\bsame connection\b/.test(condition)) return 'same connection';
  if (/\bin flight\b|\bin parallel\b|\bat the same time\b/.test(condition)) return 'in flight';
  return /\bother user\b/.test(condition) ? 'other user before' : undefined;
}

/**
 * Returns how the request that the finding shows differs, without the other changes that show or
 * pass.
 */
function labelOf(changed = ''): string {
  return changed.split('. ')[0] ?? '';
}

function endpointsOf(places: Shown['places']): number {
  return places.filter(({ endpoint }) => endpoint !== wholeRun).length;
}

function classOf(response: Shown['response']): number {
  return Math.floor((response?.status ?? 0) / 100);
}

const mediaType = /^content-type$/;

function headerOf(response: Shown['response'], wanted: RegExp, content = /./): boolean {
  const headers = response?.headers ?? [];
  return headers.some(
    ([name, value]) => wanted.test(name.toLowerCase()) && content.test(value.toLowerCase()),
  );
}

function parsed(body = ''): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Whether the body begins as JSON, and a bracket is open at its end. A finding contains only the
 * beginning of long bodies.
 */
function isCutOff(body: string): boolean {
  if (!/^\s*[[{]/.test(body) || body.length > 8_000) return false;
  const brackets = body.replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '');
  return brackets.replace(/[^[{]/g, '').length > brackets.replace(/[^\]}]/g, '').length;
}

const ofErrors = ['status', 'error', 'message', 'responseId'];

function isWrapped(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || 'responseId' in body || 'status' in body)
    return false;
  const inner = Object.values(body).flatMap((value) =>
    Array.isArray(value) ? value.slice(0, 1) : [value],
  );
  return inner.some(
    (one) => typeof one === 'object' && ofErrors.filter((name) => name in (one ?? {})).length > 1,
  );
}

/**
 * Reads how far apart contradicting requests were, or else compares the header Date of two
 * responses.
 */
function momentsOf({
  needs = '',
  response,
  second,
}: Shown): 'same second' | 'other second' | undefined {
  const apartMs = /\b(?:answered|sent) \d+ to (\d+) ms apart/.exec(needs)?.[1];
  if (apartMs !== undefined) return Number(apartMs) < 1_000 ? 'same second' : 'other second';
  const [date, other] = [response, second?.response].map(
    (one) => one?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1],
  );
  if (date === undefined || other === undefined) return undefined;
  return date === other ? 'same second' : 'other second';
}
