import { ConfigError } from '../config/config-error.ts';
import { Draft } from '../config/draft.ts';
import { readEnvironment } from '../config/environment.ts';
import type { Layer } from '../config/layer.ts';
import { loadConfigFile } from '../config/load-file.ts';
import { fileLayer } from '../config/resolve.ts';
import { variableLayer } from '../config/settings.ts';
import { readSigningKey } from '../config/signing-key.ts';
import { packageDoor } from '../version.ts';

/** For a command that needs nothing else from the configuration. Throws a `ConfigError`. */
export async function configuredSigningKey(file: string | undefined): Promise<string | undefined> {
  const cwd = process.cwd();
  const environment = await readEnvironment(process.env, cwd);
  const layers = [variableLayer(environment, cwd)];
  if (file !== undefined) {
    const loaded = await loadConfigFile({
      cwd,
      file,
      packageDoor,
      context: { env: environment.all },
    });
    if (loaded) layers.push(fileLayer(loaded));
  }
  const draft = new Draft(layers.map(signingKeyAlone));
  const key = await readSigningKey(draft);
  if (draft.problems.length > 0) throw new ConfigError(draft.problems);
  return key;
}

/** Errors in other settings do not matter to this command. */
function signingKeyAlone(layer: Layer): Layer {
  const { signingKey } = layer.values;
  return { ...layer, values: signingKey === undefined ? {} : { signingKey } };
}
