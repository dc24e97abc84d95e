import { type Answer, count, isRecord, Refusal, type Request, type World } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { identify } from './identify.ts';
import { readBody } from './read-body.ts';
import type { User } from './seed.ts';
import type { Order, Result, ServiceName } from './upstream.ts';

interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string | RegExp;
  readonly service: ServiceName;
  readonly upstream: string;
  readonly freely?: boolean;
}

const route = (name: string, method: string, path: string | RegExp, service: ServiceName, upstream: string): Route => ({
  name,
  method,
  path,
  service,
  upstream,
});

const routes: readonly Route[] = [
  route('guides', 'GET', '/learn/learning-guides', 'learning', '/guides'),
  route('guide', 'GET', /^\/learn\/learning-guides\/([^/]+)$/, 'learning', '/guides/'),
  route('insights', 'GET', '/learn/analyst-insights', 'learning', '/insights'),
  route('address', 'PATCH', '/users/me/address', 'accounts', '/address'),
  route('read-back', 'GET', '/users/me/address', 'accounts', '/address'),
  route('notifications', 'GET', '/b2b/notification-settings', 'accounts', '/settings'),
  route('summaries', 'GET', '/daily-summaries', 'trading', '/summaries'),
  route('cash', 'GET', '/cash', 'trading', '/cash'),
  route('portfolios', 'GET', '/portfolios', 'trading', '/portfolios'),
  route('orders', 'POST', '/api/m2m/investments/orders', 'trading', '/orders'),
];

const matches = ({ path }: Route, asked: string) => (typeof path === 'string' ? path === asked : path.test(asked));

/** Finds the route of a request, or refuses it. */
export function findRoute({ on }: World, request: Request): Route | Refusal {
  const path = on('paths-in-any-case') ? request.path.toLowerCase() : request.path;
  const known = routes.filter((r) => matches(r, path));
  const found = known.find((r) => r.method === request.method);
  if (found)
    return typeof found.path === 'string' ? found : { ...found, upstream: found.upstream + path.split('/').pop() };
  if (known.length === 0) return new Refusal(404, 'There is no such path.');
  return new Refusal(405, 'The method is not allowed.', undefined, { Allow: known.map((r) => r.method).join(', ') });
}

/** Turns the error of a service, each of which has a style of its own, into a refusal. */
function translate({ status, body }: Result): Refusal {
  const error = isRecord(body) ? body : {};
  const first = Array.isArray(error['errors']) ? error['errors'][0] : undefined;
  const message = error['message'] ?? error['detail'] ?? (isRecord(first) ? first['title'] : undefined);
  return new Refusal(status, String(message ?? 'The request was refused.'), error['reason'] as string | undefined);
}

async function forward(world: World, { service }: Route, order: Order): Promise<Result> {
  const { on, memory } = world;
  const calls = count(memory, `calls of ${service}`);
  if (calls === 60) memory.set(`${service} is back`, Date.now() + 250);
  const back = (memory.get(`${service} is back`) as number | undefined) ?? 0;
  if (on('services-restart-once') && back > Date.now())
    throw new Refusal(503, 'The service is starting.', undefined, { 'Retry-After': '1' });
  const result = await world.forward(service, order).catch((error) => {
    if (error.code !== 'ECONNRESET') throw error;
    throw new Refusal(502, 'The service did not answer.');
  });
  if (result.status >= 400) throw translate(result);
  return result;
}

function pathWithQuery({ on }: World, { name, upstream }: Route, { query }: Request): string {
  if (query === '') return upstream;
  if (on('query-forwarded-decoded') && name === 'insights') {
    try {
      return `${upstream}?${decodeURIComponent(query)}`;
    } catch {
      return upstream;
    }
  }
  return name === 'summaries' ? `${upstream}?${query.replace(/[^\w=&.%+-]/g, '')}` : upstream;
}

function checkQuery({ on }: World, request: Request): void {
  if (on('path-with-query-unknown') && request.method === 'GET' && request.query !== '')
    throw new Refusal(404, 'There is no such path.');
}

function listHeaders({ on }: World, user: User): Record<string, string> {
  const lifetime = on('lifetime-of-second-language') && user.language === 'ar' ? 600 : 1800;
  const more = on('listing-not-to-be-transformed') ? ', must-revalidate, no-transform' : '';
  return { 'Cache-Control': `private, max-age=${lifetime}${more}`, Vary: 'x-user-id' };
}

