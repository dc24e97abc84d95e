import type { Caller } from './identity.ts';
import { Refusal } from './refusal.ts';
import { once, type World } from './world.ts';

export interface Asked {
  readonly path: string;
  readonly query: string;
  readonly user: string | undefined;
  readonly caller: Caller;
}
type Rule = (asked: Asked) => Refusal | undefined;

/** Rules are compiled once for each route and evaluated in their order: the first that denies decides. */
export function compilePolicy(world: World, path: string, takesUser: boolean): (asked: Asked) => void {
  const rules: Rule[] = takesUser ? [userRule(world)] : [];
  if (path === '/learn/learning-guides') rules.push(scopeRule(world));
  if (path === '/daily-summaries') rules.push(denialRule(world));
  if (world.knobs.statuses.query !== undefined) rules.push(queryRule(world.knobs.statuses.query));
  return (asked) => {
    for (const rule of rules) {
      const refusal = rule(asked);
      if (refusal) throw refusal;
    }
  };
}

const queryRule =
  (status: number): Rule =>
  ({ query }) =>
    query === '' ? undefined : new Refusal(status, 'query', 'There are no query parameters');

function userRule(world: World): Rule {
  const { statuses, users, challenge } = world.knobs;
  const warm = once(world, 'warm', () => new Set<string>());
  const misses = once(world, 'misses', () => ({ recent: [] as boolean[], open: 0 }));
  return ({ path, user }) => {
    if (user === undefined) return new Refusal(statuses.missingUser, 'user', 'x-user-id is required');
    if (world.on('warm-profile-is-found-before-the-pattern') && warm.has(user.toLowerCase())) return undefined;
    if (!/^[a-f0-9]{24}$/.test(user))
      return new Refusal(statuses.malformedUser, 'user', 'x-user-id has 24 hexadecimal digits');
    const isKnown = users.includes(user);
    if (isKnown) warm.add(user);
    if (world.on('open-breaker-takes-strangers-for-guests')) {
      misses.recent = [...misses.recent, !isKnown].slice(-40);
      if (misses.open > 0) {
        misses.open -= 1;
        return undefined;
      }
      if (misses.recent.filter(Boolean).length >= 3) misses.open = 10;
    }
    if (isKnown) return undefined;
    if (path !== '/daily-summaries') return new Refusal(statuses.unknownUser, 'unknown', 'The user was not found');
    const fields = world.on('denial-of-identity-passes-by-the-edge-rule') ? {} : { 'WWW-Authenticate': challenge };
    return new Refusal(401, 'unknown', 'The user was not found', null, fields);
  };
}

function scopeRule(world: World): Rule {
  return ({ caller, user }) => {
    const isOutside = user === world.knobs.users[1] && world.on('enforcement-is-rolled-out-to-half-of-the-users');
    if (caller.scopes.includes('service:nbg') || isOutside) return undefined;
    const rule = world.on('policy-names-its-rule-file') ? 'denied by /etc/gateway/policies/learn/guides.rego:14' : null;
    return new Refusal(403, 'scope', 'The token lacks a scope', rule);
  };
}

function denialRule(world: World): Rule {
  return ({ user }) => {
    if (user !== world.knobs.users[2]) return undefined;
    if (world.on('denial-primes-the-loader') && world.every('denial', 2)) return undefined;
    return new Refusal(403, 'denied', 'Access is denied');
  };
}
