import { body, content, gate, reply, token } from './hooks.ts';
import { jws, utf8 } from './jwt.ts';
import type { Area, Json, Program, Reply, Req, User } from './model.ts';
import { isObject, Refusal, setHeader } from './model.ts';
import { type Clause, fail, once, predicate } from './prolog.ts';

type Setting =
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
  | 'addresses';

/** reply_json_dict(Dict, [status(Status)]) */
export const ok = (term: unknown, status = 200): Reply => ({ status, headers: [], body: term });

type Goal = (program: Program, req: Req, user: User) => Reply | Promise<Reply>;
/** A location: its segments, of which Id is a variable. */
const Id = Symbol('Id');
type Location = readonly (string | typeof Id)[];
interface Handler {
  readonly area: Area;
  readonly location: Location;
  readonly methods: readonly string[];
  readonly goal: Goal;
}

/** :- http_handler(root(Location), Goal, [methods(Methods), id(Area)]). */
const handler = (area: Area, location: Location, methods: readonly string[], goal: Goal): Handler => ({
  area,
  location,
  methods,
  goal,
});
const getter = (area: Area, location: Location, term: (program: Program, user: User, req: Req) => unknown): Handler =>
  handler(area, location, ['GET', 'HEAD'], async (program, req, user) => ok(await term(program, user, req)));

const handlers: readonly Handler[] = [
  getter('cash', ['cash'], (program, user, req) => program.cash(user, req)),
  getter('portfolios', ['portfolios'], (program, user, req) => program.portfolios(user, req)),
  getter('summaries', ['daily-summaries'], (program, user, req) => program.summaries(user, req)),
  getter('notifications', ['b2b', 'notification-settings'], (program, user, req) => program.notifications(user, req)),
  getter('guides', ['learn', 'learning-guides'], async (program, user, req) => ({
    data: await program.guides(user, req),
  })),
  getter('guide', ['learn', 'learning-guides', Id], oneGuide),
  getter('guide', ['learning-guides', Id], oneGuide),
  getter('insights', ['learn', 'analyst-insights'], (program, user, req) => program.insights(user, req)),
  getter('profile', ['users', 'me'], (program, user) => program.profile(user)),
  handler('address', ['users', 'me', 'address'], ['PATCH'], (program, req, user) => {
    const dict = readJsonDict(program, req);
    const address = program.checkAddress(isObject(dict) ? dict['address'] : fail);
    program.store(user, address, req);
    return program.updated(user, address);
  }),
  handler('orders', ['api', 'm2m', 'investments', 'orders'], ['POST'], (program, req, user) => {
    const order = readJsonDict(program, req);
    program.checkOrder(order);
    return program.ordered(user, order as Json);
  }),
];

function oneGuide(program: Program, user: User, req: Req): unknown {
  if (!/^[a-f0-9]{24}$/.test(req.guideId)) {
    throw new Refusal(program.statuses.guideId, 'The id is not one of a guide');
  }
  return program.fullGuide(req.guideId, user, req);
}

/** http_read_json_dict/2 */
function readJsonDict(program: Program, req: Req): unknown {
  if (!program.mediaType(req.headers['content-type'], req)) {
    throw new Refusal(program.statuses.mediaType, 'The body must be application/json');
  }
  const text = once(utf8(req.body), () => new Refusal(program.statuses.unparsed, 'The body is not UTF-8'));
  return program.decode(text, req);
}

/** Unifies the segments of a path with a location: what Id is bound to, or nothing bound, or failure. */
function unify(location: Location, segments: readonly string[]): { guideId: string } | undefined {
  const same = (at: number): boolean => (location[at] === Id ? segments[at] !== '' : location[at] === segments[at]);
  return segments.length === location.length && segments.every((_segment, at) => same(at))
    ? { guideId: segments[location.indexOf(Id)] ?? '' }
    : fail;
}

type Located = Pick<Req, 'area' | 'guideId'>;
const located = predicate(
  ...handlers.map(
    ({ area, location }): Clause<[readonly string[]], Located> =>
      (segments) => {
        const bindings = unify(location, segments);
        return bindings && { area, ...bindings };
      },
  ),
);

/** http_location_by_id/2 the other way round: the area of a path below the base, and the id where it is a guide's. */
export const locate = (path: string): Located =>
  (path.startsWith('/') ? located(path.slice(1).split('/')) : fail) ?? { area: 'none', guideId: '' };

const handlerOf = ({ area }: Req): Handler =>
  once(
    handlers.find((one) => one.area === area),
    () => new Refusal(404, 'There is no handler for this location'),
  );

/** http_dispatch/1, and the reply to whatever term it throws. */
export async function handle(program: Program, req: Req, tooLarge: boolean): Promise<Reply> {
  try {
    return (await program.rewrite(req)) ?? (await conjunction(program, req, tooLarge));
  } catch (term) {
    return program.problem(term instanceof Refusal ? term : new Refusal(500, 'Internal server error'), req);
  }
}

/** The goals that all have to succeed, from left to right. */
async function conjunction(program: Program, req: Req, tooLarge: boolean): Promise<Reply> {
  const { methods } = handlerOf(req);
  if (!methods.includes(req.method)) {
    const refused = program.problem(new Refusal(program.statuses.method, 'No such method here'), req);
    setHeader(refused, 'Allow', methods.join(', '));
    return refused;
  }
  if (tooLarge) {
    throw new Refusal(413, 'The body is too large');
  }
  const claims = await program.verify(program.credentials(req), req);
  program.holds(claims, req);
  if (!program.entitled(claims, req)) {
    throw new Refusal(403, 'The token lacks a scope', 'service:nbg');
  }
  const user = program.identify(req);
  req.user = user;
  if (program.denied(user, req)) {
    throw new Refusal(403, 'Access denied');
  }
  return await program.content(req, user);
}

async function called(program: Program, req: Req, user: User): Promise<Reply> {
  const { methods, goal } = handlerOf(req);
  if (program.statuses.query > 0 && req.query !== '' && methods.includes('GET')) {
    throw new Refusal(program.statuses.query, 'There are no parameters here');
  }
  return await goal(program, req, user);
}

/** The token endpoint of the identity provider. */
export function issue(program: Program, method: string, bytes: Buffer): Reply {
  const request = method === 'POST' ? program.decodeGrant(bytes) : fail;
  if (request === fail) {
    return program.tokenRefusal('invalid_request');
  }
  if (!program.grantHolds(request)) {
    return program.tokenRefusal('unsupported_grant_type');
  }
  const client = program.findClient(request);
  if (client === fail) {
    return program.tokenRefusal('invalid_client');
  }
  if (!program.audienceHolds(request)) {
    return program.tokenRefusal('access_denied');
  }
  const answer = program.tokenAnswer(client, jws(program, program.claims(client)));
  return { status: 200, headers: program.tokenHeaders(), body: answer };
}

/** consult/1: the settings, and the predicates of all modules. */
export function consult(settings: Pick<Program, Setting>): Program {
  const program = {} as Program;
  for (const module of [token, gate, body, content, reply]) {
    Object.assign(program, module(program));
  }
  program.content = (req, user) => called(program, req, user);
  return Object.assign(program, settings);
}
