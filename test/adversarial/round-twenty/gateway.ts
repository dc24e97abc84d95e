import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { createIdentity } from './identity.ts';
import { type Asked, compilePolicy } from './policy.ts';
import { Refusal } from './refusal.ts';
import { compileRoutes, type Route } from './resolvers.ts';
import { type Answer, errorOf, write } from './shaping.ts';
import type { World } from './world.ts';

type Identity = Awaited<ReturnType<typeof createIdentity>>;
const largest = 65_536;

export function createGateway(world: World, identity: Identity) {
  const { knobs, on } = world;
  const routes = compileRoutes(world).map((route) => ({
    ...route,
    admit: compilePolicy(world, route.path, route.takesUser),
  }));
  let refusals = 0;

  async function serve(request: IncomingMessage, path: string, query: string): Promise<Answer> {
    if (on('injected-faults-are-left-on') && world.every('fault', 50))
      throw new Refusal(500, 'fault', 'fault filter abort');
    if (on('outlier-detection-ejects-the-only-host') && refusals >= 200)
      throw new Refusal(421, 'ejected', 'No healthy upstream');
    const found = routes.filter((route) => route.pattern.test(path));
    if (found.length === 0) throw new Refusal(knobs.statuses.route, 'route', 'There is nothing here');
    const route = found.find((one) => one.method === request.method);
    const allowed = { Allow: found.map((one) => one.method).join(', ') };
    if (route === undefined)
      throw new Refusal(knobs.statuses.method, 'method', 'The method is not allowed', null, allowed);
    const bytes = await bodyOf(request);
    const user = request.headersDistinct['x-user-id']?.join(', ');
    if (on('shadow-taps-before-the-guard') && route.method === 'PATCH') await mirror(route, bytes, user);
    const caller = await identity.verify(request.headersDistinct['authorization']?.join(', '), route.path);
    const asked: Asked = { path: route.path, query, user, caller };
    route.admit(asked);
    const id = decode(route.pattern.exec(path)?.[1] ?? '');
    return within(user, caller.client, () =>
      route.resolve({ id, query, type: request.headers['content-type'], bytes }),
    );
  }

  function within<T>(user: string | undefined, client: string, work: () => Promise<T>): Promise<T> {
    const language = user?.toLowerCase() === knobs.users[1] ? 'de' : 'en';
    return world.context.run({ user: user?.toLowerCase() ?? '', language, client }, work);
  }

  /** The copy for the shadow release is taken off before the guard, and both releases have one store. */
  async function mirror(route: Route, bytes: Buffer, user: string | undefined): Promise<void> {
    if (user === undefined || !knobs.users.includes(user)) return;
    await within(user, 'shadow', () => route.resolve({ id: '', query: '', type: 'application/json', bytes })).catch(
      () => undefined,
    );
  }

  async function token(request: IncomingMessage): Promise<Answer> {
    if (request.method !== 'POST')
      return { status: 405, fields: { Allow: 'POST' }, body: { error: 'invalid_request' } };
    const bytes = await bodyOf(request).catch(() => Buffer.alloc(0));
    const grant = await identity.issue(jsonOf(bytes));
    const storage = grant.isBare ? {} : { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
    return { status: grant.status, fields: storage, body: grant.body };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [target = '', query = ''] = (request.url ?? '/').replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s);
    if (target === knobs.tokenPath.split('?')[0]) return write(world, response, 'token', await token(request));
    if (target === '/identity/jwks') return write(world, response, 'jwks', { status: 200, body: identity.keys });
    const path = target.startsWith(`${knobs.base}/`) ? target.slice(knobs.base.length) : `?${target}`;
    const user = request.headers['x-user-id'];
    const shed = knobs.shed(world.count('request'), path, String(user), request.method ?? '');
    if (shed) {
      const { status, fields, body } = shed;
      response.writeHead(status, { ...fields, 'Content-Type': 'text/plain' } as Record<string, string>).end(body);
      return;
    }
    const delay = knobs.delay(world.count('delay'), path);
    if (delay > 0) await sleep(delay);
    try {
      write(world, response, path, await serve(request, path, query));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', 'Something went wrong');
      if (refusal.status < 500) refusals += 1;
      const key = [request.method, request.url, user, request.headers.authorization].join(' ');
      write(world, response, path, errorOf(world, refusal, path, key));
    }
  }
  return (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch(() => response.destroy());
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size <= largest) parts.push(part as Buffer);
  }
  if (size > largest) throw new Refusal(413, 'size', 'The body is too large');
  return Buffer.concat(parts);
}
