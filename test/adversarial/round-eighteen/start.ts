import type { AddressInfo } from 'node:net';
import { Channel } from './channel.ts';
import { EXITS, type Exits, PLANT, type Plant } from './exits.ts';
import { SignOn } from './identity.ts';
import { Region } from './programs.ts';
import { toggleOf } from './toggles.ts';
import type { Target } from './types.ts';

/** Starts the installation, with at most one defect or variation. */
export async function start(toggle?: string): Promise<Target> {
  const chosen = toggleOf(toggle);
  const plant: Plant = { ...PLANT, ...chosen.plant };
  const exits: Exits = { ...EXITS, ...chosen.exits?.() };
  const signOn = await SignOn.open(plant, exits);
  const channel = new Channel(plant, exits, signOn, new Region(plant, exits));
  const server = channel.server();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: origin + plant.base,
    authUrl: origin + plant.tokenPath,
    jwksUrl: `${origin}/keys`,
    audience: plant.audience,
    clients: { scoped: plant.scoped, unscoped: plant.unscoped },
    users: plant.users,
    expiredToken: await signOn.expired(),
    otherAudienceToken: await signOn.otherAudience(),
    readBack: { method: 'GET', ...plant.readBack },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
