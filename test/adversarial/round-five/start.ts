import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { createAccount } from './account.ts';
import { createContent } from './content.ts';
import { defects } from './defects.ts';
import { startGateway } from './gateway.ts';
import { createHistory } from './history.ts';
import { startIdentity } from './identity.ts';
import { variations } from './variations.ts';
import { createWorld } from './world.ts';

export interface Target {
  baseUrl: string;
  authUrl: string;
  jwksUrl?: string;
  audience: string;
  clients: { scoped: { id: string; secret: string }; unscoped: { id: string; secret: string } };
  users: { first: string; second: string; denied?: string };
  expiredToken?: string;
  otherAudienceToken?: string;
  readBack?: { method: 'GET'; path: string; pointer: string };
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function serveHono(app: Hono): Promise<Server> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(server as Server),
    ) as Server;
    // The gateway keeps its connections, and none may end just as it is used.
    server.keepAliveTimeout = 600_000;
  });
}

/** Starts the fleet with at most one defect or variation. */
export async function start(toggle?: string): Promise<Target> {
  const known = [...defects, ...variations].some((one) => one.id === toggle);
  if (toggle !== undefined && !known) throw new Error(`unknown toggle ${toggle}`);
  const world = createWorld(toggle);
  const { on, users } = world;
  const identity = await startIdentity(world);
  const content = await serveHono(createContent(world));
  const history = await serveHono(createHistory(world));
  const account = createAccount(world);
  await account.listen({ port: 0, host: '127.0.0.1' });
  const gateway = await startGateway(world, identity, {
    content: portOf(content),
    history: portOf(history),
    account: portOf(account.server),
  });
  const { scoped, unscoped } = identity.clients;
  const [first, second, denied] = users.map((user) => user.id);
  const symmetric = on('mac-compared-in-its-first-bytes');
  const elsewhere = on('other-audiences-are-a-list')
    ? ['https://other.example/a', 'https://other.example/b']
    : 'https://other.example/';
  const issueExpired = on('expired-token-of-a-withdrawn-key') ? identity.issueWithdrawn : identity.issue;
  return {
    baseUrl: `http://127.0.0.1:${portOf(gateway)}`,
    authUrl: `${identity.origin}/oauth/token`,
    ...(symmetric ? {} : { jwksUrl: `${identity.origin}/.well-known/jwks.json` }),
    audience: identity.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: {
      first: first ?? '',
      second: second ?? '',
      ...(denied === undefined || on('nobody-is-denied') ? {} : { denied }),
    },
    expiredToken: await issueExpired(scoped, -3600),
    otherAudienceToken: await identity.issue(scoped, 3600, elsewhere),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: async () => {
      for (const server of [gateway, identity.server, content, history, account.server]) {
        server.closeAllConnections();
        server.close();
      }
      await account.close();
    },
  };
}
