import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from './errors.ts';
import type { Call, Reply, World } from './model.ts';
import { Refusal } from './model.ts';
import { route, run } from './pipeline.ts';
import type { Tokens } from './tokens.ts';
import { makeTokens } from './tokens.ts';
import type { Target } from './types.ts';
import { makeWorld } from './world.ts';
import { readBackPointer } from './writes.ts';

const prefix = '/m2m';
const limit = 1_048_576;

async function collect(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= limit) parts.push(part);
  }
  return size > limit ? undefined : Buffer.concat(parts);
}

function json(status: number, value: unknown): Reply {
  return { status, fields: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}

async function answer(
  world: World,
  tokens: Tokens,
  request: IncomingMessage,
  dictionary: Map<string, unknown>,
): Promise<Reply> {
  const [path = '', ...rest] = (request.url ?? '').split('?');
  const method = request.method ?? 'GET';
  const body = await collect(request);
  let call: Call | undefined;
  try {
    if (body === undefined) throw new Refusal(413, 'other', 'The body is too large.');
    if (method === 'POST' && path === '/oauth/token') return await tokens.answer(body);
    if (method === 'GET' && path === '/.well-known/jwks.json') return json(200, await tokens.keySet());
    if (!path.startsWith(`${prefix}/`)) throw new Refusal(404, 'route', 'There is no such route.');
    const { name, id } = route(world, method, path.slice(prefix.length));
    call = {
      method,
      route: name,
      id,
      query: rest.join('?'),
      header: (field) => request.headersDistinct[field]?.join(', '),
      body,
      dictionary,
    };
    return await bounded(world, tokens, call);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'other', 'Something went wrong.');
    return refuse(world, call, refusal);
  }
}

/** The mailbox of a user holds six messages, and what comes beyond them is shed. */
async function bounded(world: World, tokens: Tokens, call: Call): Promise<Reply> {
  if (!world.on('bounded-mailbox-of-a-user')) return await run(world, tokens, call);
  const key = `mailbox ${call.header('x-user-id') ?? ''}`;
  const waiting = [...world.flags].filter((flag) => flag.startsWith(`${key} `)).length;
  if (waiting >= 6) {
    const shed = refuse(world, call, new Refusal(429, 'other', 'The mailbox is full.'));
    return { ...shed, fields: { ...shed.fields, 'retry-after': '1' } };
  }
  const letter = `${key} ${world.count('letter')}`;
  world.flags.add(letter);
  try {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return await run(world, tokens, call);
  } finally {
    world.flags.delete(letter);
  }
}

function send(world: World, request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (world.on('resumption-is-announced') && request.httpVersion === '1.1') {
    response.socket?.write('HTTP/1.1 104 Upload Resumption Supported\r\nupload-draft-interop-version: 6\r\n\r\n');
  }
  const sent = request.headers['x-request-id'];
  const echoed = world.on('request-id-is-returned-as-sent') && typeof sent === 'string' && /^[\w-]+$/.test(sent);
  response.writeHead(reply.status, {
    ...reply.fields,
    ...(reply.body === undefined ? {} : { 'content-length': Buffer.byteLength(reply.body) }),
    server: 'Cowboy',
    'x-request-id': echoed ? sent : randomBytes(15).toString('base64url'),
  });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

export async function start(toggle?: string): Promise<Target> {
  const world = makeWorld(toggle);
  const tokens = makeTokens(world);
  const dictionaries = new WeakMap<Socket, Map<string, unknown>>();
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    const dictionary = dictionaries.get(request.socket) ?? new Map<string, unknown>();
    dictionaries.set(request.socket, dictionary);
    answer(world, tokens, request, dictionary).then(
      (reply) => send(world, request, response, reply),
      () => response.destroy(),
    );
  };
  const server = createServer(listen).on('checkExpectation', listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const denied = [...world.users.values()].find((user) => user.denied);
  const whose = world.on('expired-token-of-the-second-client') ? world.unscoped : world.scoped;
  const life = world.on('hours-of-the-timer-are-milliseconds') ? 3_600_000 : 3600;
  return {
    baseUrl: `${origin}${prefix}`,
    authUrl: `${origin}/oauth/token`,
    jwksUrl: `${origin}/.well-known/jwks.json`,
    audience: world.audience,
    clients: { scoped: world.scoped, unscoped: world.unscoped },
    users: { first: world.first.id, second: world.second.id, denied: denied?.id },
    expiredToken: await tokens.issue(whose, life + 3600),
    otherAudienceToken: await tokens.issue(world.scoped, 0, 'https://other.atlas.example'),
    readBack: { method: 'GET', path: '/users/me', pointer: readBackPointer(world) },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
