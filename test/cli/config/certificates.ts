import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { key as itsKey } from '../../engine/wire/tls-material.ts';

export { certificate, key as itsKey } from '../../engine/wire/tls-material.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;
const passphrase = 'opensesame';
export const itsEncryptedKey = `${createPrivateKey(itsKey).export({ ...pem, cipher: 'aes-256-cbc', passphrase })}`;
export const anotherKey = `${generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem)}`;
