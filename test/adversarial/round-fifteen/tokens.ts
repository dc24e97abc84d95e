import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import {
  CompactSign,
  type CryptoKey,
  compactVerify,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
} from 'jose';
import { region } from './actor.ts';
import type { Claims, Layer } from './layer.ts';
import { Rejection } from './rejections.ts';
import type { Settings } from './settings.ts';

export const LIFETIME = 3600;
export const REQUIRED_SCOPE = 'service:nbg';
const scopes = { scoped: `service:read ${REQUIRED_SCOPE}`, unscoped: 'service:read' } as const;
type Holder = keyof typeof scopes;

interface Grant {
  readonly client: Holder;
  readonly token: string;
  readonly scope: string;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

const keyPair = async ({
  algorithm,
  rsaExponent,
}: Settings): Promise<Record<'privateKey' | 'publicKey', CryptoKey | KeyObject>> =>
  algorithm === 'RS256'
    ? generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: rsaExponent })
    : generateKeyPair(algorithm, { extractable: true });

const faultOf = (token: string, error: unknown): string => {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  try {
    return /^none$/i.test(String(decodeProtectedHeader(token).alg)) ? 'unsecured' : 'form';
  } catch {
    return 'form';
  }
};

/** Only what this server signed gets here: its claims have the form in which it writes them. */
const parsed = (payload: Uint8Array): Claims => JSON.parse(new TextDecoder().decode(payload));

/** The identity provider, in which each client is an actor of its own. */
export async function createProvider(settings: Settings, layer: Layer) {
  const { privateKey, publicKey } = await keyPair(settings);

  const mint = async (client: Holder, aud: string, exp: number): Promise<string> => {
    const iat = exp - LIFETIME;
    const own = { iss: 'https://login.fjordinvest.example', sub: settings.clients[client].id };
    const rest = { aud, iat, exp, azp: settings.clients[client].id, jti: randomUUID(), scope: scopes[client] };
    const claims = layer.claims?.({ ...own, ...rest }) ?? { ...own, ...rest };
    const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: settings.algorithm, kid: settings.kid, typ: 'JWT', ...settings.tokenHeader })
      .sign(privateKey);
    return layer.minted?.(token, claims) ?? token;
  };

  const desk = region<number, string, Grant | undefined>((id) => ({
    idleMs: 2000,
    recover: async () => 0,
    receive: async (issued, secret) => {
      const client = (['scoped', 'unscoped'] as const).find((holder) => settings.clients[holder].id === id);
      if (!client || (settings.clients[client].secret !== secret && !layer.wrongSecret?.())) return [issued, undefined];
      const token = await mint(client, settings.audience, seconds() + LIFETIME);
      return [issued + 1, { client, token, scope: scopes[client] }];
    },
  }));

  const claimsOf = async (token: string): Promise<Claims> => {
    const whole = layer.presented?.(token) ?? token;
    try {
      const { payload } = await compactVerify(whole, publicKey, { algorithms: [settings.algorithm] });
      return parsed(payload);
    } catch (error) {
      const fault = faultOf(whole, error);
      const claims = layer.unverifiable?.(fault);
      if (claims) return claims;
      throw new Rejection('credentials-refused', 'The access token is invalid.', { fault });
    }
  };

  const verify = async (token: string): Promise<Claims> => {
    const claims = await claimsOf(token);
    const expired = layer.expired?.(claims, seconds()) ?? claims.exp <= seconds();
    if (expired) throw new Rejection('credentials-refused', 'The access token has expired.', { fault: 'expired' });
    const forUs = layer.forUs?.(claims) ?? [claims.aud].flat().includes(settings.audience);
    if (!forUs) throw new Rejection('credentials-refused', 'The access token is invalid.', { fault: 'audience' });
    layer.verified?.(claims, token);
    return claims;
  };

  const key = { ...(await exportJWK(publicKey)), kid: settings.kid, use: 'sig', alg: settings.algorithm };
  return { mint, verify, grant: (id: string, secret: string) => desk(id).ask(secret), keys: { keys: [key] } };
}

export type Provider = Awaited<ReturnType<typeof createProvider>>;
