import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { api, authPath, desk, keysPath, written } from './app.ts';
import { pause } from './areas.ts';
import type { Answer, Call } from './pipeline.ts';
import { type Provider, provider } from './provider.ts';
import { type Site, site } from './site.ts';
import { usualUsers } from './tables.ts';
import type { Target } from './types.ts';
import { knobsOf } from './variation-knobs.ts';

const largest = 262_144;

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size <= largest) pieces.push(piece as Buffer);
  }
  return size <= largest ? Buffer.concat(pieces) : undefined;
}

const shed: Answer = {
  status: 503,
  body: { busy: true },
  headers: { 'Retry-After': '1', 'Cache-Control': 'no-store' },
};
const tooLarge: Answer = { status: 413, body: { error: 'The body is too large.' }, headers: { Connection: 'close' } };

async function answered(call: Call): Promise<Answer> {
  const { site, path } = call;
  if (path === keysPath) return { status: 200, body: call.idp.keySet, headers: {} };
  if (path === authPath) return desk(call);
  if (site.knobs.shed?.(site.next('requests'))) return shed;
  return api(call);
}

async function send(site: Site, call: Call, answer: Answer, response: ServerResponse, last: boolean): Promise<void> {
  const text = written(site, call, answer);
  const extra = site.knobs.headers?.(text, site.next('answers')) ?? {};
  const type: Record<string, string> = text === '' ? {} : { 'Content-Type': 'application/json' };
  const chunks = site.knobs.chunks?.(text);
  const framing: Record<string, string> =
    chunks || answer.status === 204 ? {} : { 'Content-Length': `${Buffer.byteLength(text)}` };
  const closing: Record<string, string> = last ? { Connection: 'close' } : {};
  response.writeHead(answer.status, { ...type, ...framing, ...closing, ...answer.headers, ...extra });
  for (const chunk of chunks ?? []) response.write(chunk);
  response.end(chunks ? undefined : text);
}

export async function start(toggle?: string): Promise<Target> {
  const knobs = knobsOf(toggle);
  const here = site(toggle, knobs);
  const idp: Provider = await provider(here);
  const base = knobs.base ?? '';
  const served = new WeakMap<Socket, number>();
  const server = createServer(async (request, response) => {
    const raw = await bodyOf(request).catch(() => undefined);
    const target = request.url ?? '/';
    const at = target.indexOf('?');
    const full = at < 0 ? target : target.slice(0, at);
    const inner = full.startsWith(`${base}/`) ? full.slice(base.length) : '/';
    const call: Call = {
      site: here,
      idp,
      method: request.method ?? 'GET',
      path: full === authPath || full === keysPath ? full : inner,
      query: new URLSearchParams(at < 0 ? '' : target.slice(at + 1)),
      headers: request.headers,
      authorizations: request.headersDistinct['authorization'] ?? [],
      raw: raw ?? Buffer.alloc(0),
    };
    const answer = raw === undefined ? tooLarge : await answered(call);
    const wait = knobs.wait?.(here.next('waits'), JSON.stringify(answer.body ?? '').length) ?? 0;
    if (wait > 0) await pause(wait);
    const count = (served.get(request.socket) ?? 0) + 1;
    served.set(request.socket, count);
    await send(here, call, answer, response, count === knobs.perConnection);
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return described(here, idp, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
}

async function described(site: Site, idp: Provider, origin: string, close: () => Promise<void>): Promise<Target> {
  const { knobs } = site;
  const [first, second, denied] = knobs.users ?? usualUsers;
  const client = (at: number) => {
    const { client_id: id, client_secret: secret } = idp.clients.row(at);
    return { id: String(id), secret: String(secret) };
  };
  const now = Math.floor(Date.now() / 1000);
  return {
    baseUrl: `${origin}${knobs.base ?? ''}`,
    authUrl: `${origin}${authPath}`,
    jwksUrl: `${origin}${keysPath}`,
    audience: idp.audience,
    clients: { scoped: client(0), unscoped: client(1) },
    users: { first, second, denied },
    expiredToken: await idp.sign(idp.clients.row(0), idp.audience, now - 7200, 3600),
    otherAudienceToken: await idp.sign(idp.clients.row(0), 'https://frames.example/warehouse', now, 36_000),
    readBack: { method: 'GET', path: '/users/me/address', pointer: knobs.readBack?.pointer ?? '/address' },
    close,
  };
}
