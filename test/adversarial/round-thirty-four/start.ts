import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { exportJWK } from 'jose';
import { faults } from './defects.ts';
import type { Environment, Json, Parts, Request, Response } from './model.ts';
import { answer, assemble, clock, routeOf } from './service.ts';
import type { Target } from './types.ts';
import { habits } from './variations.ts';

const pem = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const mount = '/gw/invest';
const tokenPath = '/idp/token';

async function environment(): Promise<Environment> {
  const publicKey = createPublicKey(pem.publicKey);
  return {
    audience: 'urn:ferris:invest',
    issuer: 'https://idp.ferris.example/',
    applications: [
      { id: 'ferris-shop', secret: 'q7-Shop-secret-40', scopes: ['service:base', 'service:nbg'] },
      { id: 'ferris-audit', secret: 'w3-Audit-secret-58', scopes: ['service:base'] },
    ],
    users: [
      { id: '67f1d0a9c3b2e4f586a7b8c1', language: 'de', denied: false },
      { id: '67f1d0b4d5e6f7081a2b3c4e', language: 'pl', denied: false },
      { id: '67f1d0c0aa11bb22cc33dd45', language: 'de', denied: true },
    ],
    privateKey: createPrivateKey(pem.privateKey),
    publicKey,
    jwk: { ...(await exportJWK(publicKey)), kid: 'ring-2', alg: 'RS256', use: 'sig' },
    addresses: new Map(),
    jwksFields: [],
  };
}

export async function start(toggle?: string): Promise<Target> {
  const env = await environment();
  const [de, pl] = env.users.map(({ id }) => id);
  const at = (city: string, countryCode: string, postalCode: unknown): Json => ({
    line1: 'Am Markt 2',
    line2: 'EG',
    city,
    postalCode,
    countryCode,
  });
  env.addresses.set(de ?? '', at('Bremen', 'DE', 28195));
  env.addresses.set(pl ?? '', at('Gdynia', 'PL', '81-300'));
  const parts = assemble(env);
  if (toggle !== undefined) {
    const one = [...faults, ...habits].find(({ id }) => id === toggle);
    if (one === undefined) {
      throw new Error(`No toggle ${toggle}`);
    }
    Object.assign(parts, one.wire({ ...parts }, env));
  }
  const sockets = new Set<Socket>();
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (message, response) => void serve(parts, env, message, response),
  );
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [scoped, unscoped] = env.applications;
  if (scoped === undefined || unscoped === undefined) {
    throw new Error('Two applications are needed');
  }
  const token = (claims: Json): string => parts.jwt({ ...parts.claims(scoped), ...claims });
  return {
    baseUrl: origin + mount,
    authUrl: origin + tokenPath,
    jwksUrl: `${origin}/idp/keys`,
    audience: env.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: { first: env.users[0]?.id ?? '', second: env.users[1]?.id ?? '', denied: env.users[2]?.id },
    expiredToken: token({ iat: clock() - 8000, exp: clock() - 4400 }),
    otherAudienceToken: token({ aud: 'urn:ferris:ledger' }),
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

async function serve(
  parts: Parts,
  env: Environment,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) {
      chunks.push(chunk as Buffer);
    }
  } catch {
    return;
  }
  const url = message.url ?? '/';
  const [whole = '', ...query] = url.split('?');
  const path = whole.startsWith(`${mount}/`) ? whole.slice(mount.length) : '';
  const request: Request = {
    method: message.method ?? '',
    path,
    query: query.join('?'),
    headers: Object.fromEntries(
      Object.entries(message.headersDistinct).map(([name, values = []]) => [name, values.join(', ').trim()]),
    ),
    body: Buffer.concat(chunks),
    route: routeOf(path),
  };
  if (whole === '/idp/keys') {
    send(parts, { status: 200, body: { keys: [env.jwk] }, fields: env.jwksFields }, request, response);
  } else if (whole === tokenPath) {
    send(parts, await parts.tokenEndpoint(request), request, response);
  } else {
    send(parts, await answer(parts, request), request, response);
  }
}

function send(parts: Parts, reply: Response, { method }: Request, response: ServerResponse): void {
  if (reply.status === 0) {
    return;
  }
  const text = reply.text ?? (reply.body === undefined ? '' : parts.encode(reply.body));
  const bytes = Buffer.from(text);
  const grouped = new Map<string, string[]>();
  for (const [name, value] of reply.fields) {
    grouped.set(name, [...(grouped.get(name) ?? []), value]);
  }
  for (const [name, values] of grouped) {
    response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
  }
  if (bytes.length > 0 && !response.hasHeader('Content-Type')) {
    response.setHeader('Content-Type', parts.mediaType(reply));
  }
  if (reply.status !== 204) {
    response.setHeader('Content-Length', bytes.length);
  }
  response.writeHead(reply.status);
  response.end(method === 'HEAD' ? undefined : bytes);
}
