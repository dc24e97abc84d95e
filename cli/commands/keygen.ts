import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keyidOf } from '../../reports/certificate/signature.ts';
import { exitCodes, InputError } from '../exit.ts';
import { type CommandFlags, shown } from '../page.ts';
import { unwritable } from '../result-folder.ts';
import { name } from '../version.ts';

export async function keygen({ out = 'keys' }: CommandFlags): Promise<number> {
  const folder = resolve(out);
  const [secret, shared] = [join(folder, 'certificate.pem'), join(folder, 'certificate.pub.pem')];
  for (const file of [secret, shared]) {
    if (existsSync(file))
      throw new InputError(`${shown(file)} already exists. Name another folder with --out.`);
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(secret, privateKey, { flag: 'wx', mode: 0o600 });
    await writeFile(shared, publicKey, { flag: 'wx' });
  } catch (error) {
    throw unwritable(out, error);
  }
  process.stdout.write(`keyid        ${await keyidOf(createPublicKey(publicKey))}
Private key  ${shown(secret)}: keep it secret, and do not commit it
Public key   ${shown(shared)}: give it to those who verify certificates

Certify      M2M_SIGNING_KEY=${shown(secret)} ${name} run
Verify       ${name} verify reports/latest/certificate.json --key ${shown(shared)}
`);
  return exitCodes.conformant;
}
