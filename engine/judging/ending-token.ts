import type { Answered, TokenFacts } from '../exchange/exchange.ts';
import { clockOf } from './http-date.ts';

/** In seconds. An older token was not issued with the response: Date and iat are rounded. */
const agedS = 3;

/**
 * Whether `expires_in` 0 may be true: a cached token that ends within the second. The run has seen
 * it before, or its iat and exp say so.
 */
export function mayEndNow(answered: Answered, token: TokenFacts | undefined): boolean {
  if (token?.isRepeated) return true;
  const { iat, exp } = token?.claims ?? {};
  const now = clockOf(answered) / 1000;
  return (
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    now - iat >= agedS &&
    Math.abs(exp - now) <= 1
  );
}
