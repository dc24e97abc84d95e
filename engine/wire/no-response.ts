import type { Lost, LostWhy } from '../exchange/exchange.ts';
import { ProxyError } from './proxy-refusal.ts';

const byCode: readonly (readonly [pattern: RegExp, why: LostWhy])[] = [
  [/^ECONNREFUSED$|^EHOSTUNREACH$|^ENETUNREACH$/, 'refused-connection'],
  [/^ENOTFOUND$|^EAI_/, 'unresolved-name'],
  [/^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|ERR_OSSL|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'tls'],
  [/^(INVALID_CA|INVALID_PURPOSE|EPROTO|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/, 'tls'],
  [/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$|^ETIMEDOUT$/, 'timeout'],
  [/^UND_ERR_(HEADERS_OVERFLOW|RES_EXCEEDED_MAX_SIZE)$|^HPE_HEADER_OVERFLOW$/, 'oversized'],
  [/^HPE_|^UND_ERR_(RES_CONTENT_LENGTH_MISMATCH|INFO)$/, 'invalid-http'],
];

/** RFC 9110 section 15.2. */
export const interim = 'an unsolicited interim response';

export const timedOut = (ms: number): Lost => ({
  lost: 'timeout',
  detail: `no complete response within ${ms} ms, see --timeout`,
});

export const cutShort: Lost = {
  lost: 'closed',
  detail: 'the connection ended before the response was complete',
};

/** Requests that undici refuses to send. The check must use the raw wire instead. */
const ours = /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/;

/** An error of the harness, not silence of the target. */
export const isOurs = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  ours.test(error.code);

/** The message of an error is not shown, because it may quote the request. */
export function lostBy(error: unknown): Lost {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProxyError) return at.lost;
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const found = byCode.find(([pattern]) => pattern.test(code));
    if (found) return { lost: found[1], detail: code };
    // undici reports an unsolicited interim response this way.
    if (code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)$/.test(at.message)) {
      return { lost: 'invalid-http', detail: interim };
    }
    if (at.name === 'HTTPParserError') return { lost: 'invalid-http', detail: code || at.name };
    if (at instanceof AggregateError && at.errors.length > 0) return lostBy(at.errors[0]);
    if (at.cause === undefined) return code ? { lost: 'closed', detail: code } : cutShort;
  }
  return cutShort;
}

/** Such as `ECONNREFUSED`. If Node tried several addresses, that of the first error. */
export function codeOf(error: unknown) {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return (error as NodeJS.ErrnoException).code;
}
