import { expect, test } from 'vitest';
import { lostBy } from '../../../engine/wire/no-response.ts';

const coded = (code: string) => Object.assign(new Error('secret text'), { code });

test.each(
  Object.entries({
    'refused-connection': 'ECONNREFUSED EHOSTUNREACH',
    'unresolved-name': 'ENOTFOUND EAI_AGAIN',
    tls: 'CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER',
    ' tls': 'UNABLE_TO_VERIFY_LEAF_SIGNATURE HOSTNAME_MISMATCH INVALID_CA EPROTO',
    timeout: 'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT',
    oversized: 'UND_ERR_HEADERS_OVERFLOW UND_ERR_RES_EXCEEDED_MAX_SIZE HPE_HEADER_OVERFLOW',
    'invalid-http': 'HPE_INVALID_CONSTANT UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    closed: 'ECONNRESET EPIPE UND_ERR_SOCKET',
  }).flatMap(([why, codes]) => codes.split(' ').map((code) => [code, why.trim()])),
)('%s is %s', (code, lost) => {
  expect(lostBy(coded(code))).toEqual({ lost, detail: code });
});

test.each([
  [
    'the cause counts if the error has no code',
    new Error('outer', { cause: coded('ENOTFOUND') }),
    'unresolved-name',
  ],
  [
    'the first address counts',
    new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
    'refused-connection',
  ],
])('%s', (_what, error, lost) => {
  expect(lostBy(error)).toMatchObject({ lost });
});

test.each([coded('UND_ERR_SOCKET'), new Error('secret text'), 'secret text'])(
  'the text of %s is hidden',
  (error) => {
    expect(JSON.stringify(lostBy(error))).not.toContain('secret text');
  },
);
