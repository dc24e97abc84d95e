import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import type { Identity, Place, Program } from './define.ts';
import { freePort, newFolder, startServer } from './processes.ts';
import type { Credentials, Target } from './stack.ts';

/** Of the repository, which is the working directory of `npm run stacks` and of vitest. */
export const stacksFolder = join(process.cwd(), 'test', 'stacks');

const contentFile = join(stacksFolder, 'content.json');
const audience = 'https://api.m2m.example';

/** Starts the identity provider, then the server that trusts it. The toggle goes to both. */
export async function startTarget(
  identity: Identity,
  program: (place: Omit<Place, 'source' | 'toggle'>) => Program,
  toggle: string,
): Promise<Target> {
  const { key, jwk } = await signingKey();
  const [identityPort, port, identityFolder, folder] = [
    await freePort(),
    await freePort(),
    await newFolder(),
    await newFolder(),
  ];
  const issuer = `http://127.0.0.1:${identityPort}`;
  const env = {
    STACK_CONTENT: contentFile,
    STACK_JWKS_URL: `${issuer}/jwks`,
    STACK_ISSUER: issuer,
    STACK_AUDIENCE: audience,
    STACK_TOGGLE: toggle,
  };
  const identityProgram = [process.execPath, join(stacksFolder, 'identity', `${identity}.mjs`)];
  const provider = await startServer(identityProgram, identityPort, identityFolder, {
    ...env,
    STACK_KEY: JSON.stringify(jwk),
  });
  const { command, env: own } = program({ port, folder });
  const server = await startServer(command, port, folder, { ...env, ...own }).catch(async (error) => {
    await provider.close();
    throw error;
  });
  const now = Math.floor(Date.now() / 1000);
  const sign = (claims: JWTPayload) =>
    new SignJWT({
      iss: issuer,
      sub: content.clients.scoped.id,
      aud: audience,
      scope: content.scope,
      jti: randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: jwk.kid ?? '' })
      .sign(key);
  const [first = '', second = '', denied = ''] = Object.keys(content.users);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    authUrl: `${issuer}/token`,
    jwksUrl: env.STACK_JWKS_URL,
    audience,
    clients: content.clients,
    users: { first, second, denied },
    expiredToken: await sign({ iat: now - 7200, nbf: now - 7200, exp: now - 3600 }),
    otherAudienceToken: await sign({ aud: 'https://other-api.m2m.example', iat: now, exp: now + 3600 }),
    close: async () => {
      await Promise.all([server.close(), provider.close()]);
    },
  };
}

interface Content {
  readonly scope: string;
  readonly clients: { readonly scoped: Credentials; readonly unscoped: Credentials };
  readonly users: Readonly<Record<string, unknown>>;
}

const content: Content = JSON.parse(readFileSync(contentFile, 'utf8'));

let made: Promise<{ key: CryptoKey; jwk: JWK }> | undefined;

/** One key per process: its primes are slow to find. */
function signingKey(): Promise<{ key: CryptoKey; jwk: JWK }> {
  made ??= generateKeyPair('RS256', { extractable: true }).then(async ({ privateKey }) => {
    const jwk = await exportJWK(privateKey);
    const kid = createHash('sha256')
      .update(jwk.n ?? '')
      .digest('base64url');
    return { key: privateKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } };
  });
  return made;
}
