import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Context, errorReply, fault, isFault, type Reply, type Service, sleep, slot } from './core.ts';
import { newData, userIds } from './data.ts';
import { newKeys } from './jwt.ts';
import { newRoutes } from './routes.ts';
import { styleOf } from './styles.ts';
import { issue, newToken, type Registered } from './tokens.ts';
import type { Target } from './types.ts';

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size < 2_000_000) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function contextOf(request: IncomingMessage, body: Buffer): Context {
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  const headers = request.headers as Record<string, string | undefined>;
  const query = new URLSearchParams(rest.join('?'));
  const common = { route: '', param: '', claims: {}, user: undefined };
  return { method: request.method ?? 'GET', path, query, headers, body, ...common };
}

function send(service: Service, response: ServerResponse, reply: Reply, route: string) {
  const plain = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  const text = reply.text === undefined && plain !== '' ? (service.style.text?.(plain) ?? plain) : plain;
  const isPrivate = ['cash', 'summaries', 'notifications', 'portfolios'].includes(route);
  const headers: Record<string, string> = {};
  if (text !== '') headers['Content-Type'] = service.style.mediaType ?? 'application/json; charset=utf-8';
  if (reply.status >= 400 || route === 'address') headers['Cache-Control'] = 'no-store';
  const last = slot(service, 'writer', () => ({ public: false }));
  if (isPrivate && reply.status < 400) {
    const leaked = service.on('policy-of-the-writer-before') && last.public;
    headers['Cache-Control'] = leaked ? 'public, max-age=1800' : 'private, no-cache';
  }
  if (route === 'guides' && reply.status === 200) last.public = true;
  else if (isPrivate && reply.status < 400) last.public = false;
  Object.assign(headers, service.style.headers?.(), reply.headers);
  const bytes = Buffer.from(text);
  if (reply.status !== 204) headers['Content-Length'] = String(bytes.length);
  response.writeHead(reply.status, headers);
  response.end(bytes);
}

export async function start(toggle?: string): Promise<Target> {
  const style = styleOf(toggle);
  const name = randomBytes(4).toString('hex');
  const audience = style.audience ?? `https://api.example/${name}`;
  const clients: Registered[] = [
    { id: `scoped-${name}`, secret: randomBytes(18).toString('base64url'), scopes: ['service:nbg', 'service:read'] },
    { id: `plain-${name}`, secret: randomBytes(18).toString('base64url'), scopes: [] },
  ];
  const service: Service = {
    on: (id) => id === toggle,
    style,
    keys: newKeys(`key-${name}`),
    data: newData(style),
    audience,
    issuer: `https://id.example/${name}/`,
    cache: new Map(),
  };
  const routes = newRoutes(service);

  const answer = async (ctx: Context): Promise<[Reply, string]> => {
    if (ctx.path === '/oauth/token' && ctx.method === 'POST') return [issue(service, clients, ctx.body), 'token'];
    if (ctx.path === '/jwks.json') return [{ status: 200, body: service.keys.jwks, headers: {} }, 'jwks'];
    const result = await routes(ctx);
    return [isFault(result.reply) ? errorReply(service, result.reply, result.ctx) : result.reply, result.ctx.route];
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const ctx = contextOf(request, await readBody(request));
    await sleep(style.delay?.() ?? 0);
    const count = slot(service, 'requests', () => ({ times: 0 }));
    count.times += 1;
    const shed = style.shed?.(count.times);
    if (shed) return send(service, response, shed, '');
    const [reply, route] = await answer(ctx);
    send(service, response, reply, route);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(service, response, errorReply(service, fault(400, 'The request cannot be served'), undefined), '');
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [scoped, plain] = clients as [Registered, Registered];
  const now = Math.floor(Date.now() / 1000);
  return {
    baseUrl: `${origin}${style.base ?? '/api'}`,
    authUrl: `${origin}/oauth/token`,
    jwksUrl: `${origin}/jwks.json`,
    audience,
    clients: { scoped: { id: scoped.id, secret: scoped.secret }, unscoped: { id: plain.id, secret: plain.secret } },
    users: style.userIds ?? userIds,
    expiredToken: newToken(service, scoped, audience, now - 1_000),
    otherAudienceToken: newToken(service, scoped, 'https://elsewhere.example/api', now + 7_200),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
