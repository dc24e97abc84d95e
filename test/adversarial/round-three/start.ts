import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeApi } from './api.ts';
import { answer, type Call, type Reply, readCall } from './exchange.ts';
import { makeIdentity } from './identity.ts';
import { firstAddresses, people } from './people.ts';
import { makeRefuse } from './refusals.ts';
import type { On } from './toggles.ts';
import { makeTokenDesk } from './token-desk.ts';
import { send } from './wire.ts';

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

// RFC 6749 section 5.1 fixes the media type here, whatever form the answers of the API take.
const asPlainJson = (reply: Reply): Reply => ({
  ...reply,
  headers: { 'Content-Type': 'application/json', ...reply.headers },
  bytes: Buffer.from(JSON.stringify(reply.body)),
});

type Serve = (call: Call) => Promise<Reply>;

async function listen(on: On, serve: Serve): Promise<{ server: Server; origin: string }> {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Serve = (call) => {
    const mine = last.then(() => serve(call));
    last = mine.catch(() => undefined);
    return mine;
  };
  const receive = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(message);
    if (call === 'too large') {
      await send(on, response, { ...makeRefuse(on)(413, 'The body is too large'), headers: { Connection: 'close' } });
      return;
    }
    await send(on, response, await (on('one-request-at-a-time') ? inTurn : serve)(call));
  };
  const server = createServer((message, response) => {
    receive(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Starts an independent server with at most one defect or variation at work. */
export async function start(toggle?: string): Promise<Target> {
  const on: On = (name) => name === toggle;
  const refuse = makeRefuse(on);
  const identity = await makeIdentity(on);
  const [scoped, unscoped] = identity.clients;
  if (scoped === undefined || unscoped === undefined) throw new Error('two clients are needed');
  const users = new Map(Object.values(people).map((user) => [user.id, user]));
  const startedAt = Date.now();
  const api = makeApi({ on, refuse, identity, users, addresses: firstAddresses(), startedAt });
  const desk = makeTokenDesk(on, identity);
  const prefix = on('prefix-and-a-host-for-tokens') ? '/sandbox/m2m/v1' : '';

  const serveTokens: Serve = async (call) => {
    if (call.path === '/oauth/token') return asPlainJson(await desk(call));
    const isKeys = call.path === '/.well-known/jwks.json' && !on('key-set-is-not-public');
    return isKeys
      ? asPlainJson(answer(identity.keySet(), { 'Cache-Control': 'public, max-age=5' }))
      : refuse(404, 'Not found');
  };
  const isTokenPath = (path: string): boolean => path.startsWith('/oauth/') || path.startsWith('/.well-known/');
  const serveApi: Serve = async (call) => {
    if (prefix === '' && isTokenPath(call.path)) return serveTokens(call);
    const path = call.path.startsWith(`${prefix}/`) ? call.path.slice(prefix.length) : '';
    return api({ ...call, path });
  };

  const main = await listen(on, serveApi);
  const other = prefix === '' ? main : await listen(on, serveTokens);
  const past = Math.floor(startedAt / 1000) - 7200;
  const expired = await identity.mint(scoped, { issuedAt: past });
  const foreign = await identity.mint(scoped, { audience: 'https://biuro.bocian.example' });
  return {
    baseUrl: main.origin + prefix,
    authUrl: `${other.origin}/oauth/token`,
    ...(on('key-set-is-not-public') ? {} : { jwksUrl: `${other.origin}/.well-known/jwks.json` }),
    audience: identity.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: { first: people.first.id, second: people.second.id, denied: people.denied.id },
    expiredToken: expired.token,
    otherAudienceToken: foreign.token,
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: async () => {
      await Promise.all([...new Set([main.server, other.server])].map(stop));
    },
  };
}
