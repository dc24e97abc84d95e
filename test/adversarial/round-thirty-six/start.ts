import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { users } from './data.ts';
import { faults } from './defects.ts';
import { jws, now } from './jwt.ts';
import type { Reply, Req, WebModule } from './model.ts';
import { pause } from './model.ts';
import { handle, issue, locate, worker } from './service.ts';
import type { Target } from './types.ts';
import { habits } from './variations.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keysPath = '/identity/keys';
const largest = 2 ** 20;

/** What the file estuary.ini says. */
function configured(): WebModule {
  const idOf = (place: string): string => users.find((user) => user.place === place)?.id ?? '';
  return worker({
    base: '/estuary/rest',
    tokenPath: '/identity/connect/token',
    audience: 'urn:estuary:investing',
    otherAudience: 'urn:estuary:reporting',
    issuer: 'https://identity.estuary.example',
    kid: '2025-02-delta',
    lifetime: 3600,
    scoped: { id: 'estuary-partner', secret: 'Mq7_partner_pw_40', scopes: ['service:nbg', 'service:accounts'] },
    unscoped: { id: 'estuary-reports', secret: 'Bw2_reports_pw_93', scopes: ['service:accounts'] },
    users: structuredClone(users),
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
    privateKey: keys.privateKey,
    publicKey: keys.publicKey,
    addresses: new Map([
      [
        idOf('first'),
        { line1: 'Rua das Flores 27', line2: '2.º esq.', city: 'Coimbra', postalCode: '3000-178', countryCode: 'PT' },
      ],
      [
        idOf('second'),
        { line1: 'ul. Długa 14', line2: 'm. 6', city: 'Gdańsk', postalCode: '80-831', countryCode: 'PL' },
      ],
    ]),
  });
}

function toggled(toggle?: string): WebModule {
  const module = configured();
  if (toggle !== undefined) {
    const one = [...faults, ...habits].find(({ id }) => id === toggle);
    if (one === undefined) {
      throw new Error(`There is no toggle ${toggle}`);
    }
    one.apply(module);
  }
  return module;
}

export async function start(toggle?: string): Promise<Target> {
  const module = toggled(toggle);
  const open = new Set<Socket>();
  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    execute(module, message, response).catch(() => message.socket.destroy());
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, onRequest)
    .on('checkExpectation', onRequest)
    .on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { scoped, unscoped } = module;
  const idOf = (place: string): string | undefined => module.users.find((user) => user.place === place)?.id;
  return {
    baseUrl: `${origin}${module.base}`,
    authUrl: `${origin}${module.tokenPath}`,
    jwksUrl: `${origin}${keysPath}`,
    audience: module.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: { first: idOf('first') ?? '', second: idOf('second') ?? '', denied: idOf('denied') },
    expiredToken: jws(module, { ...module.claims(scoped), iat: now() - 9000, nbf: now() - 9000, exp: now() - 5400 }),
    otherAudienceToken: jws(module, { ...module.claims(scoped), aud: module.otherAudience }),
    readBack: { method: 'GET', path: '/users/me', pointer: '/address' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) {
          socket.destroy();
        }
      }),
  };
}

/** All of the body is read, but no more of it is kept than the limit allows. */
async function contentOf(message: IncomingMessage): Promise<{ body: Buffer; tooLarge: boolean }> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largest) {
      kept.push(chunk);
    }
  }
  return { body: Buffer.concat(kept), tooLarge: size > largest };
}

/** TIdURI.URLDecode; what cannot be decoded stays as it is. */
function urlDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function requestOf(module: WebModule, message: IncomingMessage, target: string, body: Buffer): Req {
  const mark = target.indexOf('?');
  const whole = mark < 0 ? target : target.slice(0, mark);
  const path = whole.startsWith(`${module.base}/`) ? urlDecoded(whole.slice(module.base.length)) : '';
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    headers[name] = (values ?? []).join(', ').trim();
  }
  return {
    method: message.method ?? '',
    path,
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers,
    body,
    ...locate(path),
    socket: message.socket,
  };
}

async function execute(module: WebModule, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { body, tooLarge } = await contentOf(message);
  const target = (message.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const method = message.method ?? '';
  switch (target.split('?')[0]) {
    case keysPath:
      return send(module, keySet(module), method, response);
    case module.tokenPath:
      return send(module, issue(module, method, body), method, response);
  }
  const req = requestOf(module, message, target, body);
  const reply = await handle(module, req, tooLarge);
  const ms = module.delay(req);
  if (ms > 0) {
    await pause(ms);
  }
  module.headerFilter(reply, req);
  await send(module, reply, method, response, req);
  module.log(req, reply);
}

function keySet(module: WebModule): Reply {
  const { kid, alg } = { kid: module.kid, alg: module.tokenHeader()['alg'] };
  return {
    status: 200,
    headers: [['Cache-Control', 'max-age=300']],
    body: { keys: [{ ...module.publicKey.export({ format: 'jwk' }), use: 'sig', kid, alg }] },
  };
}

/** TWebResponse.SendResponse. Without a request it is the identity provider that answers. */
async function send(
  module: WebModule,
  reply: Reply,
  method: string,
  response: ServerResponse,
  req?: Req,
): Promise<void> {
  if (reply.status === 0) {
    response.socket?.destroy();
    return;
  }
  let text = reply.raw ?? (reply.body === undefined ? '' : module.encode(reply.body));
  if (req !== undefined && typeof text === 'string' && reply.raw === undefined) {
    text = module.bodyFilter(text, reply, req);
  }
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  for (const [name] of reply.headers) {
    const values = reply.headers.filter(([other]) => other.toLowerCase() === name.toLowerCase()).map(([, one]) => one);
    response.setHeader(name, values.length === 1 ? String(values[0]) : values);
  }
  if (bytes.length > 0 && !response.hasHeader('Content-Type')) {
    response.setHeader('Content-Type', reply.type ?? 'application/json; charset=utf-8');
  }
  const pieces = req === undefined ? [bytes] : module.pieces(bytes);
  if (pieces.length === 1 && reply.status !== 204) {
    response.setHeader('Content-Length', bytes.length);
  }
  response.writeHead(reply.status);
  for (const piece of method === 'HEAD' ? [] : pieces) {
    response.write(piece);
    if (pieces.length > 1) {
      await new Promise(setImmediate);
    }
  }
  response.end();
}
