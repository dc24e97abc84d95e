import type { Endpoint } from '../../catalogue/endpoint.ts';
import type { RunFacts } from '../../catalogue/facts.ts';
import { tokenRequest, wellFormed } from '../../catalogue/well-formed.ts';
import { type Exchange, isAnswered } from '../../exchange/exchange.ts';
import { header, isLoadShedding, isRefusal, isSuccess, summarize } from '../../judging/answer.ts';
import { longestSpread } from '../../judging/lags.ts';
import { asker, type PreflightContext } from './context.ts';

/** How often a shed request is sent again: an earlier run may have used up the quota. */
const askedAgain = 2;

/** The first well-formed request to the API. */
export interface First {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
}

/** Sends the first well-formed request to the API: to the guides listing if covered, else to any readable endpoint. */
export async function firstResponse(context: PreflightContext): Promise<First | undefined> {
  const reading = readable(context);
  const endpoint = reading.find(({ name }) => name === 'guides') ?? reading[0];
  if (!endpoint) return undefined;
  const ask = asker(context, endpoint.id);
  let latest: Exchange | undefined;
  const cures = curesOfRefusal(context);
  for (let nth = 0; ; nth++) {
    const exchange = await ask(nth, 'listing', wellFormed(endpoint, undefined));
    if (isAnswered(exchange) || latest === undefined) latest = exchange;
    if (isAnswered(exchange) && isLoadShedding(exchange) && nth < askedAgain) continue;
    const cure = isUnauthorised(exchange) ? cures.shift() : undefined;
    if (!cure || !(await cure())) return { endpoint, exchange: latest };
  }
}

/** Lists the remedies if a newly issued token is refused. Each returns false if it is not available. */
function curesOfRefusal(context: PreflightContext): (() => Promise<boolean>)[] {
  // The API may not know the token everywhere yet, or its clock may be behind.
  const known = () => context.wait(longestSpread);
  // A later token for the same client may have revoked it.
  const renewed = async () =>
    isAnswered(await asker(context, 'POST {auth_url}')(0, 'token-anew', tokenRequest('scoped')));
  const mayRenew = context.config.clients.scoped !== undefined && context.givenTokens['token:scoped'] === undefined;
  return mayRenew ? [known, renewed] : [known];
}

const isUnauthorised = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 401;

/**
 * If no endpoint accepts the well-formed request, returns a summary of the first response. The configuration is then
 * probably wrong, so no response counts against the target. A single endpoint that returns HTML is itself at fault.
 */
export async function rejectedEverywhere(
  context: PreflightContext,
  first: First | undefined,
): Promise<RunFacts['rejectedEverywhere']> {
  if (!first || !isRejected(first.exchange, first.endpoint.path)) return undefined;
  const others = readable(context).filter(({ user, id }) => user === 'required' && id !== first.endpoint.id);
  if (others.length === 0 && isPage(first.exchange)) return undefined;
  const all = await Promise.all(
    others.map(async (endpoint) =>
      isRejected(await asker(context, endpoint.id)(0, 'user', wellFormed(endpoint, undefined)), endpoint.path),
    ),
  );
  if (!all.every(Boolean)) return undefined;
  const location = movedTo(first.exchange, first.endpoint.path);
  return { answer: summarize(first.exchange), ...(location === undefined ? {} : { location }) };
}

/**
 * Reports whether the response to a well-formed request may not come from the API: a refusal, a redirect to another
 * place or an HTML page. If all responses are of this kind, the configured user, audience or URL may be wrong.
 */
function isRejected(exchange: Exchange, path: string): boolean {
  if (!isAnswered(exchange)) return false;
  return isRefusal(exchange) || movedTo(exchange, path) !== undefined || isPage(exchange);
}

/**
 * Returns where a redirect leads (RFC 9110 section 15.4). Undefined if the response is no redirect. Also undefined if
 * it only changes the spelling of the path, because another {base_url} would not help.
 */
function movedTo(exchange: Exchange, path: string): string | undefined {
  if (!isAnswered(exchange) || ![301, 302, 303, 307, 308].includes(exchange.answer.status)) return undefined;
  const location = header(exchange, 'location');
  return location === undefined || isRespelled(location, path) ? undefined : location;
}

function isRespelled(location: string, path: string): boolean {
  const target = location.replace(/[?#].*$/, '');
  return !target.endsWith(path) && plain(target).endsWith(plain(path));
}

const plain = (path: string) => path.toLowerCase().replace(/\/+$/, '');

/** Reports whether the response is an HTML page, such as a portal returns for every path. */
function isPage(exchange: Exchange): boolean {
  return isAnswered(exchange) && isSuccess(exchange) && /^\s*<(?:!doctype html|html)\b/i.test(textOf(exchange));
}

const textOf = (exchange: Exchange) => (isAnswered(exchange) ? (exchange.answer.body.text ?? '') : '');

function readable({ covered }: PreflightContext): Endpoint[] {
  return covered.filter(
    ({ origin, method, path, safety }) =>
      origin === 'api' && method === 'GET' && safety === 'read' && !path.includes('{'),
  );
}
