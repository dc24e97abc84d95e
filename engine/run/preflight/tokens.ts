import type { RunFacts } from '../../catalogue/facts.ts';
import { tokenRequest, tokenRequestAsForm } from '../../catalogue/well-formed.ts';
import { type Exchange, isAnswered, type TokenFacts } from '../../exchange/exchange.ts';
import { isObject, isSuccess, jsonObject, summarize } from '../../judging/answer.ts';
import { asker, type PreflightContext } from './context.ts';

/** Requests a token for each configured client, unless the operator supplied one. */
export async function acquireTokens(
  context: PreflightContext,
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
    else refusedTokens[name] = summarize(exchange);
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

/** Fetches the keys that verify tokens, if the operator configured their URL. */
export async function fetchKeys(context: PreflightContext): Promise<readonly Record<string, unknown>[]> {
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
export function pickKey(
  keys: readonly Record<string, unknown>[],
  token: TokenFacts | undefined,
): Record<string, unknown> | undefined {
  if (token?.form !== 'jws' || /^HS/i.test(String(token.header?.['alg']))) return undefined;
  const asymmetric = keys.filter(({ kty }) => kty === 'RSA' || kty === 'EC' || kty === 'OKP');
  return (
    asymmetric.find(({ kid }) => kid === token.header?.['kid']) ?? (asymmetric.length === 1 ? asymmetric[0] : undefined)
  );
}
