import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { selfSigned } from './certificate.ts';

const impostor = generateKeyPairSync('rsa', { modulusLength: 2048 });
const impostorJwk = { ...impostor.publicKey.export({ format: 'jwk' }), kid: 'impostor', alg: 'RS256' };
const certificate = selfSigned(impostor.publicKey, impostor.privateKey);
const jku = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [impostorJwk] }))}`;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Tokens that the identity provider did not sign, made from one that it did. */
export function forgedTokens(token: string, publicJwk: object): Readonly<Record<string, string>> {
  const [head, payload, signature] = token.split('.');
  const header = decoded(head);
  const altered = encoded({ ...decoded(payload), scope: 'service:nbg service:forged' });
  const own = (change: object) => {
    const text = `${encoded({ ...header, ...change })}.${payload}`;
    return `${text}.${sign('sha256', Buffer.from(text), impostor.privateKey).toString('base64url')}`;
  };
  const hmac = (secret: string | Buffer) => {
    const text = `${encoded({ ...header, alg: 'HS256' })}.${payload}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const publicKey = createPublicKey({ key: publicJwk as never, format: 'jwk' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const none = (alg: string) => `${encoded({ ...header, alg })}.${payload}.`;
  return {
    altered: `${head}.${altered}.${signature}`,
    unsigned: `${head}.${payload}.`,
    none: none('none'),
    None: none('None'),
    NONE: none('NONE'),
    sameKid: own({}),
    jwk: own({ jwk: impostorJwk }),
    jku: own({ jku, kid: 'impostor' }),
    x5c: own({ x5c: [certificate] }),
    hmacPem: hmac(pem),
    hmacTrimmed: hmac(pem.trim()),
    hmacDer: hmac(publicKey.export({ type: 'spki', format: 'der' })),
  };
}
