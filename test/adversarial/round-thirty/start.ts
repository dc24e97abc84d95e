import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settle, userIds } from './data.ts';
import type { Answer } from './gateway.ts';
import { basePath, Gateway, readBackPath } from './gateway.ts';
import type { Habits, Outcome } from './habits.ts';
import { Identity } from './identity.ts';
import type { Reply } from './reply.ts';
import type { ApiRequest } from './request.ts';
import { requestOf } from './request.ts';
import { buildSchema } from './schema.ts';
import type { Target } from './types.ts';
import { habitsOf } from './variations.ts';
import { wealthTypes } from './wealth.ts';
import { World } from './world.ts';

const tokenPath = '/login/oauth/token';
const keysPath = '/login/keys';

function send(response: ServerResponse, reply: Reply): void {
  const text = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  if (text !== '' && !response.hasHeader('content-type')) {
    response.setHeader('content-type', 'application/json; charset=utf-8');
  }
  response.statusCode = reply.status;
  if (!response.headersSent && reply.status !== 204) response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text);
}

async function sendWithHeartbeats(response: ServerResponse, reply: Reply): Promise<void> {
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  for (let beat = 0; beat < 3; beat += 1) {
    response.write('\n');
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  response.end(JSON.stringify(reply.body));
}

function outcomeOf(answer: Answer, request: ApiRequest, number: number): Outcome {
  const { reply, endpoint, user } = answer;
  const ok = reply.status < 400;
  const { path, method } = request;
  return { endpoint, status: reply.status, ok, body: reply.body, user, path, method, number };
}

async function decorate(habits: Habits, answer: Answer, request: ApiRequest, number: number): Promise<Reply> {
  const outcome = outcomeOf(answer, request, number);
  await habits.wait?.(outcome);
  const { reply } = answer;
  const status = habits.status?.(outcome) ?? reply.status;
  const body = habits.body === undefined ? reply.body : habits.body(outcome);
  return { ...reply, status, body, headers: { ...reply.headers, ...habits.headers?.(outcome) } };
}

class Service {
  readonly #world: World;
  readonly #identity: Identity;
  readonly #gateway: Gateway;

  constructor(world: World, identity: Identity) {
    this.#world = world;
    this.#identity = identity;
    this.#gateway = new Gateway(world, identity, buildSchema(world, wealthTypes(world)));
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = requestOf(message);
    if (request.path === keysPath && request.method === 'GET') {
      send(response, { status: 200, body: this.#identity.keySet });
      return;
    }
    if (request.path === tokenPath) {
      send(response, await this.#token(request));
      return;
    }
    const number = this.#world.count('request');
    const { habits } = this.#world;
    const shed = habits.shed?.(number);
    if (shed !== undefined) {
      send(response, shed);
      return;
    }
    const reply = await decorate(habits, await this.#gateway.answer(request), request, number);
    if (habits.heartbeats === true && reply.status < 400) await sendWithHeartbeats(response, reply);
    else send(response, reply);
  }

  async #token(request: ApiRequest): Promise<Reply> {
    if (request.method !== 'POST')
      return {
        status: 405,
        body: { error: 'invalid_request' },
        headers: { allow: 'POST' },
      };
    try {
      return await this.#identity.grant(await request.text());
    } catch {
      return { status: 413, body: { error: 'invalid_request' }, headers: { connection: 'close' } };
    }
  }
}

export async function start(toggle?: string): Promise<Target> {
  const habits = habitsOf(toggle);
  const world = new World(toggle, habits);
  settle(world);
  const identity = await Identity.create(world);
  const service = new Service(world, identity);
  const server = createServer((message, response) => {
    service.handle(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [scoped, unscoped] = identity.clients;
  const spare = await identity.spareTokens();
  return {
    baseUrl: `${origin}${basePath}`,
    authUrl: `${origin}${tokenPath}`,
    jwksUrl: `${origin}${keysPath}`,
    audience: identity.audience,
    clients: { scoped, unscoped },
    users: { ...userIds },
    expiredToken: spare.expired,
    otherAudienceToken: spare.other,
    readBack: {
      method: 'GET',
      path: habits.readBack?.path ?? readBackPath,
      pointer: habits.readBack?.pointer ?? '/address',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
