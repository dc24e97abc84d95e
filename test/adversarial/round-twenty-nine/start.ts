import type { AddressInfo } from 'node:net';
import { USERS } from './data.ts';
import { makeFlow } from './flow.ts';
import { KEYS_PATH, makeServer } from './http.ts';
import { makeKeys, mint } from './idp.ts';
import { TOGGLES } from './toggles.ts';
import type { Target } from './types.ts';

export async function start(toggle?: string): Promise<Target> {
  const flow = makeFlow(await makeKeys());
  if (toggle !== undefined) {
    const patch = TOGGLES[toggle];
    if (patch === undefined) throw new Error(`unknown toggle ${toggle}`);
    patch(flow);
  }
  const server = makeServer(flow);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { settings } = flow;
  settings.issuer = `${origin}/`;
  const [scoped, unscoped] = flow.tables.clients;
  const [first, second, denied] = USERS;
  if (!scoped || !unscoped || !first || !second) throw new Error('incomplete tables');
  const now = Math.floor(Date.now() / 1_000);
  return {
    baseUrl: `${origin}${settings.base}`,
    authUrl: `${origin}${settings.tokenPath}`,
    jwksUrl: `${origin}${KEYS_PATH}`,
    audience: settings.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: { first: first.id, second: second.id, denied: denied?.id },
    expiredToken: await mint(flow, scoped, { expires: now - 3_600 }),
    otherAudienceToken: await mint(flow, scoped, { audience: settings.otherAudience }),
    readBack: { method: 'GET', ...settings.readBack },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
