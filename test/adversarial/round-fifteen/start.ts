import type { Target } from './contracts.ts';
import type { App } from './directives.ts';
import { openJournal } from './journal.ts';
import type { Layer, World } from './layer.ts';
import { KEYS_PATH, TOKEN_PATH } from './routes.ts';
import { listen } from './server.ts';
import { layered } from './settings.ts';
import { toggles } from './toggles.ts';
import { createProvider, LIFETIME } from './tokens.ts';
import { createUsers, userRegion } from './users.ts';

export async function start(toggle?: string): Promise<Target> {
  const chosen = toggles.find(({ id }) => id === toggle);
  if (toggle !== undefined && !chosen) throw new Error(`There is no toggle ${toggle}.`);
  const settings = layered(chosen?.settings);
  const journal = openJournal();
  createUsers(journal, settings);
  const users = userRegion(journal);
  const world: World = {
    settings,
    known: (id) => journal.ids().includes(id),
    overwrite: (id, address) => users(id).ask({ kind: 'change-address', address }),
  };
  const layer: Layer = chosen?.layer?.(world) ?? {};
  const provider = await createProvider(settings, layer);
  const app: App = { settings, layer, provider, users };
  const { port, close } = await listen(app);
  const now = Math.floor(Date.now() / 1000);
  const origin = `http://127.0.0.1:${port}`;
  return {
    baseUrl: `${origin}${settings.base}`,
    authUrl: `${origin}${TOKEN_PATH}`,
    jwksUrl: `${origin}${KEYS_PATH}`,
    audience: settings.audience,
    clients: settings.clients,
    users: settings.users,
    expiredToken: await provider.mint('scoped', settings.audience, settings.expiredAt(now)),
    otherAudienceToken: await provider.mint('scoped', settings.otherAudience, now + LIFETIME),
    readBack: { method: 'GET', path: settings.readBack.path, pointer: settings.readBack.pointer },
    close,
  };
}
