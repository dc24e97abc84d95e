import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { users } from './data.ts';
import { faults } from './defects.ts';
import { jws, now } from './jwt.ts';
import type { Program, Reply, Req, User } from './model.ts';
import { pause } from './model.ts';
import { caught, once } from './prolog.ts';
import { consult, handle, issue, locate } from './service.ts';
import type { Target } from './types.ts';
import { habits } from './variations.ts';

const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keysPath = '/idp/jwks.json';
const mebibyte = 1024 * 1024;
const placed = (all: readonly User[], place: User['place']): string | undefined =>
  all.find((user) => user.place === place)?.id;

/** :- set_setting(...), and the facts that the database starts with. */
const load = (): Program =>
  consult({
    base: '/fjord/v',
    tokenPath: '/idp/token',
    audience: 'https://m2m.fjord.example/',
    otherAudience: 'https://ledger.fjord.example/',
    issuer: 'https://idp.fjord.example/',
    kid: 'fjord-17',
    lifetime: 3600,
    scoped: { id: 'm2m-harpa', secret: 'harpa.K8s-tungl-5521', scopes: ['read:accounts', 'service:nbg'] },
    unscoped: { id: 'm2m-ledger', secret: 'ledger.W3v-stjarna-9047', scopes: ['read:accounts'] },
    users: structuredClone(users),
    statuses: {
      missingUser: 400,
      malformedUser: 400,
      unknownUser: 404,
      unparsed: 400,
      invalid: 422,
      mediaType: 415,
      guideId: 404,
      method: 405,
      token: 401,
      query: 0,
    },
    ...keyPair,
    addresses: new Map([
      [
        placed(users, 'first') ?? '',
        { line1: 'Skólavörðustígur 22', line2: '2. hæð', city: 'Reykjavík', postalCode: '101', countryCode: 'IS' },
      ],
      [
        placed(users, 'second') ?? '',
        { line1: 'רחוב הרצל 48', line2: 'דירה 7', city: 'חיפה', postalCode: '3350501', countryCode: 'IL' },
      ],
    ]),
  });

function toggled(toggle: string | undefined): Program {
  const program = load();
  if (toggle !== undefined) {
    const { apply } = once(
      [...faults, ...habits].find(({ id }) => id === toggle),
      () => new Error(`There is no toggle ${toggle}`),
    );
    apply(program);
  }
  return program;
}

/** http_server/2 */
export async function start(toggle?: string): Promise<Target> {
  const program = toggled(toggle);
  const sockets = new Set<Socket>();
  const listener = (message: IncomingMessage, response: ServerResponse): void => {
    serve(program, message, response).catch(() => message.socket.destroy());
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.on('checkExpectation', listener);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...described(program, `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

function described(program: Program, origin: string): Omit<Target, 'close'> {
  const { scoped, unscoped, audience } = program;
  const hoursAgo = (hours: number): number => now() - hours * 3600;
  return {
    baseUrl: origin + program.base,
    authUrl: origin + program.tokenPath,
    jwksUrl: origin + keysPath,
    audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: {
      first: placed(program.users, 'first') ?? '',
      second: placed(program.users, 'second') ?? '',
      denied: placed(program.users, 'denied'),
    },
    expiredToken: jws(program, {
      ...program.claims(scoped),
      iat: hoursAgo(3),
      nbf: hoursAgo(3),
      exp: hoursAgo(2),
    }),
    otherAudienceToken: jws(program, { ...program.claims(scoped), aud: program.otherAudience }),
    readBack: { method: 'GET', path: '/users/me', pointer: '/address' },
  };
}

/** read_stream_to_codes/2 to its end, but what exceeds the limit is not kept. */
async function read(message: IncomingMessage): Promise<{ bytes: Buffer; tooLarge: boolean }> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    total += part.length;
    if (total <= mebibyte) {
      parts.push(part);
    }
  }
  return { bytes: Buffer.concat(parts), tooLarge: total > mebibyte };
}

/** parse_url/2: the path and what follows the question mark, without scheme and host where there are any. */
function parsed(message: IncomingMessage): { path: string; query: string } {
  const [, path = '', query = ''] =
    /^([^?]*)\??(.*)$/s.exec((message.url ?? '').replace(/^https?:\/\/[^/?]*/i, '')) ?? [];
  return { path, query };
}

function requestOf(program: Program, message: IncomingMessage, body: Buffer): Req {
  const { path: whole, query } = parsed(message);
  const below = whole.startsWith(`${program.base}/`) ? whole.slice(program.base.length) : '';
  const path = caught(() => decodeURIComponent(below)) ?? below;
  const headers = Object.fromEntries(
    Object.entries(message.headersDistinct).map(([name, values = []]) => [name, values.join(', ').trim()]),
  );
  return { method: message.method ?? '', path, query, headers, body, ...locate(path), socket: message.socket };
}

async function serve(program: Program, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { bytes, tooLarge } = await read(message);
  const { path } = parsed(message);
  const method = message.method ?? '';
  if (path === program.tokenPath) {
    return await answer(program, issue(program, method, bytes), method, response);
  }
  if (path === keysPath) {
    return await answer(program, keySet(program), method, response);
  }
  const req = requestOf(program, message, bytes);
  const reply = await handle(program, req, tooLarge);
  const late = program.delay(req);
  if (late > 0) {
    await pause(late);
  }
  program.headerFilter(reply, req);
  await answer(program, reply, method, response, req);
  program.log(req, reply);
}

function keySet(program: Program): Reply {
  const jwk = program.publicKey.export({ format: 'jwk' });
  const key = { ...jwk, kid: program.kid, use: 'sig', alg: program.tokenHeader()['alg'] };
  return { status: 200, headers: [['Cache-Control', 'max-age=600']], body: { keys: [key] } };
}

function written(program: Program, reply: Reply, req: Req | undefined): Buffer {
  const text = reply.raw ?? (reply.body === undefined ? '' : program.encode(reply.body));
  const sent =
    req === undefined || reply.raw !== undefined || typeof text !== 'string'
      ? text
      : program.bodyFilter(text, reply, req);
  return typeof sent === 'string' ? Buffer.from(sent) : sent;
}

/** http_reply/3. Without a request it is the identity provider that answers. */
async function answer(
  program: Program,
  reply: Reply,
  method: string,
  response: ServerResponse,
  req?: Req,
): Promise<void> {
  if (reply.status === 0) {
    response.socket?.destroy();
    return;
  }
  const bytes = written(program, reply, req);
  const pieces = req === undefined ? [bytes] : program.pieces(bytes);
  for (const [name, value] of reply.headers) {
    response.appendHeader(name, value);
  }
  if (bytes.length > 0 && !response.hasHeader('Content-Type')) {
    response.setHeader('Content-Type', reply.type ?? 'application/json; charset=UTF-8');
  }
  if (pieces.length === 1 && reply.status !== 204) {
    response.setHeader('Content-Length', bytes.length);
  }
  response.writeHead(reply.status);
  if (method !== 'HEAD') {
    for (const piece of pieces) {
      response.write(piece);
      if (pieces.length > 1) {
        await pause(0);
      }
    }
  }
  response.end();
}
