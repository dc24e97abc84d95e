import type { World } from './chain.ts';
import {
  type Answer,
  chain,
  type Handler,
  type Middleware,
  pause,
  Refusal,
  type Request,
  type Route,
} from './chain.ts';
import { type Command, decide, type User } from './domain.ts';
import { renderRefusal, reportErrors } from './errors.ts';
import { authenticate, decodeQuery, identifyUser, parseBody, refuseQuery, requireScope } from './guards.ts';
import { parseJson } from './json.ts';
import { count, reads } from './reads.ts';

function execute(world: World, command: Command): void {
  const { store, on } = world;
  const decision = decide(store.state(), command, on);
  store.append(decision.events);
  if (decision.refusal) throw new Refusal('command', on('validation-422') ? 422 : 400, decision.refusal);
}

type UserRequest = Request & { readonly user: User };

async function changeAddress(world: World, { user, json }: UserRequest): Promise<Answer> {
  execute(world, { type: 'ChangeAddress', user: user.id, body: json });
  if (world.on('address-204')) return { status: 204 };
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: { message: 'Address updated successfully.' } };
}

async function placeOrder(world: World, { user, json }: UserRequest): Promise<Answer> {
  execute(world, { type: 'PlaceOrder', user: user.id, body: json });
  const order = world.store.state().users.get(user.id)?.orders.at(-1);
  return { status: 201, headers: { 'Cache-Control': 'no-store' }, body: { data: { ...order, state: 'accepted' } } };
}

const routes: readonly Route[] = [
  ...reads,
  { name: 'address', method: 'PATCH', path: /^\/users\/me\/address$/, takesBody: true, handle: changeAddress },
  { name: 'orders', method: 'POST', path: /^\/api\/m2m\/investments\/orders$/, takesBody: true, handle: placeOrder },
];

const callHandler =
  (world: World): Handler =>
  async (request) => {
    const { route, user } = request;
    if (route === undefined || user === undefined) throw new Error('a handler follows the guards');
    return route.handle(world, { ...request, user });
  };

/** Writes the address as soon as it has arrived, and leaves the questions to the guards behind it. */
const writeAddressEarly =
  (world: World): Middleware =>
  (next) =>
  async (request) => {
    const { route, headers, body } = request;
    if (world.on('address-before-token-check') && route?.name === 'address') {
      const user = headers.get('x-user-id') ?? '';
      try {
        execute(world, { type: 'ChangeAddress', user, body: parseJson(world, route, body) });
      } catch {
        // The guards will say what is wrong with it.
      }
    }
    return next(request);
  };

const answerFromCache =
  ({ on, memory }: World): Middleware =>
  (next) =>
  async (request) => {
    const key = `listing-cache:${request.user?.id}`;
    const isListing = on('guides-cache-before-scope') && request.route?.name === 'guides' && request.query === '';
    const cached = isListing ? (memory.get(key) as Answer | undefined) : undefined;
    const answer = cached ?? (await next(request));
    if (isListing) memory.set(key, answer);
    return answer;
  };

function guardsOf(world: World): Middleware {
  const { on } = world;
  const [token, scope, user, body] = [authenticate, requireScope, identifyUser, parseBody].map((guard) => guard(world));
  if (!token || !scope || !user || !body) throw new Error('four guards were listed');
  const errors = reportErrors(world);
  const before = chain(errors, decodeQuery(world), writeAddressEarly(world));
  const after = chain(errors, refuseQuery(world));
  if (on('guides-cache-before-scope'))
    return chain(before, token, user, answerFromCache(world), errors, scope, body, after);
  if (on('user-before-token')) return chain(before, user, token, scope, body, after);
  if (on('body-before-user')) return chain(before, token, scope, body, user, after);
  return chain(before, token, scope, user, errors, body, after);
}

async function answerUnrouted(world: World, request: Request, methods: readonly string[]): Promise<Answer> {
  const { on } = world;
  if (methods.length > 0 && !on('method-mismatch-404')) {
    const allow = [...new Set(methods), ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
    throw new Refusal('method', 405, 'The method is not allowed here.', { Allow: allow });
  }
  const unknown = async (): Promise<Answer> => {
    throw new Refusal('route', 404, 'There is nothing here.');
  };
  return on('token-before-routing') ? authenticate(world)(unknown)(request) : unknown();
}

const htmlBusy = '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>';

async function shed(world: World): Promise<Answer | undefined> {
  const { on } = world;
  if (on('slow-answers')) await pause((count(world, 'slow') * 37) % 300);
  if (on('shed-429') && count(world, 'shed') % 97 === 0)
    return { status: 429, headers: { 'Retry-After': '1' }, body: { error: 'slow_down' } };
  if (on('shed-503-html') && count(world, 'shed') % 83 === 0)
    return { status: 503, headers: { 'Content-Type': 'text/html' }, text: htmlBusy };
  return undefined;
}

/** Composes the routing table into the one function that answers every request below the base. */
export function composeApi(world: World): Handler {
  const { on, memory } = world;
  const guarded = guardsOf(world)(callHandler(world));
  const route = reportErrors(world)(async (request) => {
    const known = routes.filter(({ path, name }) => {
      const served = on('guide-without-prefix') ? name !== 'guide' : name !== 'unprefixed-guide';
      return served && path.test(request.path);
    });
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = known.find((one) => one.method === method);
    return found
      ? guarded({ ...request, route: found })
      : answerUnrouted(
          world,
          request,
          known.map((r) => r.method),
        );
  });
  return async (request) => {
    const busy = await shed(world);
    if (busy) return busy;
    if (on('address-banned-after-refusals') && Number(memory.get('refused') ?? 0) >= 400)
      return renderRefusal(world, request, new Refusal('banned', 403, 'Your address is blocked.'));
    const answer = await route(request);
    if (answer.status >= 400) count(world, 'refused');
    return answer;
  };
}
