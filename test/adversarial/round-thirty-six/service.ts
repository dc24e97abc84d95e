import { answering, guarding, issuing, reading, showing } from './hooks.ts';
import { jws, utf8 } from './jwt.ts';
import type { Area, Json, Reply, Req, User, WebModule } from './model.ts';
import { isObject, Refusal, setHeader } from './model.ts';

type Settings = Pick<
  WebModule,
  | 'base'
  | 'tokenPath'
  | 'audience'
  | 'otherAudience'
  | 'issuer'
  | 'kid'
  | 'lifetime'
  | 'scoped'
  | 'unscoped'
  | 'users'
  | 'statuses'
  | 'privateKey'
  | 'publicKey'
  | 'addresses'
>;

export const ok = (body: unknown, status = 200): Reply => ({ status, headers: [], body });

/** TWebActionItem */
interface Action {
  readonly area: Area;
  readonly pathInfo: string;
  readonly methodType: 'GET' | 'PATCH' | 'POST';
  readonly onAction: (module: WebModule, req: Req, user: User) => Promise<Reply> | Reply;
}
type Query = (module: WebModule, user: User, req: Req) => unknown;

/** An action that shows what a query yields. */
const shows = (area: Area, pathInfo: string, query: Query): Action => ({
  area,
  pathInfo,
  methodType: 'GET',
  onAction: async (module, req, user) => ok(await query(module, user, req)),
});

/** TWebActionItems: the first that the path fits. A name in braces stands for one segment. */
const actions: readonly Action[] = [
  shows('guides', '/learn/learning-guides', async (module, user, req) => ({ data: await module.guides(user, req) })),
  shows('guide', '/learn/learning-guides/{id}', guideById),
  shows('guide', '/learning-guides/{id}', guideById),
  shows('insights', '/learn/analyst-insights', (module, user, req) => module.insights(user, req)),
  shows('cash', '/cash', (module, user, req) => module.cash(user, req)),
  shows('portfolios', '/portfolios', (module, user, req) => module.portfolios(user, req)),
  shows('summaries', '/daily-summaries', (module, user, req) => module.summaries(user, req)),
  shows('notifications', '/b2b/notification-settings', (module, user, req) => module.notifications(user, req)),
  shows('profile', '/users/me', (module, user) => module.profile(user)),
  { area: 'address', pathInfo: '/users/me/address', methodType: 'PATCH', onAction: updateAddress },
  { area: 'orders', pathInfo: '/api/m2m/investments/orders', methodType: 'POST', onAction: placeOrder },
];

function guideById(module: WebModule, user: User, req: Req): unknown {
  if (!/^[a-f0-9]{24}$/.test(req.guideId)) {
    throw new Refusal(module.statuses.guideId, 'The id of the guide is malformed');
  }
  return module.fullGuide(req.guideId, user, req);
}

function updateAddress(module: WebModule, req: Req, user: User): Reply {
  const body = parsed(module, req);
  const address = module.checkAddress(isObject(body) ? body['address'] : undefined);
  module.store(user, address, req);
  return module.updated(user, address);
}

function placeOrder(module: WebModule, req: Req, user: User): Reply {
  const order = parsed(module, req);
  module.checkOrder(order);
  return module.ordered(user, order as Json);
}

function parsed(module: WebModule, req: Req): unknown {
  if (!module.mediaType(req.headers['content-type'], req)) {
    throw new Refusal(module.statuses.mediaType, 'The body must be application/json');
  }
  const text = utf8(req.body);
  if (text === undefined) {
    throw new Refusal(module.statuses.unparsed, 'The body is not UTF-8');
  }
  return module.decode(text, req);
}

/** What the segments of a path are to those of an action: nothing, or the one that stands in braces. */
function fits({ pathInfo }: Action, path: string): string | undefined {
  const given = path.split('/');
  const wanted = pathInfo.split('/');
  const free = wanted.indexOf('{id}');
  const same =
    given.length === wanted.length && wanted.every((one, at) => (at === free ? given[at] : one) === given[at]);
  return same && given[free] !== '' ? (given[free] ?? '') : undefined;
}

/** The area of a path below the base, and the id where it is a guide's. */
export function locate(path: string): { area: Area; guideId: string } {
  const action = actions.find((one) => fits(one, path) !== undefined);
  return action === undefined
    ? { area: 'none', guideId: '' }
    : { area: action.area, guideId: fits(action, path) ?? '' };
}

/** TWebDispatcher.DispatchAction, and OnException for what it raises. */
export async function handle(module: WebModule, req: Req, tooLarge: boolean): Promise<Reply> {
  try {
    const early = await module.rewrite(req);
    return early ?? (await dispatch(module, req, tooLarge));
  } catch (raised) {
    return module.problem(raised instanceof Refusal ? raised : new Refusal(500, 'Internal server error'), req);
  }
}

async function dispatch(module: WebModule, req: Req, tooLarge: boolean): Promise<Reply> {
  const action = actions.find(({ area }) => area === req.area);
  if (action === undefined) {
    throw new Refusal(404, 'There is nothing at that path');
  }
  const allowed = action.methodType === 'GET' ? ['GET', 'HEAD'] : [action.methodType];
  if (!allowed.includes(req.method)) {
    const reply = module.problem(new Refusal(module.statuses.method, 'The method is not allowed'), req);
    setHeader(reply, 'Allow', allowed.join(', '));
    return reply;
  }
  if (tooLarge) {
    throw new Refusal(413, 'The body is too large');
  }
  const token = module.credentials(req);
  const claims = await module.verify(token, req);
  module.holds(claims, req);
  if (!module.entitled(claims, req)) {
    throw new Refusal(403, 'The token lacks a scope', 'service:nbg');
  }
  req.user = module.identify(req);
  if (module.denied(req.user, req)) {
    throw new Refusal(403, 'Access denied');
  }
  return await module.content(req, req.user);
}

async function content(module: WebModule, req: Req, user: User): Promise<Reply> {
  const action = actions.find(({ area }) => area === req.area);
  if (action === undefined) {
    throw new Refusal(404, 'There is nothing at that path');
  }
  if (action.methodType === 'GET' && req.query !== '' && module.statuses.query > 0) {
    throw new Refusal(module.statuses.query, 'The query is not known here');
  }
  return await action.onAction(module, req, user);
}

/** The token endpoint of the identity provider. */
export function issue(module: WebModule, method: string, body: Buffer): Reply {
  const grant = method === 'POST' ? module.decodeGrant(body) : undefined;
  if (grant === undefined) {
    return module.tokenRefusal('invalid_request');
  }
  if (!module.grantHolds(grant)) {
    return module.tokenRefusal('unsupported_grant_type');
  }
  const client = module.findClient(grant);
  if (client === undefined) {
    return module.tokenRefusal('invalid_client');
  }
  if (!module.audienceHolds(grant)) {
    return module.tokenRefusal('access_denied');
  }
  const token = jws(module, module.claims(client));
  return { status: 200, headers: module.tokenHeaders(), body: module.tokenAnswer(client, token) };
}

/** TWebModule.Create. The hooks call each other by `module`, so that a replaced one counts everywhere. */
export function worker(settings: Settings): WebModule {
  const module = {} as WebModule;
  return Object.assign(
    module,
    settings,
    issuing(module),
    guarding(module),
    reading(module),
    showing(module),
    answering(module),
    { content: (req: Req, user: User) => content(module, req, user) },
  );
}
