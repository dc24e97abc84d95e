import type { Call, Reply, Step } from './exchange.ts';
import type { World } from './world.ts';

/** Makes the step that asks for the scope of the route. */
export function makeScopeGate({ on, refuse }: World): Step {
  let listings = 0;
  return (call) => {
    const wanted = call.route?.scope;
    if (wanted === undefined) return call;
    const spelled = (scope: string): string =>
      on('scopes-compared-up-to-the-colon') ? (scope.split(':')[0] ?? '') : scope;
    const held = call.claims?.scopes.map(spelled) ?? [];
    if (!held.includes(spelled(wanted))) {
      return refuse(403, 'Access denied', `The scope ${wanted} is missing`, {
        'WWW-Authenticate': `Bearer realm="m2m", error="insufficient_scope", scope="${wanted}"`,
      });
    }
    listings += 1;
    if (on('quota-used-up-is-forbidden') && listings % 40 === 0) return refuse(403, 'Quota used up');
    return call;
  };
}

/** Makes the step that finds the user on whose behalf the request is made. */
export function makeUserGate(world: World): Step {
  const { on, refuse, users } = world;
  let strangers = 0;

  const refuseStranger = (call: Call): Reply => {
    strangers += 1;
    const ask = { 'WWW-Authenticate': 'Bearer realm="m2m"' };
    if (call.route?.name === 'notifications' && on('no-settings-for-nobody')) {
      return { status: 200, headers: {}, body: { app: [], email: [] } };
    }
    if (call.route?.name === 'summaries') {
      if (on('third-stranger-is-forbidden') && strangers >= 3)
        return refuse(403, 'User not found', 'Too many attempts');
      if (on('stranger-named-in-the-description')) return refuse(401, 'Unauthorized', 'User not found', ask);
      return refuse(401, 'User not found', null, ask);
    }
    if (on('unknown-user-is-forbidden')) return refuse(403, 'Access denied', 'No such user of this client');
    return refuse(401, 'User not found', null, ask);
  };

  return (call) => {
    const optional = call.route?.user === 'optional' && !on('single-guide-wants-a-user');
    const sent = call.headers.get('x-user-id');
    const id = on('last-of-several-user-ids') ? sent?.split(',').at(-1)?.trim() : sent;
    if (id === undefined || !/^[a-f0-9]{24}$/.test(id)) {
      if (optional) return call;
      if (on('malformed-user-id-is-not-found')) return refuse(404, 'No such user', 'x-user-id names nobody');
      return refuse(400, 'Header x-user-id is missing or malformed', 'Expected 24 lowercase hexadecimal characters');
    }
    const user = call.claims?.client?.hasUsers === false ? undefined : users.get(id);
    if (user === undefined) return optional ? call : refuseStranger(call);
    if (user.denied && on('denied-user-is-denied-everywhere')) return refuse(403, 'Access denied');
    return { ...call, user };
  };
}
