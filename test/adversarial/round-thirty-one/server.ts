import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { desk } from './desk.ts';
import type { Endpoint, Exchange, Reply, Site } from './model.ts';
import { Refused, Shown } from './model.ts';

interface Route {
  readonly endpoint: Endpoint;
  readonly method: string;
}

const routes: Readonly<Record<string, Route>> = {
  '/learn/learning-guides': { endpoint: 'guides', method: 'GET' },
  '/learn/analyst-insights': { endpoint: 'insights', method: 'GET' },
  '/users/me/address': { endpoint: 'address', method: 'PATCH' },
  '/users/me': { endpoint: 'profile', method: 'GET' },
  '/daily-summaries': { endpoint: 'summaries', method: 'GET' },
  '/b2b/notification-settings': { endpoint: 'notifications', method: 'GET' },
  '/cash': { endpoint: 'cash', method: 'GET' },
  '/portfolios': { endpoint: 'portfolios', method: 'GET' },
  '/api/m2m/investments/orders': { endpoint: 'orders', method: 'POST' },
};

const guidePath = /^\/learn\/learning-guides\/([^/]+)$/;
const limit = 262_144;

function routeOf(x: Exchange, local: string): Route | undefined {
  const guide = guidePath.exec(local)?.[1];
  if (guide !== undefined) {
    x.guideId = guide;
    return { endpoint: 'guide', method: 'GET' };
  }
  return Object.hasOwn(routes, local) ? routes[local] : undefined;
}

async function decide(site: Site, x: Exchange, counts: Map<string, number>): Promise<Reply> {
  const { steps } = site;
  try {
    const local = x.path.startsWith(site.basePath) ? x.path.slice(site.basePath.length) : '';
    const route = routeOf(x, local);
    if (route === undefined) throw new Refused('no-route');
    x.endpoint = route.endpoint;
    if (route.method !== x.method) {
      const reply = steps.refuse(x, 'no-method', null);
      return { ...reply, headers: { ...reply.headers, Allow: route.method } };
    }
    x.nth = counts.get(route.endpoint) ?? 0;
    counts.set(route.endpoint, x.nth + 1);
    await steps.authorise(x);
    if (!steps.entitled(x)) throw new Refused('no-scope');
    steps.identify(x);
    if (x.bytes.length > limit) throw new Refused('too-large');
    await steps.gate(x);
    return await steps.answer(x);
  } catch (error) {
    if (error instanceof Shown) return error.reply;
    if (error instanceof Refused) return steps.refuse(x, error.kind, error.detail);
    return steps.refuse(x, 'abend', null);
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const piece = part as Buffer;
    if (size <= limit) parts.push(piece);
    size += piece.length;
  }
  return Buffer.concat(parts);
}

function send(response: ServerResponse, site: Site, x: Exchange, reply: Reply): void {
  const text = reply.raw ?? (reply.body === undefined ? '' : site.steps.text(x, reply.body));
  const pieces = site.steps.pieces(text);
  const server = { Server: 'IBM_CICS_Transaction_Server/6.1.0(zOS)' };
  if (text === '' || pieces.length === 1) {
    response.writeHead(reply.status, { ...server, ...reply.headers, 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
    return;
  }
  response.writeHead(reply.status, { ...server, ...reply.headers });
  for (const piece of pieces) response.write(piece);
  response.end();
}

function exchange(request: IncomingMessage, bytes: Buffer): Exchange {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  const field = (name: string): string | undefined => request.headersDistinct[name]?.join(', ');
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    authorization: field('authorization'),
    userId: field('x-user-id'),
    contentType: field('content-type'),
    bytes,
    guideId: '',
    nth: 0,
  };
}

export function serverOf(site: Site): Server {
  const counts = new Map<string, number>();
  const json = { 'Content-Type': 'application/json; charset=UTF-8' };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const x = exchange(request, await bytesOf(request));
    if (x.path === site.tokenPath) {
      const reply = await desk(site, x.method, x.bytes);
      send(response, site, x, { ...reply, headers: { ...json, ...reply.headers } });
    } else if (x.path === site.keysPath) {
      send(response, site, x, { status: 200, headers: json, body: { keys: site.keys } });
    } else {
      send(response, site, x, site.steps.finish(x, await decide(site, x, counts)));
    }
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 65_000;
  return server;
}
