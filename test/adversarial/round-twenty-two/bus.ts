import { refuse } from './faults.ts';
import { authenticate, authorise, identify } from './policies.ts';
import { readAddress, readGuide, readGuides, readPrivate } from './reads.ts';
import type { Keys } from './token-service.ts';
import type { Answer, Message, Route } from './types.ts';
import type { World } from './world.ts';
import { takeIn, write } from './writes.ts';

const routes: readonly { readonly path: RegExp; readonly method: string; readonly route: Route }[] = [
  { path: /^\/learn\/learning-guides$/, method: 'GET', route: 'guides' },
  { path: /^\/learn\/learning-guides\/([^/]*)$/, method: 'GET', route: 'guide' },
  { path: /^\/learn\/analyst-insights$/, method: 'GET', route: 'insights' },
  { path: /^\/users\/me\/address$/, method: 'PATCH', route: 'address' },
  { path: /^\/users\/me\/address$/, method: 'GET', route: 'readback' },
  { path: /^\/daily-summaries$/, method: 'GET', route: 'summaries' },
  { path: /^\/b2b\/notification-settings$/, method: 'GET', route: 'notifications' },
  { path: /^\/cash$/, method: 'GET', route: 'cash' },
  { path: /^\/portfolios$/, method: 'GET', route: 'portfolios' },
  { path: /^\/api\/m2m\/investments\/orders$/, method: 'POST', route: 'orders' },
];

export function routeOf(message: Message): Route | undefined {
  return routes.find((one) => one.path.test(message.path) && one.method === message.method)?.route;
}

export async function dispatch(world: World, keys: Keys, message: Message): Promise<Answer> {
  const onPath = routes.filter((one) => one.path.test(message.path));
  if (onPath.length === 0) {
    if (world.on('default-route-acknowledges')) return { status: 202, fields: {}, body: undefined };
    return refuse(world, message, { status: 404, text: 'No such resource' });
  }
  const found = onPath.find((one) => one.method === message.method);
  if (found === undefined) {
    const answer = refuse(world, message, { status: 405, text: 'The resource has no such method' });
    answer.fields['Allow'] = onPath.map((one) => one.method).join(', ');
    return answer;
  }
  return handle(world, keys, message, found.route, found.path);
}

async function handle(world: World, keys: Keys, message: Message, route: Route, path: RegExp): Promise<Answer> {
  const caller = await authenticate(world, keys, message, route);
  if ('answer' in caller) {
    if (route === 'address' && world.on('reconciliation-completes-the-open-intake')) takeIn(world, message);
    return caller.answer;
  }
  const refused = refuseParameters(world, message, route);
  if (refused !== undefined) return refused;
  if (route === 'guide') return readGuide(world, message, path.exec(message.path)?.[1] ?? '');
  const user = identify(world, message, route);
  if ('answer' in user) return user.answer;
  const denied = authorise(world, message, route, caller.value, user.value);
  if (denied !== undefined) return denied;
  if (route === 'guides') return readGuides(world, user.value);
  if (route === 'readback') return readAddress(world, user.value);
  if (route === 'address' || route === 'orders') return write(world, message, route, user.value);
  return readPrivate(world, message, route, user.value);
}

function refuseParameters(world: World, message: Message, route: Route): Answer | undefined {
  if (message.query === '' || message.method !== 'GET') return undefined;
  if (world.on('parameters-become-elements') && route === 'notifications') {
    const names = [...new URLSearchParams(message.query).keys()];
    if (names.some((name) => !/^[A-Za-z_][\w.-]*$/.test(name))) {
      return refuse(world, message, { status: 500, text: 'The envelope is not well-formed', route });
    }
  }
  const status = world.form.queryRefused;
  return status === undefined ? undefined : refuse(world, message, { status, text: 'Undeclared parameters', route });
}
