import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { users } from './data.ts';
import { dispatcher } from './dispatcher.ts';
import { exceptionResolver, HttpException } from './exceptions.ts';
import { type Habit, habits } from './habits.ts';
import { Scheduler } from './jobs.ts';
import { type Answer, answer, type Exchange, type Worker } from './messages.ts';
import { audience, issuer, makeKeys } from './security.ts';
import { type Registered, tokenEndpoint } from './token-endpoint.ts';
import type { Target } from './types.ts';

const most = 4_194_304;

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size <= most) pieces.push(piece as Buffer);
  }
  if (size > most) throw new HttpException(413, 'The body is too large');
  return Buffer.concat(pieces);
}
function write(response: ServerResponse, result: Answer, habit: Habit): void {
  const plain = result.body === undefined ? '' : (habit.json ?? JSON.stringify)(result.body);
  const text = result.text ?? plain;
  response.statusCode = result.status;
  for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value);
  if (result.body !== undefined && !response.hasHeader('content-type')) {
    response.setHeader('content-type', 'application/json');
  }
  if (habit.write) habit.write(response, text);
  else response.end(text);
}

export async function start(toggle?: string): Promise<Target> {
  const on = (id: string) => id === toggle;
  const habit: Habit = (toggle === undefined ? undefined : habits[toggle]?.()) ?? {};
  const jobs = new Scheduler();
  const keys = makeKeys();
  const scoped: Registered = { id: 'sparbuch-app', secret: 'Kiesel-und-Moos-4711', scope: 'service:read service:nbg' };
  const unscoped: Registered = { id: 'sparbuch-bot', secret: 'Farn-und-Birke-1138', scope: 'service:read' };
  const issueToken = tokenEndpoint(on, keys, [scoped, unscoped], habit);
  const dispatch = dispatcher(on, keys, jobs, habit);
  const resolveException = exceptionResolver(() => false);
  const workers: readonly Worker[] = [{}, {}];
  let served = 0;

  async function handle(request: IncomingMessage): Promise<{ exchange: Exchange; result: Answer }> {
    const [path = '', ...rest] = (request.url ?? '').replace(/^http:\/\/[^/?]*/i, '').split('?');
    const worker = workers[served++ % workers.length] ?? {};
    const { method = '', headersDistinct } = request;
    const headers = Object.fromEntries(Object.entries(headersDistinct).map(([name, list]) => [name, list?.join(', ')]));
    const query = new URLSearchParams(rest.join('?'));
    const exchange: Exchange = { method, path: '', query, headers, body: Buffer.alloc(0), worker };
    try {
      const body = await read(request);
      if (path === '/oauth/token' && method === 'POST') {
        return { exchange, result: await issueToken({ ...exchange, body }) };
      }
      if (path === '/oauth/keys') return { exchange, result: answer({ ...keys.set, ...habit.keySet }) };
      if (!path.startsWith('/api/')) throw new HttpException(404, 'There is nothing here');
      const inside: Exchange = { ...exchange, path: path.slice(4), body };
      const result = await dispatch(inside);
      habit.answer?.(result, inside);
      return { exchange: inside, result };
    } catch (thrown) {
      return { exchange, result: resolveException(thrown, exchange) };
    }
  }
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    handle(request).then(
      ({ result }) => write(response, result, habit),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, sub: scoped.id, scope: scoped.scope };
  const old = { ...claims, aud: audience, iat: now - 9_000, exp: now - 5_400 };
  const other = { ...claims, aud: 'https://reports.anlage.example', iat: now, exp: now + 7_200 };
  const known = habit.users ?? users;
  return {
    baseUrl: `${origin}/api`,
    authUrl: `${origin}/oauth/token`,
    jwksUrl: `${origin}/oauth/keys`,
    audience,
    clients: {
      scoped: { id: scoped.id, secret: scoped.secret },
      unscoped: { id: unscoped.id, secret: unscoped.secret },
    },
    users: { first: known[0]?.id ?? '', second: known[1]?.id ?? '', denied: known[2]?.id },
    expiredToken: await keys.sign(old),
    otherAudienceToken: await keys.sign(other),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: () =>
      new Promise((resolve) => {
        jobs.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
