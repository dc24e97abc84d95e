import { createRemoteJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { startClient } from './client.ts';

const { server, token, credentials } = await startClient();

test('the client credentials flow yields a signed JWT that says what the answer says', async () => {
  const { status, headers, json } = await token(credentials());
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(json).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'service:nbg service:accounts',
  });
  const keys = createRemoteJWKSet(new URL(server.jwksUrl));
  const { payload, protectedHeader } = await jwtVerify(json.access_token, keys, { audience: server.audience });
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  expect(payload).toMatchObject({ iss: expect.any(String), sub: expect.any(String), scope: json.scope });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(json.expires_in);
});

test('the unscoped client is not granted service:nbg', async () => {
  const { json } = await token(credentials('unscoped'));
  expect(json.scope.split(' ')).not.toContain('service:nbg');
});

test.each([
  ['a wrong secret', { client_secret: 'no' }, 'invalid_client'],
  ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
  ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['no grant type', { grant_type: undefined }, 'invalid_request'],
  ['no secret', { client_secret: undefined }, 'invalid_request'],
  ['an id of another type', { client_id: 7 }, 'invalid_request'],
  ['another audience', { audience: 'https://elsewhere.example' }, 'invalid_target'],
])('%s is refused in the manner of RFC 6749', async (_what, change, error) => {
  const { status, headers, json } = await token({ ...credentials(), ...change });
  expect(status).toBe(400);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(json.error).toBe(error);
  expect(json).not.toHaveProperty('access_token');
});

test.each(['', '{', '[]', 'null', '"x"', '[['.repeat(50_000)])(
  'a body that is no JSON object is refused',
  async (body) => {
    const { status, json } = await token(body);
    expect(status).toBe(400);
    expect(json.error).toBe('invalid_request');
  },
);

test('a secret of the other client is a wrong secret', async () => {
  const { status } = await token({ ...credentials(), client_secret: server.clients.unscoped.secret });
  expect(status).toBe(400);
});
