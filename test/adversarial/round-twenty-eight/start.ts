import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defectChanges } from './defects.ts';
import { serve } from './pipeline.ts';
import { refuse } from './refusal.ts';
import type { Bag, Exchange, Reply, Route, Target, World } from './types.ts';
import { variationChanges } from './variations.ts';
import { createWorld, names } from './world.ts';

const base = '/edge/m2m';
const tokenPath = '/oauth/token';
const keysPath = '/.well-known/jwks.json';
const limit = 1_048_576;

const routes: Readonly<Record<string, Partial<Record<string, Route>>>> = {
  '/learn/learning-guides': { GET: 'guides' },
  '/learn/analyst-insights': { GET: 'insights' },
  '/users/me/address': { PATCH: 'address', GET: 'readback' },
  '/daily-summaries': { GET: 'summaries' },
  '/b2b/notification-settings': { GET: 'notifications' },
  '/cash': { GET: 'cash' },
  '/portfolios': { GET: 'portfolios' },
  '/api/m2m/investments/orders': { POST: 'orders' },
};

const fieldsOf = (message: IncomingMessage): Map<string, string> => {
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    const name = (message.rawHeaders[at] ?? '').toLowerCase();
    const value = (message.rawHeaders[at + 1] ?? '').trim();
    const known = fields.get(name);
    fields.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return fields;
};

const read = async (message: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  return length > limit ? undefined : Buffer.concat(chunks);
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const route = async (world: World, message: IncomingMessage, body: Buffer): Promise<Reply> => {
  const target = message.url ?? '/';
  const cut = target.indexOf('?');
  const path = cut < 0 ? target : target.slice(0, cut);
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : '';
  const guideId = /^\/learn\/learning-guides\/([^/]+)$/.exec(below)?.[1];
  const methods = Object.hasOwn(routes, below) ? routes[below] : undefined;
  const known = guideId === undefined ? methods : ({ GET: 'guide' } as const);
  if (known === undefined) return refuse(404, 'Not found');
  const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
  const found = Object.hasOwn(known, method) ? (known as Partial<Record<string, Route>>)[method] : undefined;
  if (found === undefined) {
    const reply = refuse(405, 'Method not allowed');
    reply.fields['allow'] = Object.keys(known).join(', ');
    return reply;
  }
  const fields = fieldsOf(message);
  const exchange: Exchange = {
    route: found,
    path: below,
    query: cut < 0 ? '' : target.slice(cut + 1),
    guideId: decode(guideId ?? ''),
    trace: crypto.randomUUID(),
    field: (name) => fields.get(name),
    body,
  };
  return await serve(world, exchange);
};

const send = (response: ServerResponse, reply: Reply): void => {
  const json = reply.text ?? (reply.value === undefined ? '' : JSON.stringify(reply.value));
  const body = Buffer.from(reply.edit === undefined ? json : reply.edit(json), 'utf8');
  response.sendDate = true;
  response.writeHead(reply.status, {
    ...reply.fields,
    ...(reply.status === 204 ? {} : { 'content-length': String(body.length) }),
  });
  response.end(reply.status === 204 ? undefined : body);
};

const dispatch = async (world: World, jwks: Bag, message: IncomingMessage): Promise<Reply> => {
  const body = await read(message);
  if (body === undefined) return refuse(413, 'Payload too large');
  if (message.url === keysPath) return { status: 200, fields: { 'content-type': 'application/json' }, value: jwks };
  if (message.url !== tokenPath) return await route(world, message, body);
  if (message.method === 'POST') return await world.desk(body.toString('utf8'));
  return refuse(405, 'Method not allowed');
};

export async function start(toggle?: string): Promise<Target> {
  const { world, jwks } = await createWorld();
  if (toggle !== undefined) {
    const change = defectChanges[toggle] ?? variationChanges[toggle];
    if (change === undefined) throw new Error(`no toggle ${toggle}`);
    change(world);
  }
  const listener = (message: IncomingMessage, response: ServerResponse): void => {
    dispatch(world, jwks, message).then(
      (reply) => send(response, reply),
      () => response.destroy(),
    );
  };
  const server = createServer({ keepAliveTimeout: 30_000 }, listener);
  server.on('checkExpectation', listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = Math.floor(Date.now() / 1000);
  const scoped = world.clients.get(names.scoped);
  const unscoped = world.clients.get(names.unscoped);
  const scopes = scoped?.scopes ?? [];
  return {
    baseUrl: origin + base,
    authUrl: origin + tokenPath,
    jwksUrl: origin + keysPath,
    audience: world.audience,
    clients: {
      scoped: { id: names.scoped, secret: scoped?.secret ?? '' },
      unscoped: { id: names.unscoped, secret: unscoped?.secret ?? '' },
    },
    users: { first: names.first, second: names.second, denied: names.denied },
    expiredToken: await world.sign(names.scoped, scopes, world.audience, now - 3600),
    otherAudienceToken: await world.sign(names.scoped, scopes, 'https://reports.pleiad.example/', now + 86_400),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
