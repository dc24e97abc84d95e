import { expect, test } from 'vitest';
import { lostBy } from '../../../engine/wire/lost.ts';

const coded = (code: string, cause?: unknown) => Object.assign(new Error('secret text', { cause }), { code });

test.each([
  ['ECONNREFUSED', 'refused-connection'],
  ['EHOSTUNREACH', 'refused-connection'],
  ['ENOTFOUND', 'unresolved-name'],
  ['EAI_AGAIN', 'unresolved-name'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['HOSTNAME_MISMATCH', 'tls'],
  ['INVALID_CA', 'tls'],
  ['EPROTO', 'tls'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'oversized'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'oversized'],
  ['HPE_HEADER_OVERFLOW', 'oversized'],
  ['HPE_INVALID_CONSTANT', 'invalid-http'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'invalid-http'],
  ['ECONNRESET', 'closed'],
  ['EPIPE', 'closed'],
  ['UND_ERR_SOCKET', 'closed'],
])('%s is %s', (code, why) => {
  expect(lostBy(coded(code))).toEqual({ lost: why, detail: code });
});

test('the cause of an error counts where the error itself says nothing', () => {
  expect(lostBy(new Error('outer', { cause: coded('ENOTFOUND') }))).toEqual({
    lost: 'unresolved-name',
    detail: 'ENOTFOUND',
  });
});

test('of several addresses, the first speaks', () => {
  expect(lostBy(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]))).toMatchObject({
    lost: 'refused-connection',
  });
});

test('the text of an error is never repeated: it may hold what was sent', () => {
  for (const error of [
    coded('UND_ERR_SOCKET'),
    coded('ENOTFOUND'),
    new Error('secret text'),
    'secret text',
    undefined,
  ]) {
    expect(JSON.stringify(lostBy(error))).not.toContain('secret text');
  }
});
