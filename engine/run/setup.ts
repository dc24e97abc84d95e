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

/** How many listed guides get a symbol of their own. */
const maxGuides = 200;
/** Times that it is asked for again where the target sheds load: an earlier run may have used up what it takes. */
const askedAgain = 2;
const guidePaths = ['/learn/learning-guides/{id}', '/learning-guides/{id}'] as const;

export interface SetupContext {
  readonly config: Pick<Config, 'clients' | 'tokens' | 'target' | 'profile'>;
  readonly covered: readonly Endpoint[];
  /** What the tokens are that the operator minted beforehand, by symbol. */
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
  readonly send: Send;
  /** Waits so many milliseconds; false where there is no time left to. Replayed evidence does not wait. */
  readonly wait: (ms: number) => Promise<boolean>;
  /** Makes a guide's id known under `guide:N`. */
  readonly nameGuide: (nth: number, id: string) => void;
}

/** What has to be known before the first case: tokens, guides, the path of the guide, the key that verifies tokens. */
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

/** The first well-formed request to the API: the listing of guides where it is covered, else any endpoint that reads. */
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

/** What may help where a token is refused that was issued a moment ago; false where there is no time left to. */
function curesOfRefusal(context: SetupContext): (() => Promise<boolean>)[] {
  // It may not be known everywhere, nor valid yet by the clock of the API.
  const known = () => context.wait(longestSpread);
  // The next one that was issued to the same client may have revoked it.
  const renewed = async () =>
    isAnswered(await asker(context, 'POST {auth_url}')(0, 'token-anew', tokenRequest('scoped')));
  const mayRenew = context.config.clients.scoped !== undefined && context.givenTokens['token:scoped'] === undefined;
  return mayRenew ? [known, renewed] : [known];
}

const isUnauthorised = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 401;

/**
 * Where no endpoint lets the run in, what the operator named is not what was meant, as far as anybody can tell: then no
 * answer is held against the target. A single endpoint that shows a page is at fault itself.
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
      // Wrong credentials are the operator's mistake, a refused JSON body is the target's: a form tells them apart.
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
    // A page for whatever path is no guide.
    if (isSuccess(tried) && jsonObject(tried)) return { ...found, guidePath: path };
    if (tried.answer.status !== 404) known ??= path;
  }
  return { ...found, guidePath: known ?? guidePaths[0] };
}

/** Ids that can stand in a path as they are; whether they are well-formed is for guides/schema to say. */
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

/** The key of an asymmetric algorithm under which the scoped token was signed. */
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
