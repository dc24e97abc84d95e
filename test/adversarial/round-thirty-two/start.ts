import { boot, defaults } from './boot.ts';
import { defectiveChanges } from './defects.ts';
import { claimsFor } from './keyring.ts';
import { listen } from './server.ts';
import type { Target } from './types.ts';
import { variedChanges } from './variations.ts';

export async function start(toggle?: string): Promise<Target> {
  const change = [...defectiveChanges, ...variedChanges].find(({ id }) => id === toggle);
  if (toggle !== undefined && !change) throw new Error(`Unknown toggle ${toggle}`);
  const config = defaults();
  change?.configure?.(config);
  const app = await boot(config);
  change?.apply?.(app);
  const { server, origin } = await listen(app);
  const now = Math.floor(Date.now() / 1000);
  const [first = '', second = '', denied = ''] = app.users.keys();
  const foreign = { ...config, audience: 'https://ledger.invest.example' };
  return {
    baseUrl: origin,
    authUrl: `${origin}${config.tokenPath}`,
    jwksUrl: config.encrypted ? undefined : `${origin}/oauth/discovery/keys`,
    audience: config.audience,
    clients: {
      scoped: { id: config.scoped.id, secret: config.scoped.secret },
      unscoped: { id: config.unscoped.id, secret: config.unscoped.secret },
    },
    users: { first, second, denied },
    expiredToken: await app.keyring.sign(claimsFor(config, config.scoped, now - config.lifetime - 7200)),
    otherAudienceToken: await app.keyring.sign(claimsFor(foreign, config.scoped, now)),
    readBack: { method: 'GET', path: app.readBack.path, pointer: app.readBack.pointer },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
