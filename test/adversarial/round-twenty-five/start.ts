import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App } from './app.ts';
import { DENIED, FIRST, SECOND } from './data.ts';
import { faults } from './defects.ts';
import { answerTo } from './pipeline.ts';
import { sign } from './tokens.ts';
import type { Exchange, Target } from './types.ts';
import { changes } from './variations.ts';

const LIMIT = 1 << 20;

const fieldsOf = (request: IncomingMessage): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = (request.rawHeaders[index + 1] ?? '').trim();
    fields[name] = Object.hasOwn(fields, name) ? `${fields[name]}, ${value}` : value;
  }
  return fields;
};

const read = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= LIMIT) parts.push(part);
  }
  return length > LIMIT ? undefined : Buffer.concat(parts);
};

const exchangeOf = (request: IncomingMessage, body: Buffer): Exchange => {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const at = target.indexOf('?');
  const fields = fieldsOf(request);
  return {
    method: request.method ?? 'GET',
    path: at < 0 ? target : target.slice(0, at),
    query: at < 0 ? '' : target.slice(at + 1),
    field: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
    fields,
    body,
    route: 'none',
    guideId: '',
    user: undefined,
    claims: {},
  };
};

const handle = async (app: App, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await read(request);
  const x = exchangeOf(request, body ?? Buffer.alloc(0));
  app.requests += 1;
  const answer =
    body === undefined
      ? app.json(413, { status: 413, error: { message: 'Too large' }, responseId: crypto.randomUUID() })
      : await answerTo(app, x);
  const bytes = Buffer.from(answer.body);
  const cut = answer.status === 204 ? undefined : app.pieces?.(bytes);
  const fields: Record<string, string | string[]> = { server: 'uvicorn', ...answer.fields, ...app.extra(x) };
  if (cut === undefined && answer.status !== 204) fields['content-length'] = String(bytes.length);
  response.writeHead(answer.status, fields);
  for (const piece of cut ?? []) response.write(piece);
  response.end(cut === undefined && request.method !== 'HEAD' ? bytes : undefined);
};

export async function start(toggle?: string): Promise<Target> {
  const app = await App.create();
  if (toggle !== undefined) {
    const chosen = [...faults, ...changes].find(({ id }) => id === toggle);
    if (chosen === undefined) throw new Error(`unknown toggle ${toggle}`);
    chosen.apply(app);
  }
  const server = createServer((request, response) => {
    handle(app, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 20_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = Math.floor(Date.now() / 1000);
  return {
    baseUrl: origin + app.prefix,
    authUrl: origin + app.tokenPath,
    jwksUrl: `${origin}/.well-known/jwks.json`,
    audience: app.audience,
    clients: {
      scoped: { id: app.scoped.id, secret: app.scoped.secret },
      unscoped: { id: app.unscoped.id, secret: app.unscoped.secret },
    },
    users: { first: FIRST, second: SECOND, denied: DENIED },
    expiredToken: await sign(app, app.scoped, app.audience, now - app.lifetime - 7200),
    otherAudienceToken: await sign(app, app.scoped, 'https://reports.quantdesk.example', now),
    readBack: { method: 'GET', path: '/users/me', pointer: '/address' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
