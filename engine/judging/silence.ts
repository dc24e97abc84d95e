import type { Unanswered } from '../exchange/exchange.ts';

export const silentAttempts = 3;

/** Fewer attempts prove nothing: the run may have been stopped. Network failures do not count. */
export function isProvenSilence({ key, answer: { lost } }: Unanswered) {
  const isSilent = lost === 'refused-connection' || lost === 'closed' || lost === 'timeout';
  return lost === 'target-down' || (isSilent && key.attempt + 1 >= silentAttempts);
}

/**
 * An unparsable response counts only for GET, which alone is sent again to a second parser, and
 * without a proxy, which may be the cause.
 */
export function mayBeLostByTarget({ request, answer: { lost } }: Unanswered, isDirect: boolean) {
  const isUnparsable = lost === 'invalid-http' && isDirect && request.method === 'GET';
  return request.origin === 'api' && (lost === 'closed' || lost === 'timeout' || isUnparsable);
}
