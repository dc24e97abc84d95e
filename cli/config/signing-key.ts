import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { packageDoor } from '../version.ts';
import { ConfigError } from './config-error.ts';
import { Draft } from './draft.ts';
import { sizeOf } from './found.ts';
import type { Layer } from './layer.ts';
import { loadConfigFile } from './load-file.ts';
import { readEnvironment, variableLayer } from './settings.ts';

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
  const found = `${sizeOf(text)} that is ${kind}`;
  draft.refuse(key, found, accepted, 'Make one with m2m-conformance keygen.');
  return undefined;
}

async function fileText(draft: Draft, path: string) {
  try {
    return await readFile(draft.pathOf(key, path), 'utf8');
  } catch {
    // The path may be a key without its first line, so it is not shown.
    const found = `${sizeOf(path)} that is not the path of a readable file`;
    draft.refuse(key, found, accepted, 'Correct the path, or set the complete PEM.');
    return undefined;
  }
}

function parsed(pem: string) {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** For a command that needs nothing else from the configuration. Throws a `ConfigError`. */
export async function configuredSigningKey(file: string | undefined): Promise<string | undefined> {
  const cwd = process.cwd();
  const environment = await readEnvironment(process.env, cwd);
  const layers = [variableLayer(environment, cwd)];
  if (file !== undefined) {
    const context = { env: environment.all };
    const loaded = await loadConfigFile({ cwd, file, packageDoor, context });
    if (loaded) layers.push(loaded);
  }
  const draft = new Draft(layers.map(signingKeyAlone));
  const signingKey = await readSigningKey(draft);
  if (draft.problems.length > 0) throw new ConfigError(draft.problems);
  return signingKey;
}

/** Errors in other settings do not matter to this command. */
function signingKeyAlone(layer: Layer) {
  const { signingKey } = layer.values;
  return { ...layer, values: signingKey === undefined ? {} : { signingKey } };
}
