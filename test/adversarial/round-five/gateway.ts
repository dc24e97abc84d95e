import { randomUUID } from 'node:crypto';
import {
  Agent,
  request as callUpstream,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { gzipSync } from 'node:zlib';
import { createVerifier } from './guards.ts';
import { type Answer, createDress } from './header-rules.ts';
import type { Identity } from './identity.ts';
import { createRefuse } from './refusals.ts';
import type { World } from './world.ts';

export interface Upstreams {
  content: number;
  account: number;
  history: number;
}

interface Route {
  method: string;
  path: RegExp;
  upstream: keyof Upstreams;
  scope?: string;
  user?: false;
}

const routes: Route[] = [
  { method: 'GET', path: /^\/learn\/learning-guides$/, upstream: 'content', scope: 'service:nbg' },
  { method: 'GET', path: /^\/learn\/learning-guides\/[^/]+$/, upstream: 'content', user: false },
  { method: 'GET', path: /^\/learn\/analyst-insights$/, upstream: 'content' },
  { method: 'GET', path: /^\/(cash|portfolios|users\/me\/address)$/, upstream: 'account' },
  { method: 'PATCH', path: /^\/users\/me\/address$/, upstream: 'account' },
  { method: 'PUT', path: /^\/users\/me\/address$/, upstream: 'account' },
  { method: 'POST', path: /^\/api\/m2m\/investments\/orders$/, upstream: 'account' },
  { method: 'GET', path: /^\/(daily-summaries|b2b\/notification-settings)$/, upstream: 'history' },
];

function locate(target: string): URL {
  const absolute = /^https?:\/\//i.test(target) && URL.canParse(target);
  return new URL(absolute ? target : `http://gateway${target.startsWith('/') ? '' : '/'}${target}`);
}

function messageOf(body: Buffer): string {
  try {
    return String(JSON.parse(body.toString()).message ?? 'Refused');
  } catch {
    return 'Refused';
  }
}

/** Starts the gateway in front of the services. */
export async function startGateway(world: World, identity: Identity, upstreams: Upstreams): Promise<Server> {
  const { on } = world;
  const verify = await createVerifier(world, identity);
  const refuse = createRefuse(world);
  const dress = createDress(world);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const kept = new Map<string, { answer: Answer; until: number }>();
  const refusedUsers = new Set<string>();
  let refusals = 0;

  function forward(
    req: IncomingMessage,
    url: URL,
    upstream: keyof Upstreams,
    user: string | undefined,
  ): Promise<Answer> {
    const pass = ['accept', 'content-type', 'content-length', 'transfer-encoding'];
    const headers = Object.fromEntries(
      pass.flatMap((name) => (req.headers[name] === undefined ? [] : [[name, req.headers[name]]])),
    );
    return new Promise((resolve, reject) => {
      const target = {
        host: '127.0.0.1',
        port: upstreams[upstream],
        method: req.method === 'HEAD' ? 'GET' : req.method,
        path: `${url.pathname}${url.search}`,
        agent,
      };
      const call = callUpstream(
        { ...target, headers: { ...headers, ...(user === undefined ? {} : { 'x-user-id': user }) } },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          res.on('end', () => {
            const own: Answer['headers'] = {};
            for (const name of ['content-type', 'cache-control', 'vary', 'location', 'content-range']) {
              const value = res.headers[name];
              if (value !== undefined) own[name] = value;
            }
            resolve({ status: res.statusCode ?? 502, headers: own, body: Buffer.concat(chunks) });
          });
        },
      );
      call.on('error', reject);
      req.on('close', () => (req.complete ? undefined : call.destroy()));
      req.pipe(call);
    });
  }

  function send(req: IncomingMessage, res: ServerResponse, answer: Answer, user: string | undefined): void {
    const { status, headers, body } = dress(req, answer, user);
    const open = on('framing-takes-turns') && Math.random() < 0.5;
    const bodiless = status === 204 || req.method === 'HEAD';
    res.writeHead(status, bodiless || open ? headers : { ...headers, 'content-length': String(body.length) });
    res.end(bodiless ? undefined : body);
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = locate(req.url ?? '/');
    const path = url.pathname;
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET');
    const deny = async (status: number, message: string, headers: Record<string, string> = {}, extra?: unknown) => {
      refusals += status === 401 ? 1 : 0;
      if (on('refusals-take-their-time')) await new Promise((resolve) => setTimeout(resolve, 60));
      refuse(req, res, status, message, headers, extra);
    };
    const challenge = { 'WWW-Authenticate': 'Bearer realm="birikim"' };
    if (on('refused-too-often-is-refused-always') && refusals > 150)
      return deny(403, 'Access from this address is suspended');
    if (on('bodies-need-a-length') && req.headers['transfer-encoding'] !== undefined)
      return deny(411, 'A length is required');
    if (on('a-get-has-no-body') && method === 'GET' && Number(req.headers['content-length'] ?? 0) > 0)
      return deny(400, 'No body is expected');
    const here = routes.filter((route) => route.path.test(path));
    const route = here.find((one) => one.method === method && (method !== 'PUT' || on('put-works-like-patch')));
    if (!route) {
      if (here.length > 0 && !on('other-methods-are-404'))
        return deny(405, 'Method not allowed', { Allow: here.map((one) => one.method).join(', ') });
      return on('unknown-path-is-an-unknown-version')
        ? deny(400, 'Unknown version of the interface')
        : deny(404, 'Not found');
    }
    if (on('query-looks-for-own-members')) {
      // The query is asked through its own hasOwnProperty, which a parameter can take the place of.
      const shadowed = ['hasOwnProperty', 'toString', 'constructor', '__proto__'].some((name) =>
        url.searchParams.has(name),
      );
      if (shadowed) return deny(500, 'Unexpected');
    }
    const claims = await verify(req, path);
    if (claims === 'blocked') return deny(403, 'Request blocked');
    if (claims === undefined) {
      const catalogue =
        on('status-of-the-catalogue') && req.headers.authorization === undefined ? { status: 40101 } : undefined;
      return deny(401, 'Missing or invalid bearer token', challenge, catalogue);
    }
    const given = req.headers['x-user-id'];
    const user = typeof given === 'string' ? given : undefined;
    if (route.scope !== undefined && !claims.scopes.includes(route.scope)) {
      return on('what-may-not-be-seen-is-not-found')
        ? deny(404, 'Not found')
        : deny(403, 'The scope service:nbg is required');
    }
    const arabic = world.users.find((one) => one.id === user)?.language === 'ar';
    if (on('arabic-guides-are-an-entitlement') && route.scope && arabic)
      return deny(403, 'The scope service:nbg:ar is required');
    const anyKept = route.scope !== undefined && user === undefined && on('absent-header-matches-what-is-kept');
    const keptAnswer = anyKept ? [...kept.values()][0]?.answer : undefined;
    if (keptAnswer) return send(req, res, keptAnswer, user);
    const template = on('empty-id-is-the-template') && user === '' && path === '/b2b/notification-settings';
    const short = on('ids-may-be-abbreviated') && path === '/portfolios' && /^[a-f0-9]{12,24}$/.test(user ?? '');
    if (route.user !== false && !template && !short && !/^[a-f0-9]{24}$/.test(user ?? ''))
      return deny(400, 'x-user-id is missing or malformed');
    const sent = Number(req.headers['content-length'] ?? 0);
    if (on('upstream-hangs-up-on-large-bodies') && sent > 65_536) return deny(502, 'Bad gateway');

    const key = `${path} ${user}`;
    if (on('refused-users-are-remembered') && path === '/daily-summaries' && refusedUsers.has(key))
      return deny(404, 'User not found');
    const found = kept.get(key);
    const keeps = route.scope !== undefined && !on('second-replica-sorts-positions-as-text');
    const hit =
      keeps && req.headers.accept !== undefined && url.search === '' && found !== undefined && found.until > Date.now();
    let answer = hit ? found.answer : await forward(req, url, route.upstream, user);
    if (answer.status >= 400) {
      let message = messageOf(answer.body);
      if (on('lagging-models-are-asked-again') && answer.status === 404) return;
      if (path === '/daily-summaries' && answer.status === 401) refusedUsers.add(key);
      if (on('reason-phrase-is-the-message')) message = '';
      const extra =
        on('message-in-every-language') && answer.status === 404
          ? { error: { message: { tr: 'Rehber yok', ar: 'لا يوجد دليل' } } }
          : undefined;
      const quiet = on('only-the-gateway-challenges') || answer.status !== 401;
      const doubled = on('two-writers-of-the-media-type')
        ? { 'Content-Type': 'application/json, application/json' }
        : {};
      if (on('packed-refusals-lose-their-coding') && path.endsWith('/orders')) {
        const body = gzipSync(JSON.stringify({ status: answer.status, error: { message }, responseId: randomUUID() }));
        return send(req, res, { status: answer.status, headers: { 'content-type': 'application/json' }, body }, user);
      }
      return deny(answer.status, message, { ...doubled, ...(quiet ? {} : challenge) }, extra);
    }
    if (keeps && answer.status === 200 && !hit) {
      kept.set(key, { answer, until: Date.now() + 2000 });
    }
    if (hit && on('a-transformed-listing-is-203')) answer = { ...answer, status: 203 };
    if (hit && on('kept-listing-forgets-its-vary')) {
      const { vary: _, ...rest } = answer.headers;
      answer = { ...answer, headers: rest };
    }
    send(req, res, answer, user);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch(() => {
      if (!res.headersSent) refuse(req, res, 502, 'Bad gateway', {});
    });
  });
  server.keepAliveTimeout = 65_000;
  if (on('expectations-fail')) {
    server.on('checkContinue', (req, res) => refuse(req, res, 417, 'Expectation failed', {}));
    server.on('checkExpectation', (req, res) => refuse(req, res, 417, 'Expectation failed', {}));
  } else {
    server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  }
  if (on('unknown-methods-are-preflights')) {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (!socket.writable) return;
      const odd = error.code === 'HPE_INVALID_METHOD';
      socket.end(
        odd
          ? 'HTTP/1.1 204 No Content\r\nAllow: *\r\nConnection: close\r\n\r\n'
          : 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
      );
    });
  }
  server.on('close', () => agent.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
