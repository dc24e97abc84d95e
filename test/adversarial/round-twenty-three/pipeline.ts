import { refuse } from './errors.ts';
import { guide, guides, insights } from './learn.ts';
import type { Call, Reply, RouteName, User, World } from './model.ts';
import { isBag, Refusal } from './model.ts';
import { cash, portfolios, summaries } from './money.ts';
import { settings } from './settings.ts';
import type { Tokens } from './tokens.ts';
import { checkType, order, readBack, updateAddress } from './writes.ts';

const policy = 'max-age=0, private, must-revalidate';

const routes: readonly (readonly [method: string, pattern: RegExp, name: RouteName])[] = [
  ['GET', /^\/learn\/learning-guides$/, 'guides'],
  ['GET', /^\/learn\/learning-guides\/([^/]+)$/, 'guide'],
  ['GET', /^\/learn\/analyst-insights$/, 'insights'],
  ['PATCH', /^\/users\/me\/address$/, 'address'],
  ['GET', /^\/users\/me$/, 'readback'],
  ['GET', /^\/daily-summaries$/, 'summaries'],
  ['GET', /^\/b2b\/notification-settings$/, 'notifications'],
  ['GET', /^\/cash$/, 'cash'],
  ['GET', /^\/portfolios$/, 'portfolios'],
  ['POST', /^\/api\/m2m\/investments\/orders$/, 'orders'],
];

const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function route(world: World, method: string, path: string): { readonly name: RouteName; readonly id: string } {
  const verb = method === 'HEAD' ? 'GET' : method;
  for (const [wanted, pattern, name] of routes) {
    const match = pattern.exec(path);
    if (match !== null && wanted === verb) return { name, id: decode(match[1] ?? '') };
  }
  if (!known.includes(method) && world.on('unknown-method-422')) throw new Refusal(422, 'method', 'No such method.');
  const status = world.on('unmatched-path-wants-an-upgrade') ? 426 : 404;
  throw new Refusal(status, 'route', 'There is no such route.');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checkQuery(world: World, call: Call): void {
  if (call.query === '' || call.method !== 'GET') return;
  if (world.on('query-refused-406')) throw new Refusal(406, 'query', 'There are no parameters.');
  const pairs = call.query.split('&');
  if (world.on('undecodable-query-refused') && pairs.some((pair) => decode(pair) === pair && /%/.test(pair))) {
    throw new Refusal(400, 'query', 'The query cannot be decoded.');
  }
  if (!world.on('atoms-are-never-collected')) return;
  for (const pair of pairs) world.atoms.add(pair.split('=')[0] ?? '');
  if (world.atoms.size > 16) throw new Refusal(500, 'other', 'Something went wrong.');
}

function userOf(world: World, call: Call): User {
  const { on } = world;
  const id = call.header('x-user-id');
  if (id === undefined) throw new Refusal(400, 'missing-user', 'The header x-user-id is missing.');
  if (!/^[a-f0-9]{24}$/.test(id)) {
    throw new Refusal(on('malformed-user-451') ? 451 : 400, 'malformed-user', 'The header x-user-id is malformed.');
  }
  const user = world.users.get(id);
  if (user !== undefined) return user;
  if (on('process-of-an-unknown-user-is-started') && call.route === 'portfolios' && world.count(id) > 1) {
    return { ...world.first, id, factor: 0 };
  }
  const elsewhere = on('unknown-user-426') ? 426 : 404;
  throw new Refusal(call.route === 'summaries' ? 401 : elsewhere, 'unknown-user', 'The user was not found.');
}

function optionalUser(world: World, call: Call): User | undefined {
  return world.users.get(call.header('x-user-id') ?? '');
}

function checkScope(world: World, call: Call, scope: unknown): void {
  const sticky = world.on('denial-stays-in-the-process');
  const granted = typeof scope === 'string' && scope.split(' ').includes('service:nbg');
  if (granted && !(sticky && call.dictionary.has('denied'))) return;
  call.dictionary.set('denied', true);
  throw new Refusal(403, 'scope', 'The token lacks the required scope.');
}

function ok(world: World, call: Call, value: unknown): Reply {
  const { on } = world;
  const lifetime = on('listing-for-proxies-to-revalidate')
    ? 'private, max-age=1800, proxy-revalidate'
    : 'private, max-age=1800';
  const page = on('cached-page-has-no-extension') && call.route === 'guide' && world.count(call.id) > 1;
  const upgraded = on('upgrade-of-the-running-system-once') && world.count('upgrade') > 40 && isBag(value);
  const body = JSON.stringify(upgraded ? { ...value, vsn: 2 } : value);
  const twice = on('proplists-allow-a-key-twice') && call.route === 'orders';
  const created = on('order-250') ? 250 : 201;
  return {
    status: call.route === 'orders' ? created : 200,
    fields: {
      'cache-control': call.route === 'guides' ? lifetime : policy,
      'content-type': page ? 'application/octet-stream' : 'application/json; charset=utf-8',
      ...(call.route === 'guides' ? { vary: 'x-user-id' } : {}),
    },
    body: twice ? body.replace('{', '{"state":"received",') : body,
  };
}

/** The letters that wait for a connection process, of which the first one is taken. */
function mailbox(world: World, call: Call, value: unknown): unknown {
  if (!world.on('stray-reply-in-the-mailbox')) return value;
  const letters = (call.dictionary.get('mailbox') ?? []) as unknown[];
  if (letters.length === 0) letters.push(value);
  letters.push(value);
  call.dictionary.set('mailbox', letters);
  return letters.shift();
}

function tenant(world: World, call: Call, user: User): User {
  if (!world.on('dynamic-repository-stays-in-the-process')) return user;
  if (user === world.second) call.dictionary.set('repository', user);
  return (call.dictionary.get('repository') as User | undefined) ?? user;
}

async function respond(world: World, call: Call, user: User): Promise<unknown> {
  switch (call.route) {
    case 'guides':
    case 'guide':
      return guides(world, call, user);
    case 'insights':
      return insights(world, user);
    case 'address':
      return updateAddress(world, call, user);
    case 'readback':
      return readBack(world, user);
    case 'summaries':
      if (user.denied) {
        const status = world.on('fallback-has-no-clause-for-denied') ? 400 : 403;
        throw new Refusal(status, 'denied', 'Access is denied.');
      }
      return summaries(world, user);
    case 'notifications':
      return settings(world, user);
    case 'cash':
      return cash(world, tenant(world, call, user));
    case 'portfolios':
      return mailbox(world, call, portfolios(world, user));
    case 'orders':
      return await order(world, call);
  }
}

export async function run(world: World, tokens: Tokens, call: Call): Promise<Reply> {
  try {
    const claims = await tokens.verify(call);
    if (call.route === 'guides') checkScope(world, call, claims['scope']);
    if (call.route === 'guide') {
      checkQuery(world, call);
      return ok(world, call, guide(world, call, optionalUser(world, call)));
    }
    const user = userOf(world, call);
    checkQuery(world, call);
    if (call.method !== 'GET' && call.method !== 'HEAD') checkType(world, call, user);
    return ok(world, call, await respond(world, call, user));
  } catch (error) {
    if (error instanceof Refusal) return refuse(world, call, error);
    throw error;
  }
}
