import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Draft } from './draft.ts';
import { sizeOf } from './found.ts';

const key = 'signingKey';
const accepted = 'an Ed25519 private key in PEM, or the path of a file that contains it';

export async function readSigningKey(draft: Draft): Promise<string | undefined> {
  const given = draft.values.signingKey;
  if (given === undefined) return undefined;
  // Some CI systems store a variable on one line, with \n for line breaks.
  const text = given.includes('-----BEGIN')
    ? given.replaceAll('\\n', '\n')
    : await fileText(draft, given);
  if (text === undefined) return undefined;
  const privateKey = parsed(text);
  if (privateKey?.asymmetricKeyType === 'ed25519')
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const kind = privateKey
    ? `a private key of type ${privateKey.asymmetricKeyType}`
    : 'not a private key';
  draft.report(
    key,
    accepted,
    'Make one with m2m-conformance keygen.',
    `${sizeOf(text)} that is ${kind}`,
  );
  return undefined;
}

async function fileText(draft: Draft, path: string): Promise<string | undefined> {
  try {
    return await readFile(draft.pathOf(key, path), 'utf8');
  } catch {
    // The path may be a key without its first line, so it is not shown.
    draft.report(
      key,
      accepted,
      'Correct the path, or set the complete PEM.',
      `${sizeOf(path)} that is not the path of a readable file`,
    );
    return undefined;
  }
}

function parsed(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
