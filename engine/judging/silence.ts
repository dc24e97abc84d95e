import type { Unanswered } from '../exchange/exchange.ts';

/** How often a request is sent before it counts as without response. */
export const silentAttempts = 3;

/**
 * Whether the target itself fails to respond: in all attempts, or for so long that the run stops
 * sending to it. Fewer attempts prove nothing, because the run may have been stopped. Network
 * failures do not count.
 */
export function isProvenSilence({ key, answer: { lost } }: Unanswered): boolean {
  const isSilent = lost === 'refused-connection' || lost === 'closed' || lost === 'timeout';
  return lost === 'target-down' || (isSilent && key.attempt + 1 >= silentAttempts);
}

/**
 * Whether the target may be the cause of a lost response: it sent none, or one that no parser
 * accepts. An unparsable response counts only for GET, because only a GET is sent again to let a
 * second parser read the response. It does not count if there is a proxy, because the proxy may be
 * the cause.
 */
export function mayBeLostByTarget(
  { request, answer: { lost } }: Unanswered,
  isDirect: boolean,
): boolean {
  const isUnparsable = lost === 'invalid-http' && isDirect && request.method === 'GET';
  return request.origin === 'api' && (lost === 'closed' || lost === 'timeout' || isUnparsable);
}
