import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { respond } from './cycle.ts';
import { plugins } from './plugins.ts';
import { type Answer, type Client, type Row, Site, type Visit } from './site.ts';
import { issuer } from './tokens.ts';
import type { Target } from './types.ts';
import { accounts, ids, UserMeta } from './users.ts';

async function visitOf(req: IncomingMessage, number: number): Promise<Visit> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const target = req.url ?? '/';
  const mark = target.indexOf('?');
  return {
    number,
    method: req.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark)),
    body: Buffer.concat(chunks),
    header: (name) => req.headersDistinct[name]?.join(', '),
    route: 'none',
    id: '',
    token: '',
    claims: {},
    user: undefined,
  };
}

async function send(site: Site, visit: Visit, answer: Answer, res: ServerResponse): Promise<void> {
  if (answer.hang) return;
  if (answer.delay) await sleep(answer.delay);
  const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  const bytes = Buffer.from(site.apply('text', text, visit));
  const type = bytes.length > 0 ? { 'content-type': 'application/json; charset=UTF-8' } : {};
  res.writeHead(answer.status, { ...type, 'content-length': bytes.length, ...answer.headers });
  res.end(visit.method === 'HEAD' ? undefined : bytes);
}

/** A network of one site, with one plugin at most. */
export async function start(toggle?: string): Promise<Target> {
  const site = new Site();
  const plugin = toggle === undefined ? undefined : plugins.get(toggle);
  if (toggle !== undefined && !plugin) throw new Error(`There is no plugin ${toggle}.`);
  plugin?.(site);
  const keys = await issuer(site);
  const secret = () => site.option('secret_prefix', '') + randomBytes(18).toString('base64url');
  const [scopedId, unscopedId] = site.option('client_ids', ['agency-app', 'agency-reports']);
  const words = site.option('scopes', ['service:nbg', 'service:read']);
  const scoped: Client = { id: scopedId ?? '', secret: secret(), scopes: words };
  const unscoped: Client = { id: unscopedId ?? '', secret: secret(), scopes: ['service:read'] };
  const users = site.option('users', ids);
  const meta = new UserMeta();
  const base = site.option('base', '/wp-json');
  const tokenPath = site.option('token_path', '/oauth/token');
  const parts = { site, issuer: keys, clients: [scoped, unscoped], users: accounts(users), meta, base, tokenPath };
  for (const id of [users.first, users.second]) {
    meta.update(id, 'address', { line1: 'Old Road 1', city: 'Bath', postalCode: 'BA1', countryCode: 'GB' });
  }

  let number = 0;
  const server = createServer((req, res) => {
    number += 1;
    const turn = number;
    void (async () => {
      const visit = await visitOf(req, turn);
      await send(site, visit, await respond(parts, visit), res);
    })().catch(() => res.destroy());
  });
  server.keepAliveTimeout = site.option('keep_alive', 5000);
  server.maxRequestsPerSocket = site.option('requests_per_socket', 0);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const claims = keys.claimsFor(scoped);
  const hour = Math.floor(Date.now() / 1000) - 3600;
  const expired: Row = { ...claims, iat: hour - 3600, nbf: hour - 3600, exp: hour };
  return {
    baseUrl: origin + base,
    authUrl: origin + tokenPath + site.option('token_query', ''),
    jwksUrl: `${origin}/keys`,
    audience: keys.audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users,
    expiredToken: await keys.sign(expired),
    otherAudienceToken: await keys.sign({ ...claims, aud: 'https://shop.cms.example/api' }),
    readBack: {
      method: 'GET',
      path: `/users/me/address${site.option('read_query', '')}`,
      pointer: site.option('pointer', '/address'),
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
