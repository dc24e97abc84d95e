import type { Clue } from '../catalogue/cause.ts';
import { wholeRun } from '../catalogue/endpoint.ts';
import { mannerOf } from '../catalogue/recipe.ts';
import type { Found } from '../schema/conforms.ts';
import type { Failure, ShownRequest } from './result.ts';
import { moment } from './traits.ts';

/** What clues read of a failure. */
export type Shown = Pick<
  Failure,
  'facts' | 'places' | 'reproduced' | 'recipe' | 'request' | 'response' | 'separation'
>;

/** Two of eight. */
const fewestPassing = 0.25;

/** What a finding shows about its cause. Each clue is derived from the finding alone. */
export const clues: Readonly<Record<Clue, (shown: Shown) => boolean>> = {
  /** Its request was sent again alone, and showed it each time. */
  alone: ({ recipe, reproduced: { of, times } }) =>
    recipe?.otherwise === undefined && of > 0 && times === of,
  /** It needs other requests. */
  'not alone': ({ recipe, reproduced: { of, times } }) =>
    recipe?.otherwise !== undefined || (of > 0 && times === 0),
  /** Some of the same requests show it, and others do not. */
  sometimes: ({ facts }) => Number(facts['shown']?.value) < Number(facts['of']?.value),
  'in flight': ({ recipe }) => recipe !== undefined && mannerOf(recipe) === 'in-flight',
  'several pass': ({ recipe }) => {
    const { times = 0, of = 0 } =
      (recipe && mannerOf(recipe) === 'in-flight' && recipe.share) || {};
    return of - times >= of * fewestPassing && of > 0;
  },
  'same connection': ({ recipe }) => recipe !== undefined && mannerOf(recipe) === 'same-connection',
  'after a pause': ({ recipe }) => recipe !== undefined && mannerOf(recipe) === 'pause',
  /** It needs the cookies of another user. */
  session: (shown) => differsFromStepBefore(shown, 'cookie'),
  /** It needs an earlier request with other credentials. */
  'earlier request': (shown) => differsFromStepBefore(shown, 'authorization'),
  /** It needs an earlier request for another user, and it is no cache of URLs. */
  'other user before': (shown) =>
    differsFromStepBefore(shown, 'x-user-id') && !isRightAtNewUrls(shown),
  /** The next response was right again. A cache would have repeated the wrong one. */
  'right again': ({ recipe }) => recipe?.otherwise?.next?.times === 0,
  everywhere: ({ places }) => endpointsOf(places) >= 5,
  'one endpoint': ({ places }) => endpointsOf(places) === 1,
  'one user': ({ separation }) =>
    separation?.attribute === 'user' && /^(?:first|second)$/.test(`${separation.value}`),
  'one status': ({ separation }) => separation?.attribute === 'status',
  'longer user id': ({ separation }) =>
    separation?.attribute === 'user' && separation.value === 'longer',
  'after a while': ({ separation }) => separation?.attribute === moment,
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
  /** The response comes from a cache that says so, or from one that does not know new URLs. */
  cached: (shown) =>
    headerOf(shown.response, /^age$/, /[1-9]/) ||
    headerOf(shown.response, /cache/, /\bhit\b/) ||
    isRightAtNewUrls(shown),
  /** The body begins as JSON and ends before it is complete. */
  'cut off': ({ response }) => isCutOff(response?.body ?? ''),
  /** The members of an error are in another object or in a list. */
  wrapped: ({ response }) => isWrapped(parsed(response?.body)),
  null: isFound('null'),
  boolean: isFound('boolean'),
  number: isFound('number'),
  fraction: isFound('fraction'),
  string: isFound('string'),
  array: isFound('array'),
  object: isFound('object'),
  missing: isFound('missing'),
};

function isFound(kind: Found) {
  return ({ facts }: Shown): boolean => facts['found']?.value === kind;
}

const isRightAtNewUrls = ({ recipe }: Shown): boolean =>
  recipe?.otherwise?.['new-url'] !== undefined;

/** Whether it needs an earlier request, which is not sent at the same time, with another value. */
function differsFromStepBefore({ recipe }: Shown, header: string): boolean {
  if (recipe?.otherwise === undefined || mannerOf(recipe) !== 'in-sequence') return false;
  const [before, judged] = recipe.steps.map(({ request }) => sentIn(request, header));
  return before !== judged;
}

const sentIn = ({ headers }: ShownRequest, header: string): string =>
  headers
    .filter(([name]) => name.toLowerCase() === header)
    .map(([, value]) => value)
    .join();

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
