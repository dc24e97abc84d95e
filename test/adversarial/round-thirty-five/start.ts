import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { users } from './data.ts';
import { faults } from './defects.ts';
import { jws, now } from './jwt.ts';
import type { Json, Lua, Reply, Req } from './model.ts';
import { pause } from './model.ts';
import { handle, issue, locate, worker } from './service.ts';
import type { Target } from './types.ts';
import { habits } from './variations.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keysPath = '/auth/.well-known/jwks.json';
const bodyLimit = 1_048_576;

function configured(): Lua {
  const at = (city: string, countryCode: string, postalCode: unknown): Json => ({
    line1: 'Sadama 5',
    line2: 'II korrus',
    city,
    postalCode,
    countryCode,
  });
  return worker({
    base: '/lagoon/v1',
    tokenPath: '/auth/oauth/token',
    audience: 'https://api.lagoon.example/invest',
    otherAudience: 'https://api.lagoon.example/ledger',
    issuer: 'https://auth.lagoon.example/',
    kid: 'lagoon-7',
    lifetime: 3600,
    scoped: { id: 'lagoon-bank', secret: 'Tf4-bank-secret-71', scopes: ['service:read', 'service:nbg'] },
    unscoped: { id: 'lagoon-audit', secret: 'Zk9-audit-secret-26', scopes: ['service:read'] },
    users: users.map((user) => ({ ...user })),
    statuses: {
      missingUser: 400,
      malformedUser: 400,
      unknownUser: 404,
      unparsed: 400,
      invalid: 422,
      mediaType: 415,
      guideId: 400,
      method: 405,
      token: 401,
      query: 0,
    },
    privateKey: pair.privateKey,
    publicKey: pair.publicKey,
    addresses: new Map([
      [users[0]?.id ?? '', at('Tartu', 'EE', 51_007)],
      [users[1]?.id ?? '', at('Πάτρα', 'GR', '262 21')],
    ]),
  });
}

export async function start(toggle?: string): Promise<Target> {
  const lua = configured();
  if (toggle !== undefined) {
    const one = [...faults, ...habits].find(({ id }) => id === toggle);
    if (one === undefined) {
      throw new Error(`No toggle ${toggle}`);
    }
    one.apply(lua);
  }
  const sockets = new Set<Socket>();
  const listen = (message: IncomingMessage, response: ServerResponse): void =>
    void serve(lua, message, response).catch(() => message.socket.destroy());
  const server = createServer({ keepAliveTimeout: 60_000 }, listen);
  server.on('checkExpectation', listen);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { scoped, unscoped } = lua;
  const token = (claims: Json): string => jws(lua, { ...lua.claims(scoped), ...claims });
  return {
    baseUrl: origin + lua.base,
    authUrl: origin + lua.tokenPath,
    jwksUrl: origin + keysPath,
    audience: lua.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: {
      first: lua.users.find(({ place }) => place === 'first')?.id ?? '',
      second: lua.users.find(({ place }) => place === 'second')?.id ?? '',
      denied: lua.users.find(({ place }) => place === 'denied')?.id,
    },
    expiredToken: token({ iat: now() - 8000, exp: now() - 4400 }),
    otherAudienceToken: token({ aud: lua.otherAudience }),
    readBack: { method: 'GET', path: '/users/me', pointer: '/address' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

/** The body as far as it is within the limit, all of it being read. */
async function read(message: IncomingMessage): Promise<{ body: Buffer; tooLarge: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += (chunk as Buffer).length;
    if (length <= bodyLimit) {
      chunks.push(chunk as Buffer);
    }
  }
  return { body: Buffer.concat(chunks), tooLarge: length > bodyLimit };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function serve(lua: Lua, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { body, tooLarge } = await read(message);
  const [whole = '', ...query] = (message.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const path = whole.startsWith(`${lua.base}/`) ? decoded(whole.slice(lua.base.length)) : '';
  const method = message.method ?? '';
  const req: Req = {
    method,
    path,
    query: query.join('?'),
    headers: Object.fromEntries(
      Object.entries(message.headersDistinct).map(([name, values = []]) => [name, values.join(', ').trim()]),
    ),
    body,
    ...locate(path),
    socket: message.socket,
  };
  if (whole === keysPath) {
    const jwk = { ...lua.publicKey.export({ format: 'jwk' }), kid: lua.kid, alg: lua.tokenHeader()['alg'], use: 'sig' };
    await send(lua, { status: 200, headers: [], body: { keys: [jwk] } }, method, response);
  } else if (whole === lua.tokenPath) {
    await send(lua, issue(lua, method, body), method, response);
  } else {
    const reply = await handle(lua, req, tooLarge);
    const wait = lua.delay(req);
    if (wait > 0) {
      await pause(wait);
    }
    lua.headerFilter(reply, req);
    await send(lua, reply, method, response, req);
    lua.log(req, reply);
  }
}

async function send(lua: Lua, reply: Reply, method: string, response: ServerResponse, req?: Req): Promise<void> {
  if (reply.status === 444) {
    response.socket?.destroy();
    return;
  }
  const raw = reply.raw ?? (reply.body === undefined ? '' : lua.encode(reply.body));
  const filtered = req === undefined || reply.raw !== undefined ? raw : lua.bodyFilter(String(raw), reply, req);
  const bytes = Buffer.from(filtered as string);
  const grouped = new Map<string, [string, string[]]>();
  for (const [name, value] of reply.headers) {
    const key = name.toLowerCase();
    grouped.set(key, [grouped.get(key)?.[0] ?? name, [...(grouped.get(key)?.[1] ?? []), value]]);
  }
  for (const [name, values] of grouped.values()) {
    response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
  }
  if (bytes.length > 0 && !response.hasHeader('Content-Type')) {
    response.setHeader('Content-Type', reply.type ?? 'application/json');
  }
  const pieces = req === undefined ? [bytes] : lua.pieces(bytes);
  if (pieces.length === 1 && reply.status !== 204) {
    response.setHeader('Content-Length', bytes.length);
  }
  response.writeHead(reply.status);
  if (method !== 'HEAD') {
    for (const piece of pieces) {
      response.write(piece);
      if (pieces.length > 1) {
        await new Promise(setImmediate);
      }
    }
  }
  response.end();
}
