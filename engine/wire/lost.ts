import type { Lost, LostWhy } from '../exchange/exchange.ts';

const byCode: readonly (readonly [pattern: RegExp, why: LostWhy])[] = [
  [/^ECONNREFUSED$|^EHOSTUNREACH$|^ENETUNREACH$/, 'refused-connection'],
  [/^ENOTFOUND$|^EAI_/, 'unresolved-name'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|ERR_OSSL)/, 'tls'],
  [/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$|^ETIMEDOUT$/, 'timeout'],
  [/^UND_ERR_(HEADERS_OVERFLOW|RES_EXCEEDED_MAX_SIZE)$|^HPE_HEADER_OVERFLOW$/, 'oversized'],
  [/^HPE_|^UND_ERR_(RES_CONTENT_LENGTH_MISMATCH|INFO)$/, 'invalid-http'],
];

/** What became of a request, from the error of a library or a socket. Its text is not shown: it may repeat what was sent. */
export function lostBy(error: unknown): Lost {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const found = byCode.find(([pattern]) => pattern.test(code));
    if (found) return { lost: found[1], detail: code };
    if (at instanceof AggregateError && at.errors.length > 0) return lostBy(at.errors[0]);
    // The connection ended without a code of its own: a reset, or an end before the answer was complete.
    if (at.cause === undefined)
      return { lost: 'closed', detail: code || 'the connection ended before the answer was complete' };
  }
  return { lost: 'closed', detail: 'the connection ended before the answer was complete' };
}
