import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyProfile } from '../../../engine/config/config.ts';
import { emptyFolder } from '../../cli/command.ts';
import { certifyTarget, withOutcome } from '../../engine/session/in-process.ts';
import { scopeIsAll } from '../../scope.ts';
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.ts';
import { type MockServer, startMockoon, startPrism } from './mock-server.ts';

const folder = emptyFolder();
const description = join(folder.path, 'openapi.json');
let identity: AuthorizationServer;

beforeAll(async () => {
  const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli', 'main.js');
  const exported = await promisify(execFile)(process.execPath, [main, 'openapi'], { cwd: folder.path, maxBuffer: 1e8 });
  await writeFile(description, exported.stdout);
  identity = await startAuthorizationServer();
});

afterAll(async () => {
  await identity.close();
  folder.remove();
});

async function certifyMock(start: (description: string) => Promise<MockServer>) {
  const mock = await start(description);
  try {
    const { authUrl, jwksUrl, audience, expiredToken, otherAudienceToken } = identity;
    const { result } = await certifyTarget({
      target: { baseUrl: mock.baseUrl, authUrl, jwksUrl, audience, sandbox: true },
      clients: { scoped: { id: 'scoped', secret: 'a-secret' }, unscoped: { id: 'unscoped', secret: 'b-secret' } },
      tokens: { expired: expiredToken, otherAudience: otherAudienceToken },
      users: { first: '64b7f0c2a91e3d5f8b2c4e6a', second: '5f9d88b1c3e7a2046d8e1f3b', sameLanguage: false },
      allow: { writes: true, orders: true, desync: true },
      depth: 'quick',
      seed: 7,
      strict: false,
      concurrency: 8,
      timeoutMs: 5_000,
      deadlineS: 240,
      network: { headers: {}, allowPlainHttp: false },
      profile: emptyProfile,
    });
    return result;
  } finally {
    await mock.close();
  }
}

/** What the authorization server does wrong: it is made for tests, and issues a token to whoever asks. */
const anybodyGetsToken = {
  'token/bad-credentials': 'no client is known, and no secret is compared',
  'token/bad-grant': 'password and refresh_token are answered as well, with whatever stands in the request',
  'token/missing-fields': 'neither client_id nor client_secret is asked for',
  'token/wrong-audience': 'the audience of a request is not looked at',
};

/** What a server does wrong that answers with examples: it knows no token, no user, no language and no guide. */
const examplesOnly = {
  'auth/malformed': 'any value counts as credentials, or none is asked for',
  'auth/forged': 'no signature is verified',
  'auth/forged-key-confusion': 'no signature is verified',
  'auth/expired': 'no token is read',
  'auth/other-audience': 'no token is read',
  'scope/guides-required': 'no scope is looked at',
  'scope/forged-scope': 'no scope is looked at, no signature is verified',
  'user/unknown': 'every user exists',
  'errors/unknown-route': 'an unknown path is answered by the tool itself, in its own form',
  'guides/vary': 'the description gives the listing no Vary, because the specification says nothing of it',
  'guides/localised': 'the example is in one language',
  'guide/fetch': 'one example is the answer to every id',
  'guide/unknown-id': 'one example is the answer to every id',
  'address/country-code': 'the description gives countryCode no pattern, because whether it is enforced is not shown',
  'notifications/localised': 'the example is in one language',
  'orders/amount-bounds': 'the description gives amount no bounds, because the specification gives none',
};

const expectedOfPrism = {
  ...anybodyGetsToken,
  ...examplesOnly,
  'auth/scheme-case': 'it compares the scheme with case',
  'auth/challenge': 'its 401 is an example without WWW-Authenticate',
  'http/no-server-error': 'a Content-Type that its parser does not take is answered with 500',
  'errors/shape': 'a body that it cannot parse is answered in its own form',
  'errors/status-matches': 'it answers one status with the example of another',
  'errors/response-id-unique': 'the responseId is part of the example',
};

const expectedOfMockoon = {
  ...anybodyGetsToken,
  ...examplesOnly,
  'auth/missing': 'it validates no request',
  'user/missing': 'it validates no request',
  'user/malformed': 'it validates no request',
  'guide/malformed-id': 'it validates no request',
  'address/malformed-json': 'it validates no request',
  'address/wrong-shape': 'it validates no request',
  'address/wrong-type': 'it validates no request',
  'address/content-type': 'it validates no request',
  'orders/malformed-json': 'it validates no request',
  'orders/wrong-shape': 'it validates no request',
  'orders/wrong-type': 'it validates no request',
  'orders/content-type': 'it validates no request',
};

test.runIf(scopeIsAll).each([
  ['Prism', startPrism, expectedOfPrism],
  ['Mockoon', startMockoon, expectedOfMockoon],
] as const)(
  '%s serving the exported description is accused of what it does wrong, and of nothing else',
  {
    timeout: 300_000,
  },
  async (_name, start, expected) => {
    const result = await certifyMock(start);
    expect(withOutcome(result, 'fail', 'warn').sort()).toEqual(Object.keys(expected).sort());
    expect(result.harnessErrors).toEqual([]);
    expect(result.verdict).toBe('non-conformant');
  },
);
