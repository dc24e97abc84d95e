import { type Bound, type Endpoint, wholeRun } from '../catalogue/index.ts';
import {
  type Answered,
  type Exchange,
  fieldValues,
  ofWords,
  type Request,
  say,
  symbol,
  valueText,
  withUser,
} from '../exchange/index.ts';
import { mayBeApiError } from './answer.ts';
import { isSpelledAsUsual } from './field-names.ts';

export const forSecond = (request: Request): Request => withUser(request, symbol('user:second'));

/** Trimmed, one per line, with symbols as `{{name}}`. */
export const sentHeader = (request: Request, name: string) =>
  fieldValues(request.headers, name).map((value) => valueText(value).trim());

/** A well-formed Authorization header of an API request, and the symbol of its token. */
export function sentBearer(request: Request): readonly string[] | undefined {
  const [token = '', ...more] = fieldValues(request.headers, 'authorization').map(valueText);
  const isAlone = request.origin === 'api' && more.length === 0;
  return (isAlone && /^bearer \{\{(token:\w+)\}\}$/i.exec(token)) || undefined;
}

export const sentPath = (request: Request) => valueText(request.path).split('?')[0] ?? '';

export const wentTo = ({ request }: Answered, method: string, path: string) =>
  request.origin === 'api' && request.method === method && sentPath(request) === path;

export function wentToEndpoint({ request }: Exchange, { origin, method, path }: Endpoint) {
  if (request.origin !== origin || request.method !== method) return false;
  const [sent, template] = [sentPath(request), path].map((one) => one.split('/')) as [
    string[],
    string[],
  ];
  const isSame = (segment: string, at: number) => segment.startsWith('{') || segment === sent[at];
  return sent.length === template.length && template.every(isSame);
}

/**
 * Whether a client author would send it. Other requests are judged by the requirement that sends
 * them.
 */
export function isProper(
  { request }: Answered,
  { method, path }: { method: string; path: string },
) {
  if (request.origin !== 'api' || request.wire !== 'http' || request.method !== method)
    return false;
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

export function outOfReach(answered: Answered, { endpoint, profile }: Bound) {
  const { status } = answered.answer;
  if (!mayBeApiError(answered)) return undefined;
  if (
    status === 403 &&
    endpoint.scopes.length === 0 &&
    (profile.scopes[endpoint.id] ?? []).length === 0
  ) {
    return ofWords(
      'the response is 403: the endpoint may require a scope that the client lacks; ' +
        'declare its scopes in profile.scopes',
    );
  }
  if (status === 404 && endpoint.mayBeAbsent) {
    return ofWords('the response is 404: the endpoint or the user’s data may not exist here');
  }
  if ([402, 404, 409, 422].includes(status) && endpoint.sample !== undefined) {
    const data = endpoint.name === 'address' ? 'addresses' : 'order';
    const cure =
      endpoint.source === 'declared'
        ? 'an accepted sample for the endpoint in profile.endpoints'
        : `accepted data in profile.${data}`;
    const why = ofWords(`: the target may not accept the data of the sample; set ${cure}`);
    return say`the response is ${status}${why}`;
  }
  return undefined;
}

/** Also `(run)`, under which requirements such as user/isolation send their requests. */
export const alsoInRun =
  (meant: (endpoint: Endpoint) => boolean): ((endpoint: Endpoint) => boolean) =>
  (endpoint) =>
    endpoint.id === wholeRun || meant(endpoint);

export const readableNames = [
  'guides',
  'notifications',
  'summaries',
  'cash',
  'portfolios',
  'insights',
] as const;

export const readableEndpoint = ({ covers }: Pick<Bound, 'covers'>): string | undefined =>
  readableNames.find((name) => covers(name));
