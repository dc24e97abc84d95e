import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { withoutMark } from '../../reports/certificate/conversion.ts';
import { keyidOf } from '../../reports/certificate/signature.ts';
import { InputError, orInputError } from '../exit.ts';
import type { CommandFlags } from '../page.ts';

export type TrustedKey = Readonly<{
  keyid: string;
  publicKey: KeyObject;
  file: string;
}>;

const accepted =
  'accepted: Ed25519 public keys, as PEM (-----BEGIN PUBLIC KEY-----) or as a JWK or JWK Set';

export async function readTrustedKeys({
  key = [],
  trust,
}: CommandFlags): Promise<readonly TrustedKey[]> {
  const trusted: TrustedKey[] = [];
  for (const file of key) {
    const found = await keysIn(file);
    if (found.length > 1)
      throw new InputError(`--key: ${file} contains ${found.length} keys. Use --trust for it.`);
    trusted.push(...found);
  }
  if (trust !== undefined) trusted.push(...(await keysIn(trust)));
  return trusted;
}

async function keysIn(file: string) {
  const text = await readFile(file, 'utf8').catch(
    orInputError(`${file} cannot be read`, 'Name the file of a public key.'),
  );
  const keys = text.includes('-----BEGIN') ? pemKeys(file, text) : webKeys(file, text);
  if (keys.length === 0) throw new InputError(`${file} contains no key; ${accepted}.`);
  return Promise.all(
    keys.map(async (publicKey) => ({ keyid: await keyidOf(publicKey), publicKey, file })),
  );
}

function pemKeys(file: string, text: string) {
  const blocks = text.match(/-----BEGIN [A-Z0-9 ]+-----[^-]*(?:-----END [A-Z0-9 ]+-----)?/g) ?? [];
  return blocks.map((block) => {
    if (block.includes('PRIVATE KEY')) throw privateKey(file);
    if (!block.startsWith('-----BEGIN PUBLIC KEY-----')) throw noKey(file);
    return ed25519(file, () => createPublicKey(block));
  });
}

function webKeys(file: string, text: string) {
  let value: { readonly keys?: unknown } | null;
  try {
    value = JSON.parse(withoutMark(text));
  } catch {
    throw noKey(file);
  }
  const listed = Array.isArray(value?.keys) ? value.keys : [value];
  return listed.map((key: JsonWebKey | null) => {
    if (key?.d !== undefined) throw privateKey(file);
    return ed25519(file, () => createPublicKey({ key: key ?? {}, format: 'jwk' }));
  });
}

function ed25519(file: string, read: () => KeyObject) {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw noKey(file);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new InputError(`${file} contains a key of type ${key.asymmetricKeyType}; ${accepted}.`);
}

function noKey(file: string) {
  return new InputError(`${file} contains something other than public keys; ${accepted}.`);
}

function privateKey(file: string) {
  return new InputError(
    `${file} contains a private key, which must stay secret. Name the file of the public key.`,
  );
}
