import { expect, test } from 'vitest';
import { lostBy } from '../../../engine/wire/lost.ts';

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

test('the cause of an error counts if the error has no code', () => {
  const error = new Error('outer', { cause: coded('ENOTFOUND') });
  expect(lostBy(error)).toEqual({ lost: 'unresolved-name', detail: 'ENOTFOUND' });
});

test('the first of several addresses counts', () => {
  const errors = new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]);
  expect(lostBy(errors)).toMatchObject({ lost: 'refused-connection' });
});

test.each([coded('UND_ERR_SOCKET'), coded('ENOTFOUND'), new Error('secret text'), 'secret text', undefined])(
  'the text of an error is never repeated: %s',
  (error) => {
    expect(JSON.stringify(lostBy(error))).not.toContain('secret text');
  },
);
