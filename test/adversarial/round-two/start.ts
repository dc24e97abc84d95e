import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeApp } from './app.ts';
import { makeIdentityApp } from './identity.ts';
import { makeStore } from './store.ts';
import { readToggle } from './toggles.ts';
import { Tokens } from './tokens.ts';

interface Credentials {
  id: string;
  secret: string;
}

/** What a tester is told about a server that runs. */
export interface Target {
  baseUrl: string;
  authUrl: string;
  jwksUrl?: string;
  audience: string;
  clients: { scoped: Credentials; unscoped: Credentials };
  users: { first: string; second: string; denied?: string };
  expiredToken?: string;
  otherAudienceToken?: string;
  /** The JSON pointer leads to the stored address within the answer. */
  readBack?: { method: 'GET'; path: string; pointer: string };
  close(): Promise<void>;
}

async function listen(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener);
  // Node answers an expectation that it does not know with an empty 417.
  server.on('checkExpectation', listener);
  // Longer than any client keeps a connection, so that none is closed under a request.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Starts a server of its own, correct or with one defect or variation. */
export async function start(toggle?: string): Promise<Target> {
  const on = readToggle(toggle);
  const now = (): number => Date.now() + (on('clock-ahead') ? 50_000 : 0);
  const tokens = await Tokens.make(on, now);
  const store = makeStore(on);
  const basePath = on('base-path') ? '/sandbox/eu-1' : '/';
  const api = await listen(makeApp({ on, store, tokens, now }, basePath));
  const identity = await listen(makeIdentityApp(on, tokens, now));
  const [first = '', second = '', denied = ''] = store.users.keys();
  const pick = ({ id, secret }: Credentials): Credentials => ({ id, secret });
  return {
    baseUrl: `${api.origin}${basePath === '/' ? '' : basePath}`,
    authUrl: `${identity.origin}/connect/token`,
    ...(tokens.keys.published ? { jwksUrl: `${identity.origin}/connect/keys` } : {}),
    audience: tokens.audience,
    clients: { scoped: pick(tokens.clients.scoped), unscoped: pick(tokens.clients.unscoped) },
    users: { first, second, denied },
    ...(await tokens.mintSpecimens()),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/data/address' },
    close: async () => {
      await Promise.all([stop(api.server), stop(identity.server)]);
    },
  };
}
