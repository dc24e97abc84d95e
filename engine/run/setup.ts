import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Config } from '../config/config.ts';
import type { Exchange, Send, TokenFacts } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { concat, symbol } from '../exchange/value.ts';
import { briefly, isLoadShedding, isObject, isSuccess, type Json, jsonObject } from '../judging/answer.ts';
import { longestSpread } from '../judging/token-spread.ts';
import type { RunFacts } from './facts.ts';
import { isPage, isTurnedBack, movedTo } from './turned-back.ts';
import { tokenRequest, tokenRequestAsForm, wellFormed } from './well-formed.ts';

/** At most this many listed guides get a symbol of their own. */
const maxGuides = 200;
/** How often a shed request is sent again: an earlier run may have used up the quota. */
const askedAgain = 2;
const guidePaths = ['/learn/learning-guides/{id}', '/learning-guides/{id}'] as const;

export interface SetupContext {
  readonly config: Pick<Config, 'clients' | 'tokens' | 'target' | 'profile'>;
  readonly covered: readonly Endpoint[];
  /** Facts about the tokens that the operator supplied, by symbol. */
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
  readonly send: Send;
  /** Waits that many milliseconds. Returns false if no time is left. A replay does not wait. */
  readonly wait: (ms: number) => Promise<boolean>;
  /** Registers a guide's id under the symbol `guide:N`. */
  readonly nameGuide: (nth: number, id: string) => void;
}

/** Finds out what the run needs first: tokens, guides, the guide's path, and the key that verifies tokens. */
export async function setUp(context: SetupContext): Promise<RunFacts> {
  const [{ start: issuing, ...tokens }, publicKeys] = await Promise.all([acquireTokens(context), fetchKeys(context)]);
  const first = await firstAnswer(context);
  const [{ start, ...guides }, turnedBack] = await Promise.all([
    findGuides(context, first),
    turningBack(context, first),
  ]);
  const publicKey = pickKey(publicKeys, tokens.tokens['token:scoped']);
  const began = first ? start : issuing;
  return {
    ...tokens,
    ...guides,
    ...(began ? { start: began } : {}),
    ...(turnedBack ? { turnedBack } : {}),
    ...(publicKey ? { publicKey } : {}),
  };
}

function readable({ covered }: SetupContext): Endpoint[] {
  return covered.filter(
    ({ origin, method, path, safety }) =>
      origin === 'api' && method === 'GET' && safety === 'read' && !path.includes('{'),
  );
}

interface First {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
}

