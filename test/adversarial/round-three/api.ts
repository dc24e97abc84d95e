import { makeBearerGate } from './bearer.ts';
import { makeBodyReader } from './bodies.ts';
import { type Call, isReply, type Reply, run, type Step } from './exchange.ts';
import { makeScopeGate, makeUserGate } from './gates.ts';
import { people } from './people.ts';
import { makeRoutes } from './routes.ts';
import type { World } from './world.ts';

const decode = (segment: string | undefined): string => {
  try {
    return decodeURIComponent(segment ?? '');
  } catch {
    return segment ?? '';
  }
};

// An absent or empty Accept takes anything.
const takesJson = (accept: string | undefined): boolean =>
  accept === undefined || /\*\/\*|application\/(\*|json|[\w.]+\+json)/i.test(accept) || accept.trim() === '';

/** Makes the whole API below its prefix as one function. */
export function makeApi(world: World): (call: Call) => Promise<Reply> {
  const { on, refuse } = world;
  const { routes, book } = makeRoutes(world);
  const bearer = makeBearerGate(world);
  const scope = makeScopeGate(world);
  const user = makeUserGate(world);

  const findRoute: Step = async (call) => {
    const there = routes.filter((route) => route.path.test(call.path));
    if (call.method === 'OPTIONS' && on('preflights-are-answered')) {
      const methods = there.map(({ method }) => method).join(', ');
      const allow = {
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': 'authorization, x-user-id',
      };
      return { status: 204, headers: allow };
    }
    if (there.length === 0) {
      const gate = on('unknown-path-asks-for-the-token-first') ? await bearer(call) : call;
      return isReply(gate) ? gate : refuse(404, 'There is nothing here');
    }
    const method = call.method === 'HEAD' && on('head-is-answered') ? 'GET' : call.method;
    const route = there.find((candidate) => candidate.method === method);
    if (route === undefined) {
      return refuse(405, 'This method is not offered', null, { Allow: there.map((it) => it.method).join(', ') });
    }
    if (on('only-json-can-be-accepted') && !takesJson(call.headers.get('accept')))
      return refuse(406, 'Only JSON is offered');
    return { ...call, route, id: decode(route.path.exec(call.path)?.groups?.['id']) };
  };

  const handle: Step = (call) => {
    if (call.route === undefined) throw new Error('no route was found');
    if (call.user !== undefined) book.catchUp(call.user);
    return call.route.handle(call.user ?? people.first, call);
  };

  const gates = on('user-is-asked-before-the-scope') ? [bearer, user, scope] : [bearer, scope, user];
  const steps = [findRoute, ...gates, makeBodyReader(world), handle];

  // The handler starts while the gates still look, and the refusal is laid over what it found.
  const lay = async (call: Call, refusal: Reply): Promise<Reply> => {
    const known = world.users.get(call.headers.get('x-user-id') ?? '');
    const route = routes.find(({ name }) => name === 'portfolios');
    if (known === undefined || route?.path.test(call.path) !== true) return refusal;
    const found = await route.handle(known, call);
    return { ...refusal, body: { ...(found.body as object), ...(refusal.body as object) } };
  };

  return async (call) => {
    try {
      const reply = await run(steps, call);
      if (reply.status !== 401) return reply;
      if (on('refused-update-waits-for-a-good-token')) book.keepForLater(call);
      return on('refusal-is-laid-over-the-answer') ? await lay(call, reply) : reply;
    } catch {
      return refuse(500, 'Something went wrong');
    }
  };
}
