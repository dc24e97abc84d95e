import type { AddressInfo } from 'node:net';
import { buildGateway } from './gateway.ts';
import type { Target } from './target.ts';
import { issueToken } from './tokens.ts';
import { serveWorld } from './wire.ts';
import { found } from './world.ts';

export type { Target } from './target.ts';

/** Starts one independent installation, with at most one toggle on. */
export async function start(toggle?: string): Promise<Target> {
  const on = (id: string): boolean => id === toggle;
  const world = await found(on);
  const gateway = buildGateway(world);
  const server = serveWorld(world, (request) => gateway.fetch(request));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [scoped, unscoped] = world.clients;
  const [first, second, denied] = world.people;
  if (!scoped || !unscoped || !first || !second || !denied) throw new Error('an installation needs clients and users');
  return {
    baseUrl,
    authUrl: `${baseUrl}/oauth/token${on('token-address-has-a-query') ? '?tenant=poupa' : ''}`,
    jwksUrl: `${baseUrl}/oauth/jwks.json`,
    audience: world.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: { first: first.id, second: second.id, denied: denied.id },
    expiredToken: issueToken(world, scoped, world.audience, -3600),
    otherAudienceToken: issueToken(world, scoped, 'https://painel.poupa.example'),
    readBack: {
      method: 'GET',
      path: '/users/me/address',
      pointer: on('read-back-behind-an-escaped-pointer') ? '/perfil~1v1/0/~0address' : '/address',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
