import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type App, type Call, pause, Refusal } from './app.ts';
import { openDatabase } from './data.ts';
import { control, refuse } from './front.ts';
import { audience, type Identity, openIdentity, sign } from './identity.ts';
import { issue } from './token.ts';
import type { Target } from './types.ts';
import { knobsOf } from './variations.ts';

async function receive(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: request.headers,
    body: Buffer.concat(chunks),
    peer: request.socket.remoteAddress ?? '',
  };
}

async function perform(app: App, call: Call): Promise<Answer> {
  const { path } = call;
  if (path === app.knobs.tokenPath && call.method === 'POST') return issue(app, call);
  if (path === '/keys') {
    const { publicJwk } = app.identity;
    return { status: 200, body: app.knobs.keySet?.(publicJwk) ?? { keys: [publicJwk] }, headers: {} };
  }
  try {
    return await control(app, call);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('locked', 'Something failed.', null, 500);
    return refuse(app, call, refusal);
  }
}

function shedding(status: number): Answer {
  const body = { status, error: { message: 'Please come back.', description: null }, responseId: randomUUID() };
  return { status, body, headers: { 'Retry-After': '0' } };
}

async function serve(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { knobs } = app;
  const call = await receive(request);
  await pause(knobs.delay?.(call) ?? 0);
  const early = knobs.shed?.(call, undefined, app.count);
  let answer = early ? shedding(early) : await perform(app, call);
  const late = early ? undefined : knobs.shed?.(call, answer, app.count);
  if (late) answer = shedding(late);
  const plain = answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  const text = plain !== undefined && answer.text === undefined ? (knobs.text?.(plain) ?? plain) : plain;
  const type = (answer.status < 400 ? knobs.type : knobs.errorType) ?? 'application/json; charset=utf-8';
  const content = text === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(answer.status, { ...content, ...knobs.headers, ...answer.headers }).end(text);
}

export async function start(toggle?: string): Promise<Target> {
  const counts = new Map<string, number>();
  const knobs = { tokenPath: '/oauth/token', ...knobsOf(toggle) };
  const opened = await openIdentity(knobs.alg ?? 'ES256');
  const identity: Identity = { ...opened, clients: knobs.clients ?? opened.clients };
  const app: App = {
    on: (id) => id === toggle,
    knobs,
    db: openDatabase(),
    identity,
    memory: new Map(),
    count: (name) => {
      const next = (counts.get(name) ?? 0) + 1;
      counts.set(name, next);
      return next;
    },
  };
  knobs.data?.(app.db);
  const server = createServer({ joinDuplicateHeaders: true }, (request, response) => {
    serve(app, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${knobs.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const [scoped, unscoped] = identity.clients.map(({ id, secret }) => ({ id, secret }));
  const [first, second, denied] = app.db.users.rows.map(({ id }) => id);
  if (!scoped || !unscoped || !first || !second) throw new Error('The tables are incomplete.');
  const scopes = identity.clients[0]?.scopes ?? '';
  const now = Math.floor(Date.now() / 1000);
  const signed = { ...app, knobs: { ...knobs, claims: (client: string) => ({ sub: client }) } };
  return {
    baseUrl: origin,
    authUrl: `${origin}${knobs.tokenPath}`,
    jwksUrl: `${origin}/keys`,
    audience,
    clients: { scoped, unscoped },
    users: { first, second, denied },
    expiredToken: await sign(signed, scoped.id, scopes, { iat: now - 7200, exp: now - 3600 }),
    otherAudienceToken: await sign(signed, scoped.id, scopes, { aud: 'https://reports.invest.example/' }),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address', ...knobs.readBackAt },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
