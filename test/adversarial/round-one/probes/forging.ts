import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** The token with a payload changed by hand; its signature no longer fits. */
export function alterPayload(token: string, change: Record<string, unknown>): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, encode({ ...claims, ...change }), signature].join('.');
}

/** The token with a signature that never was one. */
export function breakSignature(token: string): string {
  return `${token.slice(0, token.lastIndexOf('.'))}.${Buffer.alloc(256, 7).toString('base64url')}`;
}

/** The token signed anew by a stranger, whose certificate lies in the header. */
export function signWithOwnCertificate(token: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const x5c = [makeCertificate(privateKey, publicKey).toString('base64')];
  const unsigned = `${encode({ alg: 'RS256', typ: 'JWT', x5c })}.${token.split('.')[1]}`;
  return `${unsigned}.${createSign('sha256').update(unsigned).sign(privateKey, 'base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function makeCertificate(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const sha256WithRsa = wrap(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'));
  const name = wrap(0x30, wrap(0x31, wrap(0x30, Buffer.from('0603550403', 'hex'), wrap(0x0c, Buffer.from('tester')))));
  const time = (text: string) => wrap(0x17, Buffer.from(text));
  const content = wrap(
    0x30,
    wrap(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    wrap(0x30, time('240101000000Z'), time('440101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  return wrap(0x30, content, sha256WithRsa, wrap(0x03, Buffer.from([0]), signature));
}

function wrap(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
