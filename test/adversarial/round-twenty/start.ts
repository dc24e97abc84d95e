import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from './gateway.ts';
import { createIdentity } from './identity.ts';
import type { Target } from './types.ts';
import { createWorld } from './world.ts';

/** Starts the correct implementation, or with the one toggle that is named. */
export async function start(toggle?: string): Promise<Target> {
  const world = createWorld(toggle);
  const { knobs } = world;
  const identity = await createIdentity(world);
  const server = createServer({ keepAliveTimeout: 30_000 }, createGateway(world, identity));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [scoped, unscoped] = knobs.clientIds;
  const [first, second, denied] = knobs.users;
  return {
    baseUrl: `${origin}${knobs.base}`,
    authUrl: `${origin}${knobs.tokenPath}`,
    jwksUrl: `${origin}/identity/jwks`,
    audience: knobs.audience,
    clients: { scoped: { id: scoped, secret: knobs.secrets[0] }, unscoped: { id: unscoped, secret: knobs.secrets[1] } },
    users: { first, second, denied },
    expiredToken: identity.expiredToken,
    otherAudienceToken: identity.otherAudienceToken,
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
