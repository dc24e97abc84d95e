import { ConfigError } from '../../engine/config/config-error.ts';
import { Draft } from '../../engine/config/draft.ts';
import { readEnvironment } from '../../engine/config/environment.ts';
import type { Layer } from '../../engine/config/layer.ts';
import { loadConfigFile } from '../../engine/config/load-file.ts';
import { fileLayer } from '../../engine/config/resolve.ts';
import { readSigningKey } from '../../engine/config/signing-key.ts';
import { variableLayer } from '../../engine/config/variables.ts';
import { packageDoor } from '../version.ts';

/**
 * The signing key for a command that needs nothing else of the configuration: of M2M_SIGNING_KEY, else of a
 * configuration file that is named. Throws a `ConfigError` where it is no key.
 */
export async function configuredSigningKey(file: string | undefined): Promise<string | undefined> {
  const cwd = process.cwd();
  const environment = await readEnvironment(process.env, cwd);
  const layers = [variableLayer(environment, cwd)];
  if (file !== undefined) {
    const loaded = await loadConfigFile({ cwd, file, packageDoor, context: { env: environment.all } });
    if (loaded) layers.push(fileLayer(loaded));
  }
  const draft = new Draft(layers.map(signingKeyAlone));
  const key = await readSigningKey(draft);
  if (draft.problems.length > 0) throw new ConfigError(draft.problems);
  return key;
}

/** What else is wrong in a configuration is no matter of this command. */
function signingKeyAlone(layer: Layer): Layer {
  const { signingKey } = layer.values;
  return { ...layer, values: signingKey === undefined ? {} : { signingKey } };
}
