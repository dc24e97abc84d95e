import { refuse } from './faults.ts';
import { type Keys, verify } from './token-service.ts';
import type { Answer, Bag, Message, Route } from './types.ts';
import type { User, World } from './world.ts';

export type Step<T> = { readonly value: T } | { readonly answer: Answer };

export async function authenticate(world: World, keys: Keys, message: Message, route: Route): Promise<Step<Bag>> {
  const value = message.field('authorization');
  const no = (text: string): Step<Bag> => ({ answer: refuse(world, message, { status: 401, text, route }) });
  if (value === undefined) {
    const other = world.on('slip-is-looked-up-with-the-parameters') && route === 'summaries' && message.query !== '';
    return other ? { value: {} } : no('Missing bearer token');
  }
  const [, scheme, token] = /^([A-Za-z]+) +(\S+)$/.exec(value) ?? [];
  if (scheme === undefined || token === undefined) return no('Malformed authorization');
  const known = ['basic', 'digest', 'negotiate'].includes(scheme.toLowerCase());
  const fallback = world.on('schemes-fall-back-to-bearer') && !known;
  if (scheme.toLowerCase() !== 'bearer' && !fallback) return no('A bearer token is required');
  const verdict = await verify(world, keys, token, route);
  return 'claims' in verdict ? { value: verdict.claims } : no(verdict.refused);
}

export function identify(world: World, message: Message, route: Route): Step<User> {
  const { on, form } = world;
  const no = (status: number, text: string, bodyStatus = status): Step<User> => ({
    answer: refuse(world, message, { status, text, route, bodyStatus }),
  });
  let id = message.field('x-user-id');
  if (id === undefined || id === '') return no(form.missingUser, 'The header x-user-id is missing');
  if (on('hexadecimal-octets-are-completed') && /^[a-f0-9]{23}$/.test(id)) id = `${id}0`;
  if (!/^[a-f0-9]{24}$/.test(id)) return no(form.malformedUser, 'The header x-user-id is malformed');
  const user = world.users.get(id);
  if (user !== undefined) return { value: user };
  if (route === 'summaries') {
    const refreshing = on('fault-codes-are-being-refreshed') && world.count('unknown') % 3 === 0;
    return no(refreshing ? 400 : 401, 'User was not found');
  }
  if (on('aggregate-completes-without-the-profile') && route === 'portfolios') {
    return { value: { id, language: 'en' } };
  }
  const cause = on('status-is-that-of-the-cause') && route === 'notifications' ? 500 : form.unknownUser;
  return no(form.unknownUser, 'User was not found', cause);
}

export function authorise(world: World, message: Message, route: Route, claims: Bag, user: User | undefined) {
  const no = (text: string) => refuse(world, message, { status: 403, text, route });
  const words = String(claims['scope'] ?? '').split(' ');
  if (route === 'guides') {
    const translated = world.on('scope-is-that-of-the-translated-token');
    if (!translated && !words.includes('service:nbg')) return no('The token lacks the scope service:nbg');
    const late = world.on('entitlements-come-after-the-first-message') && !world.seen.has(String(claims['jti']));
    world.seen.set(String(claims['jti']), Date.now());
    if (late) return no('No entitlement was found');
  }
  if (route === 'summaries' && user?.denied) {
    const permitted = world.on('permit-of-the-scope-outweighs-deny') && words.includes('service:nbg');
    if (!permitted) return no('Access denied');
  }
  return undefined;
}
