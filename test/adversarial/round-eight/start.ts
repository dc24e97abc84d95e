import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { openAccounts } from './accounts.ts';
import { type Answer, type On, Refusal, type Request, type World } from './answer.ts';
import { answer, findRoute } from './gateway.ts';
import { openLearning } from './learning.ts';
import { openProvider, otherAudience } from './provider.ts';
import { renderRefusal } from './render.ts';
import { seedUsers } from './seed.ts';
import { send } from './send.ts';
import { openTrading } from './trading.ts';
import { openServices } from './upstream.ts';

export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
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

async function readBytes(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size <= bodyLimit) chunks.push(chunk as Buffer);
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks);
}

function readRequest(message: IncomingMessage, body: Buffer): Request {
  const target = (message.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const headers = Object.entries(message.headersDistinct).map(([name, values]): [string, string] => [
    name,
    (values?.join(', ') ?? '').replace(/^[ \t]+|[ \t]+$/g, ''),
  ]);
  return {
    method: message.method ?? 'GET',
    path: path.startsWith(`${base}/`) ? path.slice(base.length) : '/',
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: new Map(headers),
    body,
  };
}

async function answerToken({ provider }: World, request: Request): Promise<Answer> {
  if (request.method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: { error: 'invalid_request' } };
  let input: unknown;
  try {
    input = JSON.parse(request.body.toString());
  } catch {}
  return { headers: { Pragma: 'no-cache' }, ...(await provider.answer(input)) };
}

/** Answers again for two seconds, with an Age, what a guide that does not exist was answered. */
function remember({ on, memory }: World, request: Request, made: Answer): Answer {
  if (!on('unknown-guide-kept-with-age') || made.status !== 404) return made;
  const kept = memory.get(`kept ${request.path}`) as { at: number; answer: Answer } | undefined;
  const age = kept ? Date.now() - kept.at : Number.POSITIVE_INFINITY;
  const headers = { ...made.headers, 'Cache-Control': 'private, max-age=2' };
  if (kept && age < 2000) return { ...kept.answer, headers: { ...headers, Age: String(Math.floor(age / 1000)) } };
  const answer = { ...made, headers };
  memory.set(`kept ${request.path}`, { at: Date.now(), answer });
  return answer;
}

async function answerApi(world: World, request: Request): Promise<{ route: string; answer: Answer }> {
  const found = findRoute(world, request);
  const route = found instanceof Refusal ? 'none' : found.name;
  try {
    if (!(found instanceof Refusal)) return { route, answer: await answer(world, found, request) };
    if (found.status === 404 && world.on('kong-no-route'))
      return { route, answer: { status: 404, body: { message: 'no Route matched with those values' } } };
    throw found;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong.');
    const made = renderRefusal(world, request, route, refusal);
    return { route, answer: route === 'guide' ? remember(world, request, made) : made };
  }
}

function createListener(world: World) {
  const { on } = world;
  const users = seedUsers(on);
  const answerTo = async (message: IncomingMessage): Promise<{ route: string; answer: Answer; user?: string }> => {
    const body = await readBytes(message);
    const request = readRequest(message, body ?? Buffer.alloc(0));
    if (body === undefined) {
      const refusal = new Refusal(413, 'The body is too large.');
      return { route: 'none', answer: renderRefusal(world, request, 'none', refusal) };
    }
    const path = (message.url ?? '').split('?')[0];
    if (path === '/token') return { route: 'token', answer: await answerToken(world, request) };
    if (path === '/jwks') return { route: 'jwks', answer: { status: 200, body: world.provider.jwks } };
    const user = request.headers.get('x-user-id');
    return { ...(await answerApi(world, request)), ...(user === undefined ? {} : { user }) };
  };
  return async (message: IncomingMessage, response: ServerResponse) => {
    try {
      const { route, answer, user } = await answerTo(message);
      if (response.destroyed || answer.status === 0) return;
      send(message, response, answer, { route, language: users.find((u) => u.id === user)?.language, on });
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
  const memory = new Map<string, unknown>();
  const { forward, close } = await openServices(
    { learning: openLearning(on, memory), accounts: openAccounts(on), trading: openTrading(on, memory) },
    on,
  );
  const listener = createListener({ on, provider, memory, forward });
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.on('clientError', refuseBytes);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { scoped, unscoped, audience } = provider;
  const [first, second, denied] = seedUsers(on);
  const past = Math.floor(Date.now() / 1000) - 900;
  const expiry = on('token-expires-at-claim') ? 'expires_at' : 'exp';
  return {
    baseUrl: `${origin}${base}`,
    authUrl: `${origin}/token${on('token-endpoint-with-query') ? '?api-version=2025-01-01&tenant=m2m' : ''}`,
    jwksUrl: `${origin}/jwks`,
    audience,
    clients: { scoped, unscoped },
    users: { first: first.id, second: second.id, denied: denied.id },
    expiredToken: await provider.mint(scoped, { iat: past - 3600, [expiry]: past }),
    otherAudienceToken: await provider.mint(scoped, { aud: otherAudience }),
    readBack: {
      method: 'GET',
      path: '/users/me/address',
      pointer: on('read-back-through-escapes') ? '/data/home~1delivery/~0current' : '/data',
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      close();
      await closed;
    },
  };
}
