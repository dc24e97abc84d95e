import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer, Request, World } from './chain.ts';
import { Refusal } from './chain.ts';
import { type On, openStore } from './domain.ts';
import { renderRefusal } from './errors.ts';
import { audience, openProvider, otherAudience } from './provider.ts';
import { composeApi } from './routes.ts';
import { seedEvents, userIds } from './seed.ts';
import { send } from './send.ts';

export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl?: string;
  readonly audience: string;
  readonly clients: Record<'scoped' | 'unscoped', { readonly id: string; readonly secret: string }>;
  readonly users: { readonly first: string; readonly second: string; readonly denied: string };
  readonly expiredToken: string;
  readonly otherAudienceToken: string;
  readonly readBack: { readonly method: 'GET'; readonly path: string; readonly pointer: string };
  close(): Promise<void>;
}

const base = '/sandbox';
const bodyLimit = 256 * 1024;

async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size <= bodyLimit) chunks.push(chunk as Buffer);
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks);
}

const trim = (value: string) => value.replace(/^[ \t]+|[ \t]+$/g, '');

function readRequest(message: IncomingMessage, body: Buffer): Request {
  const target = (message.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const headers = Object.entries(message.headersDistinct).map(([k, v]): [string, string] => [
    k,
    trim(v?.join(', ') ?? ''),
  ]);
  return {
    method: message.method ?? 'GET',
    path: path.startsWith(`${base}/`) ? path.slice(base.length) : '/',
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: new Map(headers),
    body,
    socket: message.socket,
  };
}

function readTokenRequest({ headers, body }: Request, on: On): unknown {
  if (on('token-form-accepted') && headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.toString()));
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

async function answerProvider(world: World, request: Request, url: string): Promise<Answer> {
  const { provider, on } = world;
  if (url === '/jwks' && request.method === 'GET')
    return { status: 200, body: { keys: provider.keys.map((k) => k.jwk) } };
  if (request.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: { error: 'invalid_request' } };
  const headers = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
  return { headers, ...(await provider.answer(readTokenRequest(request, on))) };
}

function createListener(world: World) {
  const api = composeApi(world);
  const answerTo = async (message: IncomingMessage): Promise<Answer> => {
    const body = await readBody(message);
    const request = readRequest(message, body ?? Buffer.alloc(0));
    if (body === undefined) return renderRefusal(world, request, new Refusal('size', 413, 'The body is too large.'));
    const url = (message.url ?? '').split('?')[0] ?? '';
    return url === '/token' || url === '/jwks' ? answerProvider(world, request, url) : api(request);
  };
  return async (message: IncomingMessage, response: ServerResponse) => {
    try {
      const answer = await answerTo(message);
      if (!response.destroyed) send(message, response, answer, world.on, world.provider.now());
    } catch {
      response.destroy();
    }
  };
}

function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Starts an independent target, with one defect or one variation switched on if its id is given. */
export async function start(toggle?: string): Promise<Target> {
  const on: On = (id) => id === toggle;
  const provider = await openProvider(on);
  const store = openStore(on);
  store.append(seedEvents(on, Date.now()));
  const world: World = { on, store, provider, memory: new Map(), principals: new WeakMap() };
  const listener = createListener(world);
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.on('checkContinue', (message, response) => {
    response.writeContinue();
    void listener(message, response);
  });
  server.on('checkExpectation', listener);
  server.on('clientError', refuseBytes);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { scoped, unscoped } = provider;
  const past = Math.floor(provider.now() / 1000) - 600;
  return {
    baseUrl: `${origin}${base}`,
    authUrl: `${origin}/token`,
    ...(provider.keys[0]?.jwk ? { jwksUrl: `${origin}/jwks` } : {}),
    audience,
    clients: { scoped, unscoped },
    users: userIds(on),
    expiredToken: await provider.mint(scoped, { iat: past - 3600, exp: past }),
    otherAudienceToken: await provider.mint(scoped, { aud: otherAudience }),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/data' },
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
