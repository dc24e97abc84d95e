import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { dispatch, routeOf } from './bus.ts';
import { refuse } from './faults.ts';
import { issueToken, type Keys, keySet, mint, newKeys } from './token-service.ts';
import type { Answer, Message, Target } from './types.ts';
import { newWorld, type World } from './world.ts';

const base = '/edge/v1';
const ceiling = 8_388_608;

async function messageOf(request: IncomingMessage): Promise<Message | undefined> {
  const [target = '/', ...query] = (request.url ?? '/').split('?');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > ceiling) return undefined;
    pieces.push(piece);
  }
  return {
    method: request.method ?? 'GET',
    path: target.startsWith(`${base}/`) ? target.slice(base.length) : `//${target}`,
    query: query.join('?'),
    field: (name) => request.headersDistinct[name]?.join(', '),
    body: Buffer.concat(pieces).toString('utf8'),
  };
}

/** Messages of one user wait for each other where the form says so. */
async function inTurn(world: World, message: Message, work: () => Promise<Answer>): Promise<Answer> {
  if (!world.form.serial) return work();
  const group = message.field('x-user-id') ?? '';
  const before = world.queues.get(group) ?? Promise.resolve();
  const result = before.then(work);
  world.queues.set(
    group,
    result.then(
      () => undefined,
      () => undefined,
    ),
  );
  return result;
}

async function answerOf(world: World, keys: Keys, message: Message): Promise<Answer> {
  if (message.path === '///sts/token' && message.method === 'POST') return issueToken(world, keys, message.body);
  if (message.path === '///sts/keys') {
    return { status: 200, fields: { 'Content-Type': 'application/json' }, body: await keySet(world, keys) };
  }
  const shed = world.form.shed(world.count('message'), message);
  if (shed !== undefined) {
    return { status: shed.status, fields: { 'Content-Type': shed.type, 'Retry-After': '1' }, body: shed.body };
  }
  const route = routeOf(message);
  const answer = await inTurn(world, message, async () => {
    const wait = world.form.delay(route);
    if (wait > 0) await pause(wait);
    return dispatch(world, keys, message);
  });
  return { ...answer, fields: { ...answer.fields, ...world.form.fields(route) } };
}

function send(world: World, response: ServerResponse, answer: Answer): void {
  for (const [name, value] of Object.entries(answer.fields)) response.setHeader(name, value);
  response.statusCode = answer.status;
  const pieces = answer.body === undefined ? undefined : world.form.pieces(answer.body);
  if (pieces === undefined) {
    response.end(answer.body);
    return;
  }
  for (const piece of pieces) if (piece !== '') response.write(piece);
  response.end();
}

async function serve(world: World, keys: Keys, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const message = await messageOf(request);
    if (message === undefined) {
      response.writeHead(world.on('no-cloakroom-for-large-bodies') ? 500 : 413, { Connection: 'close' }).end();
      return;
    }
    const answer = await answerOf(world, keys, message).catch(() =>
      refuse(world, message, { status: 500, text: 'Internal error' }),
    );
    send(world, response, answer);
  } catch {
    response.destroy();
  }
}

export async function start(toggle?: string): Promise<Target> {
  const world = newWorld(toggle);
  const keys = await newKeys(world);
  const server = createServer((request, response) => void serve(world, keys, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { scoped } = world.clients;
  const [first = '', second = '', denied] = [...world.users.keys()];
  const hour = 3600;
  return {
    baseUrl: `${origin}${base}`,
    authUrl: `${origin}/sts/token`,
    jwksUrl: `${origin}/sts/keys`,
    audience: world.audience,
    clients: world.clients,
    users: { first, second, denied },
    expiredToken: await mint(world, keys, scoped, world.started - 3 * hour, hour, world.audience),
    otherAudienceToken: await mint(world, keys, scoped, world.started, 4 * hour, world.otherAudience),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
