import type { RunFacts } from '../../catalogue/facts.ts';
import { tokenRequest, tokenRequestAsForm } from '../../catalogue/well-formed.ts';
import { suspected } from '../../config/suspicion.ts';
import { type Exchange, isAnswered, type TokenFacts } from '../../exchange/exchange.ts';
import { isObject, isRefusal, isSuccess, jsonObject, summarize } from '../../judging/answer.ts';
import { asker, type PreflightContext } from './context.ts';

type TokenOfClient = Pick<RunFacts, 'tokens' | 'refusedTokens' | 'statedScopes' | 'start'>;

/** Undefined members if there is no such client, or the operator supplied the token. */
export async function acquireToken(
  context: PreflightContext,
  client: 'scoped' | 'unscoped',
): Promise<TokenOfClient & { readonly refusal?: Exchange }> {
  const name = `token:${client}`;
  const nothing = { tokens: {}, refusedTokens: {} };
  if (context.config.clients[client] === undefined || context.givenTokens[name] !== undefined)
    return nothing;
  const ask = asker(context, 'POST {auth_url}');
  const index = client === 'scoped' ? 0 : 1;
  let exchange = await ask(index, 'token', tokenRequest(client));
  if (!issued(exchange, name) && isAnswered(exchange)) {
    // A form distinguishes wrong credentials from a refused JSON body.
    const asForm = await ask(index, 'token-as-form', tokenRequestAsForm(client));
    if (issued(asForm, name)) exchange = asForm;
  }
  const facts = issued(exchange, name);
  if (!facts || !isAnswered(exchange))
    return {
      ...nothing,
      refusedTokens: { [name]: refusalOf(exchange, client, context) },
      refusal: exchange,
    };
  const scope = jsonObject(exchange)?.['scope'];
  const start = { endpoint: 'token', status: exchange.answer.status };
  return {
    tokens: { [name]: facts },
    refusedTokens: {},
    ...(typeof scope === 'string' ? { statedScopes: { [name]: scope } } : {}),
    ...(client === 'scoped' && exchange.key.step === 'token' ? { start } : {}),
  };
}

function refusalOf(
  exchange: Exchange,
  client: 'scoped' | 'unscoped',
  { config }: PreflightContext,
): string {
  const doubt =
    isAnswered(exchange) && isRefusal(exchange)
      ? suspected([`clients.${client}`, 'target.audience'], config.suspicions)
      : '';
  return doubt === '' ? summarize(exchange) : `${summarize(exchange)}.${doubt}`;
}

function issued(exchange: Exchange, name: string): TokenFacts | undefined {
  return isAnswered(exchange) && isSuccess(exchange) ? exchange.facts.tokens[name] : undefined;
}

export async function fetchKeys(
  context: PreflightContext,
): Promise<readonly Record<string, unknown>[]> {
  if (context.config.target.jwksUrl === undefined) return [];
  const exchange = await asker(context, '(run)')(0, 'jwks', {
    origin: 'jwks',
    method: 'GET',
    path: '',
    headers: [['Accept', 'application/json']],
    wire: 'http',
  });
  const keys =
    isAnswered(exchange) && isSuccess(exchange) ? jsonObject(exchange)?.['keys'] : undefined;
  return Array.isArray(keys) ? keys.filter(isObject) : [];
}

/** The public key with the scoped token's kid, or else the only asymmetric key. */
export function pickKey(
  keys: readonly Record<string, unknown>[],
  token: TokenFacts | undefined,
): Record<string, unknown> | undefined {
  if (token?.form !== 'jws' || /^HS/i.test(String(token.header?.['alg']))) return undefined;
  const asymmetric = keys.filter(({ kty }) => kty === 'RSA' || kty === 'EC' || kty === 'OKP');
  return (
    asymmetric.find(({ kid }) => kid === token.header?.['kid']) ??
    (asymmetric.length === 1 ? asymmetric[0] : undefined)
  );
}
