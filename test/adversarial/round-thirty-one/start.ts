import type { AddressInfo } from 'node:net';
import { faults } from './faults.ts';
import { habits } from './habits.ts';
import { serverOf } from './server.ts';
import { site as buildSite } from './site.ts';
import type { Client, Target } from './types.ts';

export async function start(toggle?: string): Promise<Target> {
  const site = await buildSite();
  if (toggle !== undefined) {
    const apply = faults[toggle] ?? habits[toggle];
    if (apply === undefined) throw new Error(`unknown toggle ${toggle}`);
    await apply(site);
  }
  const server = serverOf(site);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const past = Math.floor(Date.now() / 1000) - 10_800;
  const { first, second, denied } = site.users;
  const credentials = ({ id, secret }: Client): Client => ({ id, secret });
  return {
    baseUrl: `${origin}${site.basePath}`,
    authUrl: `${origin}${site.tokenPath}`,
    jwksUrl: `${origin}${site.keysPath}`,
    audience: site.audience,
    clients: { scoped: credentials(site.clients.scoped), unscoped: credentials(site.clients.unscoped) },
    users: { first: first.id, second: second.id, denied: denied.id },
    expiredToken: await site.steps.sign(site.steps.claims(site.clients.scoped, past, 3600)),
    otherAudienceToken: await site.otherAudienceToken(),
    readBack: { method: 'GET', path: '/users/me', pointer: site.pointer },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
