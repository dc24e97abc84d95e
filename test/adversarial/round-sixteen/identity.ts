import { randomUUID } from 'node:crypto';
import { decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { Platform } from './platform.ts';

export interface Identity {
  keys: unknown[];
  issue: (client: string, scope: string, over?: { audience?: string; ago?: number }) => Promise<string>;
  verify: (token: string, tolerance?: number) => Promise<Record<string, unknown>>;
}

/** The settings read here are those that a variation may change. */
export async function identity(platform: Platform): Promise<Identity> {
  const settings = platform.settings;
  const alg = String(settings['alg'] ?? 'ES256');
  const lifetime = Number(settings['lifetime'] ?? 3600);
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = String(settings['kid'] ?? randomUUID());
  const keys: unknown[] = [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }];
  const issuer = 'https://identity.atrium.example/';
  return {
    keys,
    issue: (client, scope, over = {}) => {
      const now = Math.floor(Date.now() / 1000) - (over.ago ?? 0);
      const claims = { scope, azp: client, ...(settings['claims'] as object | undefined) };
      const header = { alg, kid, typ: 'JWT', ...(settings['tokenHeader'] as object | undefined) };
      return new SignJWT(claims)
        .setProtectedHeader(header)
        .setIssuer(issuer)
        .setSubject(client)
        .setAudience(over.audience ?? String(settings['audience']))
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + lifetime + Number(settings['grace'] ?? 0))
        .sign(privateKey);
    },
    verify: async (token, tolerance = 30) => {
      const header = decodeProtectedHeader(token);
      if (header.alg !== alg) throw new Error('algorithm');
      const audience = (settings['audiences'] as string[] | undefined) ?? String(settings['audience']);
      const options = { issuer, audience, algorithms: [alg], clockTolerance: tolerance, requiredClaims: ['exp'] };
      return (await jwtVerify(token, publicKey, options)).payload;
    },
  };
}
