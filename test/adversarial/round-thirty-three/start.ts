import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { areaOf, createBeans } from './beans.ts';
import { collidingIds, guideIds } from './data.ts';
import { defectToggles } from './defects.ts';
import type { Beans, Json, Reply, Req, Settings, World } from './model.ts';
import { Refusal } from './model.ts';
import type { Target } from './types.ts';
import { variationToggles } from './variations.ts';

const pair = generateKeyPair('RS256', { extractable: true });
const colliding = collidingIds();

async function settingsOf(): Promise<Settings> {
  const { privateKey, publicKey } = await pair;
  return {
    base: '/invest',
    tokenPath: '/oauth2/token',
    audience: 'https://api.invest.example',
    issuer: 'https://id.invest.example',
    privateKey,
    lifetime: 3600,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'spring-1', alg: 'RS256', use: 'sig' }] },
    clients: {
      scoped: { id: 'm2m-gateway', secret: 'Kp3-gateway-secret-91', scopes: ['service:read', 'service:nbg'] },
      unscoped: { id: 'm2m-reports', secret: 'Zt8-reports-secret-17', scopes: ['service:read'] },
    },
    users: [
      { id: '64ab01cd23ef45ab67cd89e1', language: 'it', place: 'first' },
      { id: '64ab01cd23ef45ab67cd89f7', language: 'pt', place: 'second' },
      { id: '64ab01cd23ef45ab67cd8a0c', language: 'it', place: 'denied' },
    ],
  };
}

export async function start(toggle?: string): Promise<Target> {
  const settings = await settingsOf();
  const addresses = new Map<string, Json>();
  for (const user of settings.users) {
    addresses.set(user.id, {
      line1: `Via ${user.place} 1`,
      line2: 'Scala B',
      city: 'Torino',
      postalCode: 10121,
      countryCode: 'IT',
    });
  }
  const beans = createBeans(settings, addresses, [...guideIds, ...colliding]);
  const world: World = { settings, beans, addresses };
  if (toggle !== undefined) {
    const apply = defectToggles[toggle] ?? variationToggles[toggle];
    if (apply === undefined) {
      throw new Error(`No toggle ${toggle}`);
    }
    apply(world);
  }
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (message, response) => void receive(world, message, response),
  );
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = Math.floor(Date.now() / 1000);
  const signed = (claims: Json): Promise<string> =>
    new SignJWT({ ...beans.claims(settings.clients.scoped), ...claims })
      .setProtectedHeader({ ...beans.tokenHeader(), alg: 'RS256' })
      .sign(settings.privateKey);
  const place = (name: string): string => settings.users.find((user) => user.place === name)?.id ?? '';
  return {
    baseUrl: origin + settings.base,
    authUrl: origin + settings.tokenPath,
    jwksUrl: `${origin}/oauth2/jwks`,
    audience: settings.audience,
    clients: { scoped: { ...settings.clients.scoped }, unscoped: { ...settings.clients.unscoped } },
    users: { first: place('first'), second: place('second'), denied: place('denied') },
    expiredToken: await signed({ iat: now - 9000, nbf: now - 9000, exp: now - 5400 }),
    otherAudienceToken: await signed({ aud: ['https://other.invest.example'] }),
    readBack: { method: 'GET', path: '/users/me', pointer: '/address' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function receive(world: World, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) {
      chunks.push(chunk as Buffer);
    }
  } catch {
    return;
  }
  const target = message.url ?? '/';
  const [whole = '', ...rest] = target.split('?');
  const { base } = world.settings;
  const headers = Object.fromEntries(
    Object.entries(message.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ').trim()]),
  );
  const path = whole.startsWith(`${base}/`) ? whole.slice(base.length) : '';
  const req: Req = {
    method: message.method ?? '',
    target,
    path,
    query: rest.join('?'),
    headers,
    body: Buffer.concat(chunks),
    socket: message.socket,
    area: areaOf(path),
  };
  let reply: Reply;
  try {
    reply = await answer(world, req, whole);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'Internal Server Error');
    reply = world.beans.problem(refusal, req);
  }
  send(world.beans, path === '' ? reply : world.beans.finish(reply, req), req, response);
}

async function answer(world: World, req: Req, whole: string): Promise<Reply> {
  const { beans, settings } = world;
  if (whole === '/oauth2/jwks') {
    return { status: 200, body: settings.jwks, headers: [] };
  }
  if (whole !== settings.tokenPath) {
    return (await beans.intercept(req)) ?? beans.handle(req);
  }
  const request = req.method === 'POST' ? beans.tokenRequest(req.body) : undefined;
  if (request === undefined) {
    return beans.tokenRefusal(400, 'invalid_request');
  }
  if (!beans.grantHolds(request)) {
    return beans.tokenRefusal(400, 'unsupported_grant_type');
  }
  const client = beans.clientOf(request);
  if (client === undefined) {
    return beans.tokenRefusal(401, 'invalid_client');
  }
  if (!beans.audienceHolds(request)) {
    return beans.tokenRefusal(400, 'invalid_target');
  }
  return { status: 200, body: await beans.tokenAnswer(client), headers: beans.tokenHeaders() };
}

function send(beans: Beans, reply: Reply, req: Req, response: ServerResponse): void {
  if (reply.status === 0) {
    return;
  }
  const bytes = Buffer.from(beans.render(reply, req));
  const grouped = new Map<string, string[]>();
  for (const [name, value] of reply.headers) {
    grouped.set(name, [...(grouped.get(name) ?? []), value]);
  }
  for (const [name, values] of grouped) response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
  if (bytes.length > 0 && !response.hasHeader('Content-Type')) {
    response.setHeader('Content-Type', reply.mediaType ?? 'application/json');
  }
  if (reply.status !== 204 && beans.framing(bytes.length) === 'length') {
    response.setHeader('Content-Length', bytes.length);
  }
  response.writeHead(reply.status);
  response.end(reply.status === 204 ? undefined : bytes);
}
