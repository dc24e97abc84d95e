import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Envelope, preAuthEncoding } from './envelope.ts';

/** Returns the id of an Ed25519 key: the JWK thumbprint of the public key (RFC 7638, RFC 8037). */
export async function keyidOf(publicKey: KeyObject): Promise<string> {
  // Loaded only now, so that it does not delay the first request.
  const { calculateJwkThumbprint } = await import('jose');
  return calculateJwkThumbprint(publicKey, 'sha256');
}

export async function seal(payload: string, privateKey: KeyObject): Promise<Envelope> {
  const signature = sign(null, preAuthEncoding(payload), privateKey);
  return { payload, keyid: await keyidOf(createPublicKey(privateKey)), signature };
}

export const isSignedBy = ({ payload, signature }: Envelope, publicKey: KeyObject): boolean =>
  signature.length === 64 && verify(null, preAuthEncoding(payload), publicKey, signature);
