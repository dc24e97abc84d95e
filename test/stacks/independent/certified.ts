import { readFile } from 'node:fs/promises';
import { type Config, emptyProfile, type Profile } from '../../../engine/config/config.ts';
import { type Certified, certifyTarget } from '../../engine/session/in-process.ts';
import { scopeIsAll } from '../../scope.ts';
import { type Independent, startIndependent } from './start.ts';

/** Reads what the author of the independent implementation says about it. */
async function independentProfile(): Promise<Profile> {
  const said = JSON.parse(await readFile(new URL('profile.json', import.meta.url), 'utf8')) as Partial<Profile>;
  return { ...emptyProfile, ...said };
}

function configOf(server: Independent, profile: Profile): Config {
  const { baseUrl, authUrl, audience, scoped, unscoped, users, expiredToken, otherAudienceToken } = server;
  return {
    target: { baseUrl, authUrl, audience, sandbox: true },
    clients: { scoped, unscoped },
    tokens: { expired: expiredToken, otherAudience: otherAudienceToken },
    users: { ...users, sameLanguage: false },
    allow: { writes: true, orders: true, desync: true },
    depth: scopeIsAll ? 'standard' : 'quick',
    seed: 7,
    strict: false,
    concurrency: 8,
    timeoutMs: 5_000,
    deadlineS: 120,
    network: { headers: {}, allowPlainHttp: false },
    profile,
  };
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
