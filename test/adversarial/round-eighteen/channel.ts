import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from './batch.ts';
import type { Area, Exchange, Exits, Plant, Reply } from './exits.ts';
import { SCOPE, type SignOn } from './identity.ts';
import type { Region } from './programs.ts';
import { Refused } from './writes.ts';

const ROUTES: Readonly<Record<string, readonly [Area, readonly string[]]>> = {
  '/learn/learning-guides': ['guides', ['GET']],
  '/learn/analyst-insights': ['insights', ['GET']],
  '/cash': ['cash', ['GET']],
  '/portfolios': ['portfolios', ['GET']],
  '/daily-summaries': ['summaries', ['GET']],
  '/b2b/notification-settings': ['settings', ['GET']],
  '/users/me/address': ['address', ['GET', 'PATCH']],
  '/api/m2m/investments/orders': ['orders', ['POST']],
};
const LIMIT = 1 << 20;

/** Takes requests from the network to the transactions, and makes JSON of what they answer. */
export class Channel {
  readonly #plant: Plant;
  readonly #exits: Exits;
  readonly #signOn: SignOn;
  readonly #region: Region;
  readonly #turns = new Map<string, number>();
  #tasks = 0;

  constructor(plant: Plant, exits: Exits, signOn: SignOn, region: Region) {
    this.#plant = plant;
    this.#exits = exits;
    this.#signOn = signOn;
    this.#region = region;
  }

  server(): Server {
    const server = createServer((request, response) => void this.#serve(request, response));
    server.on('clientError', (_, socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
    return server;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { area, path, query, guide, methods } = this.#route(request.url ?? '/');
    const turn = (this.#turns.get(area) ?? 0) + 1;
    this.#turns.set(area, turn);
    this.#tasks += 1;
    const { method = 'GET', headers, socket } = request;
    const exchange: Exchange = { area, method, path, query, headers, socket, task: this.#tasks, turn };
    const reply = this.#exits.reply(await this.#reply(exchange, request, methods, guide), exchange);
    const delay = this.#exits.pace(exchange, reply);
    if (delay > 0) await wait(delay);
    const text = reply.body === undefined ? undefined : Buffer.from(this.#exits.json(reply.body, exchange));
    const bytes = text && this.#exits.wire(text, reply, exchange);
    const all: Record<string, string | string[]> = { ...reply.headers };
    if (bytes && !all['Content-Type']) all['Content-Type'] = 'application/json';
    if (reply.status !== 204) all['Content-Length'] = String(bytes?.length ?? 0);
    response.writeHead(reply.status, all).end(bytes);
  }

  #route(url: string): {
    area: Exchange['area'];
    path: string;
    query: string;
    guide: string;
    methods: readonly string[];
  } {
    const [full = '', ...rest] = url.replace(/^https?:\/\/[^/]*/i, '').split('?');
    const found = (area: Exchange['area'], methods: readonly string[], guide = '') => {
      return { area, path: full, query: rest.join('?'), guide, methods };
    };
    if (full === this.#plant.tokenPath) return found('token', ['POST']);
    const path = full.startsWith(this.#plant.base) ? full.slice(this.#plant.base.length) : '';
    const [, guide] = /^\/learn\/learning-guides\/([^/]+)$/.exec(path) ?? [];
    if (guide) return found('guide', ['GET'], guide);
    const [area, methods] = Object.hasOwn(ROUTES, path) ? (ROUTES[path] ?? ['none', []]) : (['none', []] as const);
    return found(area, methods);
  }

  async #reply(
    exchange: Exchange,
    request: IncomingMessage,
    methods: readonly string[],
    guide: string,
  ): Promise<Reply> {
    try {
      if (exchange.path === '/keys') return { status: 200, body: await this.#signOn.keySet() };
      if (exchange.area === 'none') throw new Refused(404, 'There is no such path.');
      if (exchange.area === 'token') return await this.#tokens(exchange, request);
      if (!methods.includes(exchange.method)) throw new Refused(405, 'The path does not have this method.');
      await this.#authorize(exchange, request);
      this.#identify(exchange);
      const body = exchange.method === 'GET' ? undefined : await this.#body(request);
      return this.#region.run(exchange.area, exchange, { body, guide });
    } catch (error) {
      return this.#refuse(error, exchange, methods);
    }
  }

  async #tokens(exchange: Exchange, request: IncomingMessage): Promise<Reply> {
    if (exchange.method !== 'POST')
      return { status: 405, headers: { Allow: 'POST' }, body: { error: 'invalid_request' } };
    return this.#signOn.answer(await read(request));
  }

  async #authorize(exchange: Exchange, request: IncomingMessage): Promise<void> {
    if (request.headers.authorization === undefined && this.#exits.signedOn(exchange)) return;
    const given = request.headers.authorization ?? '';
    const lines = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
    this.#exits.scheme(given.split(' ')[0] ?? '', exchange.area);
    const [, token] = /^bearer +([\w.-]+)$/i.exec(given) ?? [];
    const scopes = token && lines.length === 1 ? await this.#signOn.verify(token) : undefined;
    if (!scopes) throw new Refused(401, 'The bearer token is missing or invalid.');
    if (exchange.area === 'guides' && !scopes.includes(SCOPE)) throw new Refused(403, 'The token lacks a scope.');
  }

  #identify(exchange: Exchange): void {
    const given = exchange.headers['x-user-id'];
    if (given === undefined && exchange.area === 'guide') return;
    const key = this.#exits.userKey(String(given ?? ''), exchange.area);
    if (!/^[a-f0-9]{24}$/.test(key)) throw new Refused(400, 'The header x-user-id is missing or malformed.');
    const user = this.#region.users.read(key);
    if (!user) throw new Refused(exchange.area === 'summaries' ? 401 : 404, 'The user was not found.');
    exchange.user = user;
  }

  async #body(request: IncomingMessage): Promise<unknown> {
    const [name = ''] = (request.headers['content-type'] ?? '').split(';');
    if (!this.#exits.mediaType(name.trim().toLowerCase()))
      throw new Refused(415, 'The body is to be application/json.');
    const text = await read(request);
    this.#exits.bodyLimit(text.length);
    try {
      return JSON.parse(text);
    } catch {
      throw new Refused(400, 'The body is no JSON.', 'It could not be parsed.');
    }
  }

  #refuse(error: unknown, exchange: Exchange, methods: readonly string[]): Reply {
    const refused = error instanceof Refused ? error : new Refused(500, 'The transaction ended abnormally.');
    const { status, message, description } = refused;
    const body: Json = { status, error: { message, description }, responseId: randomUUID() };
    const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="channel"' } : {};
    const allow = status === 405 ? { Allow: methods.join(', ') } : {};
    return {
      status,
      headers: { 'Cache-Control': 'no-store', ...challenge, ...allow },
      body: this.#exits.refusal(body, exchange),
    };
  }
}

const read = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of request) {
      length += (piece as Buffer).length;
      if (length > LIMIT) throw new Refused(413, 'The body is too large.');
      pieces.push(piece as Buffer);
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(400, 'The body broke off.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new Refused(400, 'The body is not UTF-8.');
  }
};
