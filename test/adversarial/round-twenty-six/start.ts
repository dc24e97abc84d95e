import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issue } from './desk.ts';
import { errorReply, Refusal } from './errors.ts';
import type { Identity } from './identity.ts';
import { createIdentity } from './identity.ts';
import { match, serve } from './routes.ts';
import type { Shaper } from './shape.ts';
import { createShaper } from './shape.ts';
import type { State } from './state.ts';
import { createState, userIds } from './state.ts';
import type { Exchange, Reply, Target } from './types.ts';
import { pointer } from './writes.ts';

const prefix = '/invest/v1';
const bodyLimit = 1_048_576;

interface Server {
  readonly s: State;
  readonly identity: Identity;
  readonly shaper: Shaper;
}

/** JSON as System.Text.Json writes it by default. */
function write(value: unknown): string {
  const escaped = (one: string): string => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[<>&'\u007f-\uffff]/g, escaped);
}

function send(response: ServerResponse, reply: Reply, head: boolean): void {
  const json = reply.value === undefined ? undefined : write(reply.value);
  const text = reply.text ?? (json !== undefined && reply.edit ? reply.edit(json) : json);
  const fields: Record<string, string> = { Server: 'Kestrel', ...reply.fields };
  if (text !== undefined) {
    fields['Content-Type'] ??= 'application/json; charset=utf-8';
    fields['Content-Length'] = String(Buffer.byteLength(text));
  } else {
    fields['Content-Length'] = '0';
  }
  response.writeHead(reply.status, fields);
  response.end(head ? undefined : text);
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size <= bodyLimit) chunks.push(bytes);
    if (size > 32 * bodyLimit) break;
  }
  if (size > bodyLimit) throw new Refusal(413, 'size', 'The body is too large.');
  return Buffer.concat(chunks);
}

function fieldOf(request: IncomingMessage): Exchange['field'] {
  return (name) => {
    const values: string[] = [];
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      if (request.rawHeaders[index]?.toLowerCase() === name) values.push((request.rawHeaders[index + 1] ?? '').trim());
    }
    return values.length === 0 ? undefined : values.join(', ');
  };
}

function pathOf(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const cut = local.indexOf('?');
  const path = cut < 0 ? local : local.slice(0, cut);
  return { path, query: cut < 0 ? '' : local.slice(cut + 1) };
}

async function answer(server: Server, request: IncomingMessage): Promise<Reply> {
  const { s, identity, shaper } = server;
  const method = request.method ?? 'GET';
  const { path, query } = pathOf(request.url ?? '/');
  const body = await read(request);
  if (path === '/oauth2/v2.0/token') return issue(s, identity, method, body);
  if (path === '/discovery/keys' && identity.keySet) return { status: 200, fields: {}, value: identity.keySet };
  const below = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '/';
  const trace = `0HN7${(request.socket.remotePort ?? 0).toString(16).toUpperCase()}:00000001`;
  const exchange: Exchange = { ...match(below, method), path: below, query, trace, field: fieldOf(request), body };
  const reply = shaper.early() ?? (await shaper.shared(exchange, () => serve(s, identity, exchange)));
  shaper.dress(exchange, reply);
  return reply;
}

async function handle(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let reply: Reply;
  try {
    reply = await answer(server, request);
  } catch (error) {
    const known = error instanceof Refusal ? error : new Refusal(500, 'internal', 'Something went wrong.');
    reply = errorReply(server.s, known);
    server.shaper.dress(undefined, reply);
  }
  if (!response.destroyed) send(response, reply, request.method === 'HEAD');
}

function refuseBytes(s: State, code: string | undefined): string {
  const field = code === 'HPE_INVALID_HEADER_TOKEN';
  const large = code === 'HPE_HEADER_OVERFLOW';
  const status = large ? 431 : field && s.on('gateway-cannot-frame-the-header') ? 502 : 400;
  const error = { message: 'The request is malformed.', description: null };
  const value = { status, error, responseId: randomUUID() };
  const body = JSON.stringify(value);
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${head}Connection: close\r\n\r\n${body}`;
}

export async function start(toggle?: string): Promise<Target> {
  const s = createState(toggle);
  const identity = await createIdentity(s);
  const server: Server = { s, identity, shaper: createShaper(s) };
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    handle(server, request, response).catch(() => response.destroy());
  };
  const listener = createServer({ keepAliveTimeout: 60_000 }, listen);
  listener.on('checkExpectation', listen);
  listener.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(refuseBytes(s, error.code));
    else socket.destroy();
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const [scoped, unscoped] = identity.clients;
  const now = Math.floor(Date.now() / 1000);
  const client = (one: { id: string; secret: string }) => ({ id: one.id, secret: one.secret });
  return {
    baseUrl: `${origin}${prefix}`,
    authUrl: `${origin}/oauth2/v2.0/token`,
    jwksUrl: identity.keySet ? `${origin}/discovery/keys` : undefined,
    audience: identity.audience,
    clients: { scoped: client(scoped), unscoped: client(unscoped) },
    users: userIds,
    expiredToken: await identity.sign(scoped, identity.audience, now - 7200),
    otherAudienceToken: await identity.sign(scoped, 'https://reports.mesa.example', now + 3600),
    readBack: { method: 'GET', path: '/users/me', pointer: pointer(s) },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  };
}