/** Sends the first well-formed request to the API: to the guides listing if covered, else to any readable endpoint. */
async function firstAnswer(context: SetupContext): Promise<First | undefined> {
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
function curesOfRefusal(context: SetupContext): (() => Promise<boolean>)[] {
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
 * Reports what the run got if no endpoint accepts the well-formed request. The configuration is then probably wrong, so
 * no response counts against the target. A single endpoint that returns an HTML page is at fault itself.
 */
async function turningBack(context: SetupContext, first: First | undefined): Promise<RunFacts['turnedBack']> {
  if (!first || !isTurnedBack(first.exchange, first.endpoint.path)) return undefined;
  const others = readable(context).filter(({ user, id }) => user === 'required' && id !== first.endpoint.id);
  if (others.length === 0 && isPage(first.exchange)) return undefined;
  const all = await Promise.all(
    others.map(async (endpoint) =>
      isTurnedBack(await asker(context, endpoint.id)(0, 'user', wellFormed(endpoint, undefined)), endpoint.path),
    ),
  );
  if (!all.every(Boolean)) return undefined;
  const location = movedTo(first.exchange, first.endpoint.path);
  return { answer: briefly(first.exchange), ...(location === undefined ? {} : { location }) };
}

function asker({ send }: SetupContext, endpoint: string) {
  return (index: number, step: string, request: Request) =>
    send({ requirement: 'run/setup', endpoint, index, step, attempt: 0 }, request);
}

async function acquireTokens(
  context: SetupContext,
): Promise<Pick<RunFacts, 'tokens' | 'refusedTokens' | 'statedScopes' | 'servesSecondClient' | 'start'>> {
  const ask = asker(context, 'POST {auth_url}');
  const tokens: Record<string, TokenFacts> = { ...context.givenTokens };
  const refusedTokens: Record<string, string> = {};
  const statedScopes: Record<string, string> = {};
  let start: RunFacts['start'];
  const acquire = async (client: 'scoped' | 'unscoped', index: number) => {
    const name = `token:${client}`;
    if (context.config.clients[client] === undefined || tokens[name] !== undefined) return;
    let exchange = await ask(index, 'token', tokenRequest(client));
    if (!issued(exchange, name) && isAnswered(exchange)) {
      // A form distinguishes wrong credentials (the operator's mistake) from a refused JSON body (the target's).
      const asForm = await ask(index, 'token-as-form', tokenRequestAsForm(client));
      if (issued(asForm, name)) exchange = asForm;
    }
    const facts = issued(exchange, name);
    const { step } = exchange.key;
    if (facts && name === 'token:scoped' && step === 'token' && isAnswered(exchange)) {
      start = { endpoint: 'token', status: exchange.answer.status };
    }
    if (facts) tokens[name] = facts;
    else refusedTokens[name] = briefly(exchange);
    const scope = facts && isAnswered(exchange) ? jsonObject(exchange)?.['scope'] : undefined;
    if (typeof scope === 'string') statedScopes[name] = scope;
  };
  await Promise.all([acquire('scoped', 0), acquire('unscoped', 1)]);
  const wasGiven = context.givenTokens['token:unscoped'] !== undefined;
  const servesSecond = !wasGiven && tokens['token:unscoped'] !== undefined;
  return {
    tokens,
    refusedTokens,
    statedScopes,
    ...(servesSecond ? { servesSecondClient: true as const } : {}),
    ...(start ? { start } : {}),
  };
}

function issued(exchange: Exchange, name: string): TokenFacts | undefined {
  return isAnswered(exchange) && isSuccess(exchange) ? exchange.facts.tokens[name] : undefined;
}

async function findGuides(
  context: SetupContext,
  first: First | undefined,
): Promise<Pick<RunFacts, 'guideIds' | 'guideNames' | 'guidePath' | 'start'>> {
  const guide = context.covered.find(({ name }) => name === 'guide');
  const answered = first && isAnswered(first.exchange) ? first.exchange.answer : undefined;
  const start = first && answered ? { start: { endpoint: first.endpoint.name, status: answered.status } } : {};
  if (first?.endpoint.name !== 'guides' || !guide) return { guideIds: [], ...start };
  const guideIds = listedIds(first.exchange);
  for (const [nth, id] of guideIds.entries()) context.nameGuide(nth, id);
  if (guideIds.length === 0) return { guideIds, ...start };
  const found = { guideIds, guideNames: otherNames(first.exchange), ...start };
  const pinned = context.config.profile.guidePath;
  if (pinned !== undefined) return { ...found, guidePath: pinned };
  const ask = asker(context, guide.id);
  let known: string | undefined;
  for (const [index, path] of guidePaths.entries()) {
    const [before = '', after = ''] = path.split('{id}');
    const tried = await ask(index, 'path', {
      ...wellFormed(guide, path),
      path: concat(before, symbol('guide:0'), after),
    });
    if (!isAnswered(tried)) continue;
    // An HTML page that the server returns for every path is not a guide.
    if (isSuccess(tried) && jsonObject(tried)) return { ...found, guidePath: path };
    if (tried.answer.status !== 404) known ??= path;
  }
  return { ...found, guidePath: known ?? guidePaths[0] };
}

/** Returns the ids that fit into a path unescaped. guides/schema judges whether they are well-formed. */
function listedIds(exchange: Exchange): string[] {
  const ids = listed(exchange).map((element) => (isObject(element) ? element['id'] : undefined));
  const usable = ids.filter((id): id is string => typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id));
  return [...new Set(usable)].slice(0, maxGuides);
}

function otherNames(exchange: Exchange): string[] {
  const [guide] = listed(exchange);
  const { key, slug, title } = isObject(guide) ? guide : {};
  const names = [key, slug, typeof title === 'string' ? inAddress(title) : undefined];
  const usable = names.filter((name) => typeof name === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(name));
  return [...new Set(usable as string[])];
}

function inAddress(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

function listed(exchange: Exchange): readonly Json[] {
  const data = isAnswered(exchange) && isSuccess(exchange) ? jsonObject(exchange)?.['data'] : undefined;
  return Array.isArray(data) ? data : [];
}

async function fetchKeys(context: SetupContext): Promise<readonly Record<string, unknown>[]> {
  if (context.config.target.jwksUrl === undefined) return [];
  const exchange = await asker(context, '(run)')(0, 'jwks', {
    origin: 'jwks',
    method: 'GET',
    path: '',
    headers: [['Accept', 'application/json']],
    wire: 'http',
  });
  const keys = isAnswered(exchange) && isSuccess(exchange) ? jsonObject(exchange)?.['keys'] : undefined;
  return Array.isArray(keys) ? keys.filter(isObject) : [];
}

/** Returns the public key with the scoped token's kid, or else the only asymmetric key. Undefined for HMAC. */
function pickKey(
  keys: readonly Record<string, unknown>[],
  token: TokenFacts | undefined,
): Record<string, unknown> | undefined {
  if (token?.form !== 'jws' || /^HS/i.test(String(token.header?.['alg']))) return undefined;
  const asymmetric = keys.filter(({ kty }) => kty === 'RSA' || kty === 'EC' || kty === 'OKP');
  return (
    asymmetric.find(({ kid }) => kid === token.header?.['kid']) ?? (asymmetric.length === 1 ? asymmetric[0] : undefined)
  );
}
