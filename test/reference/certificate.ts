import { type KeyObject, sign } from 'node:crypto';

/** A self-signed certificate (X.509, DER, base64) over the key, with nothing in it that nobody asks for. */
export function selfSigned(publicKey: KeyObject, privateKey: KeyObject): string {
  const sha256WithRsa = tlv(0x30, tlv(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tlv(0x05));
  const name = tlv(0x30, tlv(0x31, tlv(0x30, tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from('x')))));
  const validity = tlv(0x30, time('240101000000Z'), time('440101000000Z'));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const serial = tlv(0x02, Buffer.from([1]));
  const version = tlv(0xa0, tlv(0x02, Buffer.from([2])));
  const body = tlv(0x30, version, serial, sha256WithRsa, name, validity, name, key);
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return tlv(0x30, body, sha256WithRsa, signature).toString('base64');
}

function time(text: string): Buffer {
  return tlv(0x17, Buffer.from(text));
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const size = value.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
