import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hooks } from './hooks.ts';
import { serve } from './pipeline.ts';
import { apiError, Refusal } from './refusal.ts';
import { grant, oauthError } from './tokens.ts';
import type { Exchange, Reply, Route } from './types.ts';
import type { World } from './world.ts';

const routes: Readonly<Record<string, readonly [string, Route]>> = {
  '/learn/learning-guides': ['GET', 'guides'],
  '/learn/analyst-insights': ['GET', 'insights'],
  '/users/me/address': ['PATCH', 'address'],
  '/users/me/address/current': ['GET', 'readback'],
  '/daily-summaries': ['GET', 'summaries'],
  '/b2b/notification-settings': ['GET', 'notifications'],
  '/cash': ['GET', 'cash'],
  '/portfolios': ['GET', 'portfolios'],
  '/api/m2m/investments/orders': ['POST', 'orders'],
};
const guidePath = /^\/learn\/learning-guides\/([^/]+)$/;
const bodyLimit = 1_048_576;

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size <= bodyLimit) parts.push(bytes);
  }
  if (size > bodyLimit) throw new Refusal(413, 'The body is too large');
  return Buffer.concat(parts);
}

async function issue(world: World, hooks: Hooks, method: string, body: Buffer): Promise<Reply> {
  if (method !== 'POST') return oauthError(405, 'invalid_request');
  let ask: unknown;
  try {
    ask = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return oauthError(400, 'invalid_request');
  }
  const next = (): Promise<Reply> => grant(world, hooks, ask);
  return hooks.grant ? hooks.grant(ask, next) : next();
}

async function reply(world: World, hooks: Hooks, request: IncomingMessage): Promise<Reply> {
  const { challenge, prefix, tokenPath } = world.settings;
  const [path = '', ...rest] = (request.url ?? '').split('?');
  const method = request.method ?? '';
  try {
    const body = await read(request);
    if (path === tokenPath) return await issue(world, hooks, method, body);
    if (path === '/identity/keys' && method === 'GET') {
      const key = { ...world.publicKey.export({ format: 'jwk' }), kid: world.settings.kid, alg: 'ES256', use: 'sig' };
      return { status: 200, fields: { 'Content-Type': 'application/json' }, value: { keys: [key] } };
    }
    const below = path.startsWith(prefix) ? path.slice(prefix.length) : '';
    const guideId = guidePath.exec(below)?.[1] ?? '';
    const entry = guideId === '' ? routes[below] : (['GET', 'guide'] as const);
    if (!entry) throw new Refusal(404, 'There is nothing at this path');
    if (entry[0] !== method) throw new Refusal(405, 'The path does not have this method');
    const field = (name: string): string | undefined => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const ex: Exchange = { route: entry[1], path, query: rest.join('?'), guideId, trace: randomUUID(), field, body };
    return await serve(world, hooks, ex);
  } catch (cause) {
    if (cause instanceof Refusal) return apiError(cause, challenge);
    const [status, message] = request.readableAborted ? [400, 'The request broke off'] : [500, 'Something went wrong'];
    return apiError(new Refusal(Number(status), String(message)), challenge);
  }
}

async function send(response: ServerResponse, made: Reply, wait: number, chunk: number): Promise<void> {
  if (wait > 0) await pause(wait);
  const text = made.text ?? (made.value === undefined ? '' : JSON.stringify(made.value));
  const bytes = Buffer.from(made.edit ? made.edit(text) : text);
  const empty = made.status === 204;
  const length = chunk === 0 && !empty ? { 'Content-Length': String(bytes.length) } : {};
  response.writeHead(made.status, { ...made.fields, ...length });
  if (chunk > 0) for (let at = 0; at < bytes.length; at += chunk) response.write(bytes.subarray(at, at + chunk));
  response.end(chunk > 0 || empty ? undefined : bytes);
}

export function serverOf(world: World, hooks: Hooks): Server {
  let count = 0;
  const server = createServer({ joinDuplicateHeaders: true }, (request, response) => {
    count += 1;
    const { wait = 0, chunk = 0 } = hooks.wire?.(count) ?? {};
    reply(world, hooks, request)
      .then((made) => send(response, made, wait, chunk))
      .catch(() => response.destroy());
  });
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    const line = cause.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else socket.destroy();
  });
  return server;
}
