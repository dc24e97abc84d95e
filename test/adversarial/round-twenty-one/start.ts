import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { refuse } from './errors.ts';
import type { Answer, Context } from './http-types.ts';
import { issue } from './jwt.ts';
import { makeRoutes, type Routes } from './routes.ts';
import { grantedWords } from './scopes.ts';
import type { Target } from './types.ts';
import { pause, World } from './world.ts';
import { Lifo, write } from './writer.ts';

const largestBody = 65_536;
const reloadEvery = 24;

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size <= largestBody) pieces.push(piece as Buffer);
  }
  return size > largestBody ? undefined : Buffer.concat(pieces);
}

function contextOf(world: World, request: IncomingMessage, body: Buffer): Context {
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
  const headers = Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(', ')]),
  );
  const method = request.method ?? '';
  return { world, method, path, query, headers, body, segment: '', grants: undefined, user: undefined };
}

/** Load shedding as a vendor may do it. */
function shed(world: World, served: number): Answer | undefined {
  if (world.is('reload-sheds-two') && served % 48 < 2 && served > 40) {
    return { status: 503, text: 'reloading', headers: { 'Retry-After': '1', 'Content-Type': 'text/plain' } };
  }
  if (world.is('shed-on-powers-of-two') && served > 8 && (served & (served - 1)) === 0) {
    return { status: 429, headers: { 'Retry-After': '1' } };
  }
  return undefined;
}

async function route(routes: Routes, context: Context): Promise<Answer> {
  const { world, path, method } = context;
  const found = routes.find(path);
  if (!found) return refuse(world, { status: 404, kind: 'route', message: 'There is no such path' });
  const handler = found.handlers.get(method);
  if (!handler) {
    const headers = { Allow: [...found.handlers.keys()].join(', ') };
    return refuse(world, { status: 405, kind: 'route', message: 'The path does not have this method', headers });
  }
  return handler({ ...context, segment: found.segment });
}

function answerViolation(world: World, error: NodeJS.ErrnoException, socket: Socket): void {
  const overflow = error.code === 'HPE_HEADER_OVERFLOW';
  const bare = ['HPE_HEADER_OVERFLOW', 'HPE_INVALID_METHOD', 'ECONNRESET'].includes(error.code ?? '');
  if (!bare) world.parserBroken = world.is('pooled-parser-keeps-its-error');
  if (!socket.writable) return;
  const status = overflow ? 431 : 400;
  const { text = '' } = refuse(world, { status, kind: 'route', message: 'The request cannot be read' });
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${text}`);
}

async function serve(
  world: World,
  routes: Routes,
  lifo: Lifo,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const served = world.tick('served');
  if (served % reloadEvery === 0) world.epoch += 1;
  const body = await readBody(request);
  const context = contextOf(world, request, body ?? Buffer.alloc(0));
  const waitsForMore = world.is('exact-multiple-waits-for-more') && request.method === 'PATCH';
  if (waitsForMore && context.body.length > 0 && context.body.length % 16 === 0) return;
  if (world.is('adaptive-lifo')) await lifo.turn();
  if (world.is('writes-committed-in-groups') && request.method !== 'GET') await pause(70 - (Date.now() % 70));
  let answer = shed(world, served);
  if (world.parserBroken) {
    world.parserBroken = false;
    answer = refuse(world, { status: 400, kind: 'route', message: 'The request cannot be read' });
  }
  if (!body) answer = refuse(world, { status: 413, kind: 'body', message: 'The body is too large' });
  await write(context, response, answer ?? (await route(routes, context)));
}

function pointer(world: World): string {
  return world.is('read-back-twelve-levels-deep') ? `${'/n'.repeat(12)}/address` : '/address';
}

function describe(world: World, origin: string, close: () => Promise<void>): Target {
  const now = Math.floor(Date.now() / 1000);
  const scope = grantedWords(world, world.clients.scoped.id);
  const token = (audience: string, issuedAt: number) =>
    issue(world, { clientId: world.clients.scoped.id, scope, audience, issuedAt, lifetime: 3600 });
  const [first, second, denied] = world.users.map((user) => user.id);
  const bare = world.is('operator-has-no-further-tokens');
  return {
    baseUrl: `${origin}${world.base}`,
    authUrl: `${origin}/oauth/token`,
    jwksUrl: `${origin}/oauth/jwks`,
    audience: world.audience,
    clients: world.clients,
    users: { first: first ?? '', second: second ?? '', denied },
    expiredToken: bare ? undefined : token(world.audience, now - 7200),
    otherAudienceToken: bare ? undefined : token(world.otherAudience, now),
    readBack: world.is('operator-declares-no-read-back')
      ? undefined
      : { method: 'GET', path: '/users/me/address', pointer: pointer(world) },
    close,
  };
}

export async function start(toggle?: string): Promise<Target> {
  const world = new World(toggle);
  const routes = makeRoutes(world.base);
  const lifo = new Lifo();
  const accept = (request: IncomingMessage, response: ServerResponse) => {
    serve(world, routes, lifo, request, response).catch(() => response.destroy());
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, accept);
  server.on('checkExpectation', accept);
  server.on('clientError', (error, socket) => answerViolation(world, error, socket as Socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return describe(world, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close);
}
