import { type Clue, mannerOf, wholeRun } from '../catalogue/index.ts';
import { fieldValues } from '../exchange/index.ts';
import type { Found } from '../schema/conforms.ts';
import { parsedJson } from '../schema/json-value.ts';
import type { Failure } from './result.ts';
import { moment } from './traits.ts';

export type Shown = Pick<
  Failure,
  'facts' | 'places' | 'reproduced' | 'recipe' | 'request' | 'response' | 'separation'
>;

/** Two of eight. */
const fewestPassing = 0.25;

const isSent =
  (manner: ReturnType<typeof mannerOf>) =>
  ({ recipe }: Shown) =>
    recipe !== undefined && mannerOf(recipe) === manner;

const isOfClass =
  (digit: number) =>
  ({ response }: Shown) =>
    Math.floor((response?.status ?? 0) / 100) === digit;

const isFound =
  (kind: Found) =>
  ({ facts }: Shown) =>
    facts['found']?.value === kind;

/** What a finding shows about its cause. Each clue is derived from the finding alone. */
export const clues: Readonly<Record<Clue, (shown: Shown) => boolean>> = {
  alone: ({ recipe, reproduced: { of, times } }) =>
    recipe?.otherwise === undefined && of > 0 && times === of,
  'not alone': ({ recipe, reproduced: { of, times } }) =>
    recipe?.otherwise !== undefined || (of > 0 && times === 0),
  sometimes: ({ facts }) => Number(facts['shown']?.value) < Number(facts['of']?.value),
  /** Other responses at the place are right. */
  'some pass': ({ places }) =>
    places.some(({ count, of = 0 }) => of - count >= of * fewestPassing && of > 0),
  'in flight': isSent('in-flight'),
  'several pass': (shown) => {
    const { times = 0, of = 0 } = (isSent('in-flight')(shown) && shown.recipe?.share) || {};
    return of - times >= of * fewestPassing && of > 0;
  },
  'same connection': isSent('same-connection'),
  'after a pause': isSent('pause'),
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
  '2xx': isOfClass(2),
  '3xx': isOfClass(3),
  '4xx': isOfClass(4),
  '5xx': isOfClass(5),
  'no response': ({ response }) => response?.lost !== undefined,
  HTML: ({ response }) =>
    /^\s*<(?:!doctype|html)\b/i.test(response?.body ?? '') || headerOf(response, mediaType, /html/),
  'not labelled JSON': ({ response }) =>
    response !== undefined && !headerOf(response, mediaType, /\bjson\b|\+json\b/),
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
  'cut off': ({ response }) => isCutOff(response?.body ?? ''),
  /** The members of an error are in another object or in a list. */
  wrapped: ({ response }) => isWrapped(parsedJson(response?.body ?? '')),
  null: isFound('null'),
  boolean: isFound('boolean'),
  number: isFound('number'),
  fraction: isFound('fraction'),
  string: isFound('string'),
  array: isFound('array'),
  object: isFound('object'),
  missing: isFound('missing'),
};

const isRightAtNewUrls = ({ recipe }: Shown) => recipe?.otherwise?.['new-url'] !== undefined;

/** Whether it needs an earlier request with another value. */
function differsFromStepBefore({ recipe }: Shown, header: string) {
  if (recipe?.otherwise === undefined || mannerOf(recipe) !== 'in-sequence') return false;
  const [before, judged] = recipe.steps.map(({ request }) =>
    fieldValues(request.headers, header).join(),
  );
  return before !== judged;
}

const endpointsOf = (places: Shown['places']) =>
  places.filter(({ endpoint }) => endpoint !== wholeRun).length;

const mediaType = /^content-type$/;

function headerOf(response: Shown['response'], wanted: RegExp, content = /./) {
  const headers = response?.headers ?? [];
  return headers.some(
    ([name, value]) => wanted.test(name.toLowerCase()) && content.test(value.toLowerCase()),
  );
}

/** A finding contains only the beginning of long bodies. */
function isCutOff(body: string) {
  if (!/^\s*[[{]/.test(body) || body.length > 8_000) return false;
  const brackets = body.replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '');
  return brackets.replace(/[^[{]/g, '').length > brackets.replace(/[^\]}]/g, '').length;
}

const ofErrors = ['status', 'error', 'message', 'responseId'];

function isWrapped(body: unknown) {
  if (typeof body !== 'object' || body === null || 'responseId' in body || 'status' in body)
    return false;
  const inner = Object.values(body).flatMap((value) =>
    Array.isArray(value) ? value.slice(0, 1) : [value],
  );
  return inner.some(
    (one) => typeof one === 'object' && ofErrors.filter((name) => name in (one ?? {})).length > 1,
  );
}
