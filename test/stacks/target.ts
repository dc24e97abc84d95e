import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { Identity, Place, Program } from './define.ts';
import { guideChapters, guideListing } from './guides.ts';
import { freePort, newFolder, type Running, startServer } from './processes.ts';
import type { Credentials, Target } from './stack.ts';

/**
 * The folder of the stacks in the repository, which is the working directory of `npm run stacks`
 * and vitest.
 */
export const stacksFolder = join(process.cwd(), 'test', 'stacks');

const audience = 'https://api.m2m.example';

type Started = Omit<Place, 'source' | 'toggle'>;

export interface Parts {
  readonly identity: Identity;
  readonly toggle: string;
  readonly program: (place: Started) => Program;
  readonly front?: (place: Started & { backend: number }) => Program;
}

/** Starts the identity provider, the server and the proxy. All of them get the toggle. */
export async function startTarget({ identity, toggle, program, front }: Parts): Promise<Target> {
  const { key, jwk } = await signingKey();
  const [identityPort, backend] = [await freePort(), await freePort()];
  const port = front ? await freePort() : backend;
  const issuer = `http://127.0.0.1:${identityPort}`;
  const env = {
    STACK_JWKS_URL: `${issuer}/jwks`,
    STACK_ISSUER: issuer,
    STACK_AUDIENCE: audience,
    STACK_TOGGLE: toggle,
  };
  const running: Running[] = [];
  const close = async () => {
    await Promise.all(running.map((one) => one.close()));
  };
  const begin = async (at: number, programOf: (folder: string) => Program) => {
    const folder = await newFolder();
    const contentFile = join(folder, 'content.json');
    writeFileSync(contentFile, JSON.stringify(content));
    const { command, env: own } = programOf(folder);
    running.push(
      await startServer(command, at, folder, { ...env, STACK_CONTENT: contentFile, ...own }),
    );
  };
  try {
    const command = [process.execPath, join(stacksFolder, 'identity', `${identity}.mjs`)];
    await begin(identityPort, () => ({ command, env: { STACK_KEY: JSON.stringify(jwk) } }));
    await begin(backend, (folder) => program({ port: backend, folder }));
    if (front) await begin(port, (folder) => front({ port, folder, backend }));
  } catch (error) {
    await close();
    throw error;
  }
  const sign = signer(key, jwk.kid ?? '', issuer);
  const now = Math.floor(Date.now() / 1000);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    authUrl: `${issuer}/token`,
    jwksUrl: env.STACK_JWKS_URL,
    audience,
    clients: content.clients,
    users: { first, second, denied },
    expiredToken: await sign({ iat: now - 7200, nbf: now - 7200, exp: now - 3600 }),
    otherAudienceToken: await sign({
      aud: 'https://other-api.m2m.example',
      iat: now,
      exp: now + 3600,
    }),
    close,
  };
}

/** Returns a function that signs valid tokens with some claims replaced. */
function signer(key: CryptoKey, kid: string, iss: string): (claims: JWTPayload) => Promise<string> {
  const usual = { iss, sub: content.clients.scoped.id, aud: audience, scope: content.scope };
  return (claims) =>
    new SignJWT({ ...usual, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
      .sign(key);
}

interface Content {
  readonly scope: string;
  readonly clients: { readonly scoped: Credentials; readonly unscoped: Credentials };
}

const stored = JSON.parse(readFileSync(join(stacksFolder, 'content.json'), 'utf8'));
const [first = '', second = '', denied = ''] = Object.keys(stored.users);

const content: Content = {
  ...stored,
  notifications: { ...stored.notifications, [denied]: stored.notifications[first] },
  guides: { en: guideListing('en'), de: guideListing('de') },
  chapters: { en: guideChapters('en'), de: guideChapters('de') },
};

let made: Promise<{ key: CryptoKey; jwk: JWK }> | undefined;

/** Returns the key that this process shares, because key generation is slow. */
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
