import { createHmac } from 'node:crypto';
import * as jose from 'jose';
import { Refusal, type Request, type World } from './chain.ts';
import { audience, issuer } from './provider.ts';

export type Claims = Readonly<Record<string, unknown>>;

const refuse = (kind: string) => new Refusal(kind, 401, 'The access token is missing or not valid.');
const decodePart = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;

/** Reads the payload of a token that nobody has verified, if it can be read at all. */
export function peek(token: string): Claims | undefined {
  try {
    return decodePart(token.split('.')[1] ?? '');
  } catch {
    return undefined;
  }
}

/** Finds the token in the Authorization header. */
export function readToken({ on }: World, { headers }: Request): string {
  const value = headers.get('authorization');
  if (value === undefined) throw refuse('token-missing');
  const pattern = on('words-after-token-ignored') ? /^Bearer +([\w.~+/-]+=*)( |,|$)/i : /^Bearer +([\w.~+/-]+=*)$/i;
  const token = pattern.exec(value)?.[1];
  if (token === undefined) throw refuse('token-malformed');
  return token;
}

async function isSignedWithPublicKey({ provider }: World, token: string): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const bits = /^HS(256|384|512)$/.exec(String(decodePart(header)['alg']))?.[1];
  const jwk = provider.keys[0]?.jwk;
  if (bits === undefined || jwk === undefined) return false;
  const pem = await jose.exportSPKI((await jose.importJWK(jwk)) as jose.CryptoKey);
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return createHmac(`sha${bits}`, der).update(`${header}.${payload}`).digest('base64url') === signature;
}

async function verifySignature(world: World, { route }: Request, token: string): Promise<Claims> {
  const { on, provider, memory } = world;
  const signedPart = token.slice(0, token.lastIndexOf('.'));
  if (on('verified-cache-without-signature') && memory.has(`verified:${signedPart}`)) return peek(token) ?? {};
  if (on('stripped-signature-trusted') && route?.name === 'notifications' && token.endsWith('.'))
    return peek(token) ?? {};
  if (on('hmac-with-der-key') && (await isSignedWithPublicKey(world, token))) return peek(token) ?? {};
  const trusted = on('rotated-key-unknown-to-api') ? provider.keys.slice(0, 1) : provider.keys;
  const find = (kid: unknown) => {
    const key = on('keys-without-kid') ? trusted[0] : trusted.find((one) => one.kid === kid);
    if (key === undefined) throw refuse('token-forged');
    return key.verify;
  };
  if (provider.alg === 'dir') {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    const findKey = (header: jose.CompactJWEHeaderParameters | undefined) => find(header?.kid);
    const { plaintext } = await jose.compactDecrypt(token, findKey, options);
    return JSON.parse(Buffer.from(plaintext).toString()) as Claims;
  }
  const { payload } = await jose.compactVerify(token, ({ kid }) => find(kid), { algorithms: [provider.alg] });
  if (on('verified-cache-without-signature')) memory.set(`verified:${signedPart}`, true);
  return JSON.parse(Buffer.from(payload).toString()) as Claims;
}

function checkClaims({ on, provider }: World, claims: Claims): void {
  const leeway = on('leeway-in-minutes') ? 15 * 60 : 15;
  const { iss, aud, exp, jti } = claims;
  const meant = [aud].flat();
  const isOurs = on('audience-by-prefix')
    ? meant.some((one) => String(one).startsWith(audience))
    : meant.includes(audience);
  if (iss !== issuer || !isOurs || provider.revoked.has(String(jti))) throw refuse('token-foreign');
  if (typeof exp !== 'number' || exp + leeway < provider.now() / 1000) throw refuse('token-expired');
}

/** Verifies a token and gives its claims, or throws the refusal. */
export async function verifyToken(world: World, request: Request, token: string): Promise<Claims> {
  try {
    const claims = await verifySignature(world, request, token);
    checkClaims(world, claims);
    return claims;
  } catch (error) {
    throw error instanceof Refusal ? error : refuse('token-forged');
  }
}
