import { isAnswered, type TokenFacts } from '../../exchange/exchange.ts';
import { isObject, isSuccess, jsonObject } from '../../judging/answer.ts';
import { asker, type PreflightContext } from './context.ts';

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
