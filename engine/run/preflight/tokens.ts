import { type RunFacts, tokenRequest, tokenRequestAsForm } from '../../catalogue/index.ts';
import { suspected } from '../../config/config.ts';
import { type Exchange, isAnswered, setupKey, type TokenFacts } from '../../exchange/index.ts';
import { isObject, isRefusal, isSuccess, jsonObject, summarize } from '../../judging/answer.ts';
import type { PreflightContext } from './first-response.ts';

type TokenOfClient = Pick<RunFacts, 'tokens' | 'refusedTokens' | 'statedScopes' | 'start'>;

export async function acquireToken(
  { config, givenTokens, send }: PreflightContext,
  client: 'scoped' | 'unscoped',
): Promise<TokenOfClient & { readonly refusal?: Exchange }> {
  const name = `token:${client}`;
  const nothing = { tokens: {}, refusedTokens: {} };
  if (config.clients[client] === undefined || givenTokens[name] !== undefined) return nothing;
  const issued = (came: Exchange) =>
    isAnswered(came) && isSuccess(came) ? came.facts.tokens[name] : undefined;
  const keyOf = (step: string) => setupKey('POST {auth_url}', step, client === 'scoped' ? 0 : 1);
  let exchange = await send(keyOf('token'), tokenRequest(client));
  if (!issued(exchange) && isAnswered(exchange)) {
    // A form distinguishes wrong credentials from a refused JSON body.
    const asForm = await send(keyOf('token-as-form'), tokenRequestAsForm(client));
    if (issued(asForm)) exchange = asForm;
  }
  const facts = issued(exchange);
  if (!facts || !isAnswered(exchange)) {
    const doubt =
      isAnswered(exchange) && isRefusal(exchange)
        ? suspected([`clients.${client}`, 'target.audience'], config.suspicions)
        : '';
    const why = `${summarize(exchange)}${doubt && `.${doubt}`}`;
    return { ...nothing, refusedTokens: { [name]: why }, refusal: exchange };
  }
  const scope = jsonObject(exchange)?.['scope'];
  const start = { endpoint: 'token', status: exchange.answer.status };
  return {
    tokens: { [name]: facts },
    refusedTokens: {},
    ...(typeof scope === 'string' && { statedScopes: { [name]: scope } }),
    ...(client === 'scoped' && exchange.key.step === 'token' && { start }),
  };
}

/** The public key with the scoped token's kid, or else the only asymmetric key. */
export async function fetchKey(
  { config, send }: PreflightContext,
  token: TokenFacts | undefined,
): Promise<Pick<RunFacts, 'publicKey'>> {
  if (config.target.jwksUrl === undefined) return {};
  const exchange = await send(setupKey('(run)', 'jwks'), {
    origin: 'jwks',
    method: 'GET',
    path: '',
    headers: [['Accept', 'application/json']],
    wire: 'http',
  });
  const keys =
    isAnswered(exchange) && isSuccess(exchange) ? jsonObject(exchange)?.['keys'] : undefined;
  if (token?.form !== 'jws' || /^HS/i.test(String(token.header?.['alg']))) return {};
  const asymmetric = (Array.isArray(keys) ? keys : [])
    .filter(isObject)
    .filter(({ kty }) => kty === 'RSA' || kty === 'EC' || kty === 'OKP');
  const publicKey =
    asymmetric.find(({ kid }) => kid === token.header?.['kid']) ??
    (asymmetric.length === 1 ? asymmetric[0] : undefined);
  return publicKey ? { publicKey } : {};
}
