import { type Endpoint, tokenRequest, wellFormed } from '../../catalogue/index.ts';
import type { Config } from '../../config/config.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  type Send,
  setupKey,
  statusOf,
  symbol,
  type TokenFacts,
  withoutHeader,
  withToken,
} from '../../exchange/index.ts';
import {
  forSecond,
  header,
  isLoadShedding,
  isRefusal,
  isSuccess,
  longestSpread,
} from '../../judging/index.ts';
import { apiObstacle, isPage, refusedConnection, unreachable } from './obstacle.ts';
import { slowness } from './slow-target.ts';

export type PreflightContext = Readonly<{
  config: Pick<Config, 'clients' | 'tokens' | 'target' | 'profile' | 'suspicions' | 'users'>;
  covered: readonly Endpoint[];
  givenTokens: Readonly<Record<string, TokenFacts>>;
  send: Send;
  /** False if no time is left. A replay does not wait. */
  wait: (ms: number) => Promise<boolean>;
  nameGuide: (nth: number, id: string) => void;
}>;

/** An earlier run may have used up the quota. */
const askedAgain = 2;

export type First = Readonly<{
  endpoint: Endpoint;
  exchange: Exchange;
}>;

export async function firstResponse(
  context: PreflightContext,
  before?: Exchange,
): Promise<First | undefined> {
  const [endpoint] = readable(context);
  if (!endpoint) return undefined;
  let latest: Exchange | undefined;
  const cures = curesOfRefusal(context);
  // Another new token was refused too, so the API may not know them yet.
  if (before && isUnauthorised(before)) await cures.shift()?.();
  for (let nth = 0; ; nth++) {
    const key = setupKey(endpoint.id, 'listing', nth);
    const exchange = await context.send(key, wellFormed(endpoint));
    if (isAnswered(exchange) || latest === undefined) latest = exchange;
    if (isAnswered(exchange) && isLoadShedding(exchange) && nth < askedAgain) continue;
    const cure = isUnauthorised(exchange) ? cures.shift() : undefined;
    if (!(await cure?.())) return { endpoint, exchange: latest };
  }
}

/** Sent first, so that no cache knows the guides' response from this run yet. */
export async function unscopedResponse(context: PreflightContext): Promise<First | undefined> {
  const [endpoint] = readable(context);
  if (endpoint?.name !== 'guides') return undefined;
  const lacking = withToken(wellFormed(endpoint), symbol('token:unscoped'));
  return { endpoint, exchange: await context.send(setupKey(endpoint.id, 'unscoped'), lacking) };
}

function curesOfRefusal({ wait, send, config, givenTokens }: PreflightContext) {
  // The API may not know the token everywhere yet, or its clock may be behind.
  const known = () => wait(longestSpread);
  // A later token for the same client may have revoked it.
  const renewed = async () =>
    isAnswered(await send(setupKey('POST {auth_url}', 'token-anew'), tokenRequest('scoped')));
  return config.clients.scoped && givenTokens['token:scoped'] === undefined
    ? [known, renewed]
    : [known];
}

const isUnauthorised = (exchange: Exchange) => statusOf(exchange) === 401;

/**
 * Names the cause if no endpoint accepts the well-formed request: the configuration is then
 * probably wrong. A single endpoint that returns HTML is itself at fault.
 */
export async function obstacleAtApi(context: PreflightContext, first: First | undefined) {
  if (!first) return undefined;
  const { endpoint, exchange } = first;
  const { send, config } = context;
  const { baseUrl } = config.target;
  const setting = 'target.baseUrl (M2M_BASE_URL)';
  const others = readable(context).filter(
    ({ user, id }) => user === 'required' && id !== endpoint.id,
  );
  const ask = (other: Endpoint) => send(setupKey(other.id, 'user'), wellFormed(other));
  if (!isAnswered(exchange)) {
    const silence = unreachable(exchange, baseUrl, setting);
    const [other] = others;
    const isElsewhere = silence !== undefined && !connectionFails.has(exchange.answer.lost);
    if (other && isElsewhere && isAnswered(await ask(other))) return undefined;
    return (await slowness(send, exchange, baseUrl)) ?? silence;
  }
  if (!isRejected(exchange, endpoint.path) || (others.length === 0 && isServedPage(exchange)))
    return undefined;
  const surer = others.toSorted(
    (left, right) => Number(left.mayBeAbsent) - Number(right.mayBeAbsent),
  );
  for (const other of surer.slice(0, isUnauthorised(exchange) ? 2 : 3)) {
    const heard = await ask(other);
    if (!isAnswered(heard) || !isRejected(heard, other.path)) return undefined;
  }
  const refused = refusedConnection(exchange, baseUrl, setting);
  if (refused !== undefined) return refused;
  const location = movedTo(exchange, endpoint.path);
  return apiObstacle(exchange, location, await roleOfUser(context, endpoint, exchange), config);
}

/** Failures that no other path avoids. */
const connectionFails: ReadonlySet<string> = new Set([
  'unresolved-name',
  'refused-connection',
  'tls',
  'proxy',
]);

async function roleOfUser(
  { send, config }: PreflightContext,
  endpoint: Endpoint,
  refused: Answered,
) {
  if (endpoint.user !== 'required' || !isRefusal(refused)) return 'irrelevant';
  const request = wellFormed(endpoint);
  const anonymous = withoutHeader(request, 'x-user-id');
  const without = await send(setupKey(endpoint.id, 'no-user'), anonymous);
  if (isAnswered(without) && gist(without) !== gist(refused)) return 'unknown';
  if (/user.?id/i.test(textOf(refused))) return 'removed';
  if (!config.users.second || isUnauthorised(refused)) return 'irrelevant';
  const second = await send(setupKey(endpoint.id, 'second'), forSecond(request));
  return isAnswered(second) && isSuccess(second) ? 'unknown' : 'irrelevant';
}

/** A response without ids, numbers and times. */
const gist = (answered: Answered) =>
  `${answered.answer.status} ${textOf(answered)
    .replace(/"responseId"\s*:\s*"[^"]*"/, '')
    .replace(/[\da-f-]{8,}|\d+/gi, '')}`;

/** Such a response may not come from the API, or shows a wrong user, audience or URL. */
const isRejected = (answered: Answered, path: string) =>
  isRefusal(answered) || movedTo(answered, path) !== undefined || isServedPage(answered);

/**
 * Where a redirect leads (RFC 9110 section 15.4), unless it only respells the path: then another
 * base URL would not help.
 */
function movedTo(answered: Answered, path: string) {
  if (![301, 302, 303, 307, 308].includes(answered.answer.status)) return undefined;
  const location = header(answered, 'location');
  const target = location?.replace(/[?#].*$/, '') ?? '';
  const isRespelled = !target.endsWith(path) && plain(target).endsWith(plain(path));
  return isRespelled ? undefined : location;
}

const plain = (path: string) => path.toLowerCase().replace(/\/+$/, '');

const isServedPage = (answered: Answered) => isSuccess(answered) && isPage(answered);

const textOf = ({ answer }: Answered) => answer.body.text ?? '';

function readable({ covered }: PreflightContext) {
  const reads = covered.filter(
    ({ origin, method, safety, path }) =>
      origin === 'api' && method === 'GET' && safety === 'read' && !path.includes('{'),
  );
  return reads.toSorted(
    (one, other) => Number(other.name === 'guides') - Number(one.name === 'guides'),
  );
}