/** Answers the listing from the cache of the gateway, which keeps one for each language. */
async function listGuides(world: World, found: Route, request: Request): Promise<Answer> {
  const { on, memory } = world;
  const { scopes } = await authenticate(world, request, found.name);
  const checkScope = () => {
    if (scopes.includes('service:nbg')) return;
    const challenge = { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="service:nbg"' };
    const headers = on('challenge-of-insufficient-scope') ? challenge : {};
    throw new Refusal(403, 'The token lacks a scope.', 'service:nbg', headers);
  };
  if (!on('cached-listing-without-scope-check')) checkScope();
  const keyed = `listing of ${request.headers.get('x-user-id')?.toLowerCase()}`;
  if (on('cache-key-lowercased') && memory.has(keyed)) return memory.get(keyed) as Answer;
  checkQuery(world, request);
  const user = await identify(world, request, found.name);
  const kept = memory.get(`listing in ${user.language}`) as { until: number; body: unknown } | undefined;
  const isKept = kept !== undefined && kept.until > Date.now();
  if (!isKept) checkScope();
  const body = isKept
    ? kept.body
    : (await forward(world, found, { path: found.upstream, language: user.language })).body;
  if (!isKept)
    memory.set(`listing in ${user.language}`, {
      until: Date.now() + (on('chapter-added-once') ? 2000 : 1_800_000),
      body,
    });
  const isOld = on('guides-oldest-version-without-accept') && request.headers.get('accept') !== 'application/json';
  const answer = {
    status: 200,
    headers: listHeaders(world, user),
    body: isOld && isRecord(body) ? { guides: body['data'] } : body,
  };
  memory.set(keyed, answer);
  return answer;
}

async function findGuideReader(world: World, request: Request): Promise<User | undefined> {
  const id = request.headers.get('x-user-id');
  return id !== undefined && /^[a-f0-9]{24}$/.test(id) ? identify(world, request, 'guide') : undefined;
}

async function showGuide(world: World, found: Route, request: Request): Promise<Answer> {
  await authenticate(world, request, found.name);
  checkQuery(world, request);
  const user = await findGuideReader(world, request);
  const { status, body } = await forward(world, found, { path: found.upstream, language: user?.language ?? 'hu' });
  return { status, body, ...(status === 302 && { headers: { Location: '/sandbox/learn/learning-guides' } }) };
}

function present({ on }: World, { name }: Route, { status, body }: Result): Answer {
  if (name === 'read-back' && on('read-back-through-escapes'))
    return { status, body: { data: { 'home/delivery': { '~current': isRecord(body) ? body['data'] : null } } } };
  const isWrite = name === 'address' || name === 'orders';
  if (isWrite && on('writes-answered-true')) return { status, body: true };
  if (name === 'address' && on('address-created'))
    return { status: 201, headers: { Location: '/sandbox/users/me/address' }, body };
  if (name === 'orders' && on('orders-without-content')) return { status: 204 };
  if (name === 'cash' && on('cash-transformed')) return { status: 203, body };
  return status === 204 ? { status } : { status, body };
}

async function serve(world: World, found: Route, request: Request): Promise<Answer> {
  const { on, memory } = world;
  const { name, method } = found;
  await authenticate(world, request, name);
  checkQuery(world, request);
  const isWrite = method !== 'GET';
  if (isWrite && on('writes-limited') && count(memory, 'writes') % 4 === 0)
    throw new Refusal(429, 'Too many writes.', undefined, { 'Retry-After': '1' });
  const nobody = on('where-clause-left-out') && name === 'cash' && !request.headers.has('x-user-id');
  const user = nobody ? undefined : await identify(world, request, name);
  const body = isWrite ? readBody(world, request, name) : undefined;
  const tag = `tag ${name} ${user?.id}`;
  const result = await forward(world, found, {
    method,
    path: pathWithQuery(world, found, request),
    user: user?.id ?? '',
    language: user?.language ?? 'hu',
    ...(on('upstream-304-passed-through') && name === 'summaries' && { etag: memory.get(tag) as string | undefined }),
    body,
  });
  memory.set(tag, result.status === 304 ? undefined : result.etag);
  return present(world, found, result);
}

/** Answers a request for which a route was found. */
export function answer(world: World, found: Route, request: Request): Promise<Answer> {
  if (found.name === 'guides') return listGuides(world, found, request);
  return found.name === 'guide' ? showGuide(world, found, request) : serve(world, found, request);
}
