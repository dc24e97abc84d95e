import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { untrusted } from './jwt.ts';
import type { Apply, Json } from './model.ts';

export interface Box {
  readonly header: Json;
  readonly wrap: () => { key: Buffer; wrapped: Buffer };
  readonly unwrap: (wrapped: Buffer) => Buffer;
  readonly pack: (token: string) => Buffer;
  readonly unpack: (bytes: Buffer) => string;
}
/** Issues each signed token within an encrypted one, and takes no other. */
export const boxed =
  (make: () => Box): Apply =>
  (lua) => {
    const { header, wrap, unwrap, pack, unpack } = make();
    const { tokenAnswer, verify } = lua;
    const head = Buffer.from(JSON.stringify({ ...header, enc: 'A256GCM', cty: 'JWT' })).toString('base64url');
    const aad = Buffer.from(head);
    lua.tokenAnswer = (client, token) => {
      const { key, wrapped } = wrap();
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad);
      const text = Buffer.concat([cipher.update(pack(token)), cipher.final()]);
      const rest = [wrapped, iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
      return tokenAnswer(client, [head, ...rest].join('.'));
    };
    const open = (token: string): string => {
      if (!/^[\w-]+\.[\w-]*\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/.test(token) || !token.startsWith(`${head}.`)) {
        throw untrusted();
      }
      const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'));
      const [, wrapped = aad, iv = aad, text = aad, tag = aad] = parts;
      try {
        const decipher = createDecipheriv('aes-256-gcm', unwrap(wrapped), iv, { authTagLength: 16 });
        decipher.setAAD(aad).setAuthTag(tag);
        return unpack(Buffer.concat([decipher.update(text), decipher.final()]));
      } catch {
        throw untrusted();
      }
    };
    lua.verify = async (token, req) => await verify(open(token), req);
  };
export function compressed(): Box {
  const key = randomBytes(32);
  return {
    header: { alg: 'dir', zip: 'DEF' },
    wrap: () => ({ key, wrapped: Buffer.alloc(0) }),
    unwrap: (wrapped) => (wrapped.length === 0 ? key : Buffer.alloc(0)),
    pack: (token) => deflateRawSync(token),
    unpack: (bytes) => inflateRawSync(bytes).toString(),
  };
}
export function underPassword(): Box {
  const alg = 'PBES2-HS512+A256KW';
  const p2s = randomBytes(16);
  const salt = Buffer.concat([Buffer.from(`${alg}\0`), p2s]);
  const kek = pbkdf2Sync('lua_shared_dict secrets 1m', salt, 4096, 32, 'sha512');
  const iv = Buffer.alloc(8, 0xa6);
  return {
    header: { alg, p2s: p2s.toString('base64url'), p2c: 4096 },
    wrap: () => {
      const key = randomBytes(32);
      const cipher = createCipheriv('id-aes256-wrap', kek, iv);
      return { key, wrapped: Buffer.concat([cipher.update(key), cipher.final()]) };
    },
    unwrap: (wrapped) => {
      const decipher = createDecipheriv('id-aes256-wrap', kek, iv);
      return Buffer.concat([decipher.update(wrapped), decipher.final()]);
    },
    pack: (token) => Buffer.from(token),
    unpack: (bytes) => bytes.toString(),
  };
}
