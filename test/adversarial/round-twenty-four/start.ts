import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { install } from './install.ts';
import { configured, migrations } from './migrations.ts';
import type { Target } from './types.ts';
import { keysPath, listen, tokenPath } from './wire.ts';

/** Starts the correct target, or one with a single defect or variation. */
export const start = async (toggle?: string): Promise<Target> => {
  const migration = toggle === undefined ? undefined : migrations[toggle];
  if (toggle !== undefined && migration === undefined) throw new Error(`There is no toggle ${toggle}`);
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const config = configured(toggle, {
    prefix: '/ords/depot',
    audience: 'urn:depot:m2m',
    kid: 'depot-2024',
    lifetime: 3600,
    scoped: { id: 'gateway_full', secret: `full-${randomUUID()}` },
    unscoped: { id: 'gateway_plain', secret: `plain-${randomUUID()}` },
    pointer: '/address',
  });
  const db = install(config, { sign: privateKey, verify: publicKey });
  const now = Math.floor(Date.now() / 1000);
  const operator = { ...db.token.claims(config.scoped), jti: randomUUID() };
  const expiredToken = await db.token.sign({ ...operator, iat: now - 4500, exp: now - 900 });
  const otherAudienceToken = await db.token.sign({ ...operator, aud: `${config.audience}-reports` });
  migration?.(db);
  const jwk = { ...(await exportJWK(publicKey)), kid: config.kid, alg: 'ES256', use: 'sig' };
  const { origin, close } = await listen(db, { keys: [jwk] });
  const [first, second, denied] = db.tables.users;
  return {
    baseUrl: `${origin}${config.prefix}`,
    authUrl: `${origin}${tokenPath}`,
    jwksUrl: `${origin}${keysPath}`,
    audience: config.audience,
    clients: { scoped: config.scoped, unscoped: config.unscoped },
    users: { first: first?.id ?? '', second: second?.id ?? '', denied: denied?.id },
    expiredToken,
    otherAudienceToken,
    readBack: { method: 'GET', path: '/users/me/address', pointer: config.pointer },
    close,
  };
};
