import { describe, expect, test } from 'vitest';
import type { Network } from '../../../engine/config/config.ts';
import { certificate, itsEncryptedKey, itsKey } from './certificates.ts';
import { enough, type Given, over, resolving } from './given.ts';

async function networkOf(given: Given): Promise<Network> {
  const resolved = await resolving(given);
  return resolved.embedded ? resolved.partial.network : resolved.config.network;
}

describe('certificates', () => {
  const files = {
    'tls/ca.pem': `a comment\n${certificate}${certificate}`,
    'tls/cert.pem': certificate,
  };

  test('are read from their files', async () => {
    const clientCertificate = { cert: './tls/cert.pem', key: './tls/key.pem' };
    const config = { network: { ca: 'tls/ca.pem', clientCertificate } };
    expect(
      await networkOf({ env: enough, config, files: { ...files, 'tls/key.pem': itsKey } }),
    ).toMatchObject({
      ca: files['tls/ca.pem'],
      clientCertificate: { cert: certificate, key: itsKey },
    });
  });

  test('can have an encrypted key, or be left out with an empty object', async () => {
    const clientCertificate = {
      cert: 'tls/cert.pem',
      key: 'tls/key.pem',
      passphrase: 'opensesame',
    };
    const given = {
      config: { network: { clientCertificate } },
      files: { ...files, 'tls/key.pem': itsEncryptedKey },
    };
    expect((await networkOf(given)).clientCertificate?.passphrase).toBe('opensesame');
    expect(await networkOf({ config: { network: { clientCertificate: {} } } })).not.toHaveProperty(
      'clientCertificate',
    );
  });
});

test.each<[string | undefined, Record<string, string>]>([
  [
    'http://127.0.0.1:0',
    { M2M_BASE_URL: 'http://127.0.0.1:1', M2M_AUTH_URL: 'http://localhost:2' },
  ],
  [undefined, { M2M_BASE_URL: 'http://127.0.0.1:1' }],
  ['http://harness.example.com:8080/a/', { M2M_LISTEN_URL: 'http://harness.example.com:8080/a/' }],
])('the listener is at %s', async (expected, env) => {
  expect((await networkOf(over(env))).listenUrl).toBe(expected);
});

describe('the proxy of the environment', () => {
  const one = 'http://one.example.com:3128';
  const two = 'http://two.example.com:3128';
  const http = { url: one, variable: 'HTTP_PROXY' };
  const https = { url: two, variable: 'HTTPS_PROXY' };
  const both = { HTTP_PROXY: one, HTTPS_PROXY: two };
  const secure = { HTTPS_PROXY: two };
  const here = { M2M_BASE_URL: 'http://127.0.0.1:1' };
  const plainHttp = {
    M2M_ALLOW_PLAIN_HTTP: '1',
    M2M_BASE_URL: 'http://a.example.com',
    M2M_AUTH_URL: 'http://a.example.com',
  };

  test.each<[string, Record<string, string>, Network['proxy']]>([
    ['is taken', both, { http, https }],
    [
      'is taken in lower case first, and messages name that variable',
      { https_proxy: two, HTTPS_PROXY: one },
      { https: { url: two, variable: 'https_proxy' } },
    ],
    ['serves https where there is one for http only', { HTTP_PROXY: one }, { http, https: http }],
    ['is not used for what NO_PROXY lists', { ...secure, NO_PROXY: '.example.com' }, undefined],
    ['is not used where NO_PROXY is everything', { ...secure, NO_PROXY: '*' }, undefined],
    [
      'is used beside NO_PROXY',
      { ...secure, no_proxy: 'api.example.com' },
      { https, no: 'api.example.com' },
    ],
    ['is not used on that port', { ...secure, NO_PROXY: 'other.org, example.com:443' }, undefined],
    [
      'is used on another port',
      { ...secure, NO_PROXY: 'example.com:844' },
      { https, no: 'example.com:844' },
    ],
    ['is not used for http where there is none', { ...plainHttp, ...secure }, undefined],
    [
      'is not used on this machine',
      { ...here, M2M_AUTH_URL: 'http://localhost:2', HTTP_PROXY: one },
      undefined,
    ],
    [
      'is used beside this machine',
      { ...here, HTTP_PROXY: one, NO_PROXY: 'a' },
      { http, https: http, no: 'a' },
    ],
  ])('%s', async (_name, env, expected) => {
    expect((await networkOf(over(env))).proxy).toEqual(expected);
  });
});
