import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Flow } from './flow.ts';
import { keySet } from './idp.ts';
import type { Exchange, Reply, RouteName } from './model.ts';
import { json, Refusal, TokenRefusal } from './model.ts';

export const KEYS_PATH = '/.well-known/jwks.json';
const LIMIT = 262_144;

const ROUTES: Readonly<Record<string, readonly [string, RouteName]>> = {
  '/learn/learning-guides': ['GET', 'guides'],
  '/learn/analyst-insights': ['GET', 'insights'],
  '/cash': ['GET', 'cash'],
  '/portfolios': ['GET', 'portfolios'],
  '/daily-summaries': ['GET', 'summaries'],
  '/b2b/notification-settings': ['GET', 'notifications'],
  '/users/me/address': ['PATCH', 'address'],
  '/api/m2m/investments/orders': ['POST', 'orders'],
};

function headersOf(request: IncomingMessage): Map<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = request.rawHeaders[index + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}

async function read(request: IncomingMessage): Promise<{ body: Buffer; tooLarge: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length <= LIMIT) chunks.push(bytes);
  }
  return { body: Buffer.concat(chunks), tooLarge: length > LIMIT };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function route(flow: Flow, exchange: Exchange): void {
  const prefix = '/learn/learning-guides/';
  const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
  let found = Object.hasOwn(ROUTES, exchange.path) ? ROUTES[exchange.path] : undefined;
  if (exchange.path === flow.settings.readBack.path) found = ['GET', 'profile'];
  if (
    exchange.path.startsWith(prefix) &&
    !exchange.path.slice(prefix.length).includes('/') &&
    exchange.path !== prefix
  ) {
    found = ['GET', 'guide'];
    exchange.guideId = decoded(exchange.path.slice(prefix.length));
  }
  if (found === undefined) throw flow.unknownRoute();
  if (found[0] !== method) {
    const allow = found[0] === 'GET' ? 'GET, HEAD' : found[0];
    throw new Refusal('method', 405, 'The method is not available here', { headers: { Allow: allow } });
  }
  exchange.route = found[1];
}

async function answerApi(flow: Flow, exchange: Exchange): Promise<Reply> {
  try {
    route(flow, exchange);
    return await flow.serve(exchange);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('platform', 500, 'The run has failed');
    return flow.refuse(refusal, exchange);
  }
}

async function answerToken(flow: Flow, exchange: Exchange): Promise<Reply> {
  try {
    return await flow.grant(exchange);
  } catch (error) {
    if (error instanceof TokenRefusal) return flow.refuseGrant(error);
    return json(500, { error: 'server_error' });
  }
}

function write(flow: Flow, reply: Reply, response: ServerResponse): void {
  const text = reply.text ?? (reply.body === undefined ? undefined : flow.serialize(reply.body));
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (text === undefined) {
    if (reply.status !== 204) response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', flow.settings.mediaType);
  const pieces = flow.pieces(text);
  if (pieces === undefined) {
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
    return;
  }
  for (const piece of pieces) response.write(piece);
  response.end();
}

async function handle(flow: Flow, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { body, tooLarge } = await read(request);
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const mark = target.indexOf('?');
  const whole = mark < 0 ? target : target.slice(0, mark);
  const { base, tokenPath } = flow.settings;
  const exchange: Exchange = {
    method: request.method ?? 'GET',
    path: whole.startsWith(`${base}/`) ? whole.slice(base.length) : '',
    query: mark < 0 ? undefined : target.slice(mark + 1),
    headers: headersOf(request),
    body,
    tooLarge,
    route: undefined,
    guideId: '',
    user: undefined,
  };
  if (whole === tokenPath) write(flow, await answerToken(flow, exchange), response);
  else if (whole === KEYS_PATH) write(flow, json(200, keySet(flow)), response);
  else write(flow, await answerApi(flow, exchange), response);
}

function violation(code: string): string {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const error = { message: 'This is no valid HTTP request', description: null };
  const body = JSON.stringify({ responseId: randomUUID(), status, error });
  return (
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nConnection: close\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

export function makeServer(flow: Flow): Server {
  const server = createServer((request, response) => {
    handle(flow, request, response).catch(() => {
      response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(violation(error.code ?? ''));
    else socket.destroy();
  });
  return server;
}
