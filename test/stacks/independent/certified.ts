import { readFile } from 'node:fs/promises';
import { type Config, emptyProfile, type Profile } from '../../../engine/config/config.ts';
import { type Certified, certifyTarget, configFor } from '../../engine/session/in-process.ts';
import { scopeIsAll } from '../../scope.ts';
import { type Independent, startIndependent } from './start.ts';

/** Reads what the author of the independent implementation says about it. */
async function independentProfile(): Promise<Profile> {
  const said = JSON.parse(
    await readFile(new URL('profile.json', import.meta.url), 'utf8'),
  ) as Partial<Profile>;
  return { ...emptyProfile, ...said };
}

function configOf(server: Independent, profile: Profile): Config {
  const { scoped, unscoped, ...others } = server;
  return configFor(
    { ...others, clients: { scoped, unscoped } },
    {
      allow: { writes: true, orders: true, desync: true },
      depth: scopeIsAll ? 'standard' : 'quick',
      timeoutMs: 5_000,
      profile,
    },
  );
}

/** Starts the independent implementation with at most one defect, and certifies it completely. */
export async function certifyIndependent(defect?: string): Promise<Certified> {
  const [server, profile] = await Promise.all([startIndependent(defect), independentProfile()]);
  try {
    return await certifyTarget(configOf(server, profile));
  } finally {
    await server.close();
  }
}
