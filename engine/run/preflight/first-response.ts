import type { Endpoint } from '../../catalogue/endpoint.ts';
import { tokenRequest, wellFormed } from '../../catalogue/well-formed.ts';
import { type Answered, type Exchange, isAnswered } from '../../exchange/exchange.ts';
import { withoutHeader, withToken, withUser } from '../../exchange/request.ts';
import { symbol } from '../../exchange/value.ts';
import { header, isLoadShedding, isRefusal, isSuccess } from '../../judging/answer.ts';
import { longestSpread } from '../../judging/lags.ts';
import { asker, type PreflightContext } from './context.ts';
import { apiObstacle, isPage, refusedConnection, unreachable } from './obstacle.ts';
import { slowness } from './slow-target.ts';

/** An earlier run may have used up the quota. */
const askedAgain = 2;

export interface First {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
}

/** Asks for the guides listing if covered, else for any readable endpoint. */
export async function firstResponse(
  context: PreflightContext,
  before?: Exchange,
): Promise<First | undefined> {
  const reading = readable(context);
  const endpoint = reading.find(({ name }) => name === 'guides') ?? reading[0];
  if (!endpoint) return undefined;
  const ask = asker(context, endpoint.id);
  let latest: Exchange | undefined;
  const cures = curesOfRefusal(context);
  // Another new token was refused too, so the API may not know them yet.
  if (before && isUnauthorised(before)) await cures.shift()?.();
  for (let nth = 0; ; nth++) {
    const exchange = await ask(nth, 'listing', wellFormed(endpoint, undefined));
    if (isAnswered(exchange) || latest === undefined) latest = exchange;
    if (isAnswered(exchange) && isLoadShedding(exchange) && nth < askedAgain) continue;
    const cure = isUnauthorised(exchange) ? cures.shift() : undefined;
    if (!cure || !(await cure())) return { endpoint, exchange: latest };
  }
}

/** Sent first, so that no cache knows the guides' response from this run yet. */
export async function unscopedResponse(context: PreflightContext): Promise<First | undefined> {
  const endpoint = readable(context).find(({ name }) => name === 'guides');
  if (!endpoint) return undefined;
  const lacking = withToken(wellFormed(endpoint, undefined), symbol('token:unscoped'));
  return { endpoint, exchange: await asker(context, endpoint.id)(0, 'unscoped', lacking) };
}

/** What may help if a new token is refused. Each returns false if it is not available. */
function curesOfRefusal(context: PreflightContext): (() => Promise<boolean>)[] {
  // The API may not know the token everywhere yet, or its clock may be behind.
  const known = () => context.wait(longestSpread);
  // A later token for the same client may have revoked it.
  const renewed = async () =>
    isAnswered(await asker(context, 'POST {auth_url}')(0, 'token-anew', tokenRequest('scoped')));
  const mayRenew =
    context.config.clients.scoped !== undefined &&
    context.givenTokens['token:scoped'] === undefined;
  return mayRenew ? [known, renewed] : [known];
}

const isUnauthorised = (exchange: Exchange) =>
  isAnswered(exchange) && exchange.answer.status === 401;

/**
 * Names the cause if no endpoint accepts the well-formed request: the configuration is then
 * probably wrong. A single endpoint that returns HTML is itself at fault.
 */
export async function obstacleAtApi(
  context: PreflightContext,
  first: First | undefined,
): Promise<string | undefined> {
  if (!first) return undefined;
  const { endpoint, exchange } = first;
  const { target } = context.config;
  const others = readable(context).filter(
    ({ user, id }) => user === 'required' && id !== endpoint.id,
  );
  const setting = 'target.baseUrl (M2M_BASE_URL)';
  if (!isAnswered(exchange)) {
    const silence = unreachable(exchange, target.baseUrl, setting);
    const [other] =
      silence === undefined || connectionFails.has(exchange.answer.lost) ? [] : others;
    const heard =
      other && (await asker(context, other.id)(0, 'user', wellFormed(other, undefined)));
    if (heard && isAnswered(heard)) return undefined;
    return (await slowness(context.send, exchange, target.baseUrl)) ?? silence;
  }
  if (!isRejected(exchange, endpoint.path) || (others.length === 0 && isServedPage(exchange)))
    return undefined;
  // Endpoints that may be absent come last.
  const surer = [...others].sort(
    (left, right) => Number(left.mayBeAbsent) - Number(right.mayBeAbsent),
  );
  for (const other of surer.slice(0, exchange.answer.status === 401 ? 2 : 3)) {
    const heard = await asker(context, other.id)(0, 'user', wellFormed(other, undefined));
    if (!isAnswered(heard) || !isRejected(heard, other.path)) return undefined;
  }
  const location = movedTo(exchange, endpoint.path);
  const refused = refusedConnection(exchange, target.baseUrl, setting);
  return (
    refused ??
    apiObstacle(exchange, location, await roleOfUser(context, endpoint, exchange), context.config)
  );
}

/** Failures that no other path avoids. */
const connectionFails: ReadonlySet<string> = new Set([
  'unresolved-name',
  'refused-connection',
  'tls',
  'proxy',
]);

/** Whether the first user is the cause of a refusal. */
async function roleOfUser(
  context: PreflightContext,
  endpoint: Endpoint,
  refused: Answered,
): Promise<'unknown' | 'removed' | 'irrelevant'> {
  if (endpoint.user !== 'required' || !isRefusal(refused)) return 'irrelevant';
  const ask = asker(context, endpoint.id);
  const request = wellFormed(endpoint, undefined);
  const anonymous = await ask(0, 'no-user', withoutHeader(request, 'x-user-id'));
  if (isAnswered(anonymous) && gist(anonymous) !== gist(refused)) return 'unknown';
  if (/user.?id/i.test(textOf(refused))) return 'removed';
  const mayAsk = context.config.users.second && refused.answer.status !== 401;
  const second = mayAsk && (await ask(0, 'second', withUser(request, symbol('user:second'))));
  return second && isAnswered(second) && isSuccess(second) ? 'unknown' : 'irrelevant';
}

/** A response without ids, numbers and times. */
const gist = (answered: Answered) =>
  `${answered.answer.status} ${textOf(answered)
    .replace(/"responseId"\s*:\s*"[^"]*"/, '')
    .replace(/[\da-f-]{8,}|\d+/gi, '')}`;

/** Whether the response may not come from the API, or shows a wrong user, audience or URL. */
function isRejected(answered: Answered, path: string): boolean {
  return isRefusal(answered) || movedTo(answered, path) !== undefined || isServedPage(answered);
}

/**
 * Where a redirect leads (RFC 9110 section 15.4), unless it only respells the path: then another
 * base URL would not help.
 */
function movedTo(answered: Answered, path: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(answered.answer.status)) return undefined;
  const location = header(answered, 'location');
  const target = location?.replace(/[?#].*$/, '') ?? '';
  const isRespelled = !target.endsWith(path) && plain(target).endsWith(plain(path));
  return isRespelled ? undefined : location;
}

const plain = (path: string) => path.toLowerCase().replace(/\/+$/, '');

const isServedPage = (answered: Answered) => isSuccess(answered) && isPage(answered);

const textOf = ({ answer }: Answered) => answer.body.text ?? '';

function readable({ covered }: PreflightContext): Endpoint[] {
  const reads = covered.filter(
    ({ origin, method, safety }) => origin === 'api' && method === 'GET' && safety === 'read',
  );
  return reads.filter(({ path }) => !path.includes('{'));
}
