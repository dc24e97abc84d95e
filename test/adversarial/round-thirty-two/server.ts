import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { App } from './app.ts';
import { issueToken } from './controllers.ts';
import type { Exchange, Reply } from './core.ts';
import { Refusal, reply } from './core.ts';

const bodyLimit = 1_048_576;

function fieldsOf(raw: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = (raw[index + 1] ?? '').replace(/^[ \t]+|[ \t]+$/g, '');
    const former = fields.get(name);
    fields.set(name, former === undefined ? value : `${former}, ${value}`);
  }
  return fields;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= bodyLimit) parts.push(part);
  }
  return size > bodyLimit ? undefined : Buffer.concat(parts);
}

async function dispatch(app: App, x: Exchange): Promise<Reply> {
  if (x.path === app.config.tokenPath) {
    return x.method === 'POST' ? issueToken(app, x) : reply(404, { error: 'not_found' });
  }
  if (x.path === '/oauth/discovery/keys' && x.method === 'GET') return reply(200, app.keyring.jwks);
  app.route(x);
  const { endpoint } = x;
  if (!endpoint) throw new Refusal(404, 'Not found');
  for (const name of app.chain[endpoint]) await app.filters[name](x);
  return app.actions[endpoint](x);
}

async function respond(app: App, x: Exchange): Promise<Reply> {
  try {
    return await dispatch(app, x);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'Internal server error');
    return app.refuse(x, refusal);
  }
}

async function call(app: App, x: Exchange): Promise<Reply> {
  const stack = app.around.reduceRight<() => Promise<Reply>>(
    (next, layer) => () => layer(x, next),
    () => respond(app, x),
  );
  return stack();
}

function isFresh(x: Exchange, answer: Reply, etag: string | undefined): boolean {
  if (!etag || answer.status !== 200 || (x.method !== 'GET' && x.method !== 'HEAD')) return false;
  const known = (x.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  return known.includes('*') || known.includes(etag);
}

function write(app: App, x: Exchange, answer: Reply, response: ServerResponse): void {
  const text = answer.text ?? (answer.body === undefined ? undefined : app.dump(answer.body, x));
  const headers: Record<string, string> = {
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': answer.status < 300 ? 'max-age=0, private, must-revalidate' : 'no-cache',
    ...(text === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...answer.headers,
  };
  const digest = text === undefined ? undefined : `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
  if (digest && answer.status === 200 && headers['cache-control'] !== 'no-store') headers['etag'] ??= digest;
  const fresh = isFresh(x, answer, headers['etag']);
  let body: Buffer = Buffer.from(fresh ? '' : (text ?? ''), 'utf8');
  if (fresh) delete headers['content-type'];
  for (const wrapper of app.wrappers) body = wrapper(body, headers);
  const status = fresh ? 304 : answer.status;
  if (status !== 204 && status !== 304) headers['content-length'] = String(body.length);
  response.writeHead(status, headers);
  response.end(x.method === 'HEAD' || status === 204 || status === 304 ? undefined : body);
}

async function serve(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const x: Exchange = {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: fieldsOf(request.rawHeaders),
    body: body ?? Buffer.alloc(0),
    endpoint: undefined,
    param: '',
    claims: undefined,
    user: undefined,
  };
  const answer = body ? await call(app, x) : app.refuse(x, new Refusal(413, 'Content too large'));
  if (!response.destroyed) write(app, x, answer, response);
}

export async function listen(app: App): Promise<{ server: Server; origin: string }> {
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    serve(app, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { server, origin: `http://127.0.0.1:${String(port)}` };
}
