import type { Bound } from '../catalogue/bound.ts';
import { type Endpoint, wholeRun } from '../catalogue/endpoint.ts';
import type { Answered } from '../exchange/exchange.ts';
import { type Request, withHeader } from '../exchange/request.ts';
import { symbol, valueText } from '../exchange/value.ts';
import { mayBeApiError } from './answer.ts';
import { isSpelledAsUsual } from './field-names.ts';

/** The request for the second user. Without one the run has no such id, and nothing is sent. */
export function forSecond(request: Request): Request {
  return withHeader(request, 'x-user-id', symbol('user:second'));
}

/** The values of a request's header as people see them, in order of their lines, trimmed. */
export function sentHeader(request: Request, name: string): string[] {
  const wanted = name.toLowerCase();
  return request.headers
    .filter(([field]) => field.toLowerCase() === wanted)
    .map(([, value]) => valueText(value).trim());
}

/** The path of a request without its query, symbols as `{{name}}`. */
export function sentPath(request: Request): string {
  return valueText(request.path).split('?')[0] ?? '';
}

/** Whether the request went to that method and path below {base_url}, well-formed or not, with a query or without. */
export function wentTo({ request }: Answered, method: string, path: string): boolean {
  return request.origin === 'api' && request.method === method && sentPath(request) === path;
}

/**
 * Whether the request is one that a client author would send to the bound endpoint: the scoped token, one of the two
 * users, nothing added to the path. What a request at fault is answered with is for the row to judge that sent it; so is
 * what becomes of a query. A scenario may ask other endpoints than its own: those are not meant either.
 */
export function isProper({ request }: Answered, { method, path }: { method: string; path: string }): boolean {
  if (request.origin !== 'api' || request.wire !== 'http' || request.method !== method) return false;
  if (valueText(request.path) !== path || !isSpelledAsUsual(request)) return false;
  const [token, ...moreTokens] = sentHeader(request, 'authorization');
  const [user, ...moreUsers] = sentHeader(request, 'x-user-id');
  return (
    moreTokens.length === 0 &&
    moreUsers.length === 0 &&
    /^bearer +\{\{token:scoped\}\}$/i.test(token ?? '') &&
    /^\{\{user:(first|second)\}\}$/.test(user ?? '')
  );
}

/**
 * Why a refusal of a positive control says nothing about the target: the operator's token or data may not reach that
 * far. Undefined where the refusal contradicts the specification.
 */
export function outOfReach(answered: Answered, { endpoint, profile }: Bound): string | undefined {
  const { status } = answered.answer;
  if (!mayBeApiError(answered)) return undefined;
  if (status === 403 && endpoint.scopes.length === 0 && (profile.scopes[endpoint.id] ?? []).length === 0) {
    return 'the token is refused with 403 and the profile declares no scopes for the endpoint: it may need one that the client lacks; declare them in profile.scopes';
  }
  if (status === 404 && endpoint.mayBeAbsent) {
    return 'answered with 404: the endpoint or the user’s data may not exist here';
  }
  if ([402, 404, 409, 422].includes(status) && endpoint.sample !== undefined) {
    return `answered with ${status}: the data that were sent may not be acceptable here; ${sampleCure(endpoint)}`;
  }
  return undefined;
}

/** Where the operator gives data that the target accepts. */
function sampleCure({ name, source }: Endpoint): string {
  if (source === 'declared') return 'give a sample that is accepted with the endpoint in profile.endpoints';
  return `give some that are accepted in profile.${name === 'address' ? 'addresses' : 'order'}`;
}

/** An endpoint, and requests to it that belong to the run as a whole, such as those of user/isolation. */
export function alsoInRun(meant: (endpoint: Endpoint) => boolean): (endpoint: Endpoint) => boolean {
  return (endpoint) => endpoint.id === wholeRun || meant(endpoint);
}

/** The endpoints that are read with nothing but a token and a user. */
export const readableNames = ['guides', 'notifications', 'summaries', 'cash', 'portfolios', 'insights'] as const;

/** The first of the usual endpoints that the run may read, for requirements that any endpoint can show. */
export function readableEndpoint({ covers }: Pick<Bound, 'covers'>): string | undefined {
  return readableNames.find((name) => covers(name));
}
