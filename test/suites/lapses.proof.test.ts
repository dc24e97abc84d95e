import { users } from '../../fixtures/reference/data/users.ts';
import {
  type Compose,
  type EndpointName,
  override,
  overrideHandler,
  type User,
  type Visit,
} from '../../fixtures/reference/index.ts';
import { proveRequirement, type World } from '../simulation/prove-requirement.ts';

// Replicas, restarts and edits explain a wrong response that does not come back.

type Meant = (visit: Visit, response: Response) => boolean;

/** Sends another response to the `nth` request that is meant, and to no other. */
const once = (isMeant: Meant, instead: (visit: Visit) => Response, nth = 1): Compose =>
  override('respond', (original) => {
    let seen = 0;
    return async (visit, response) => {
      const came = await original(visit, response);
      return isMeant(visit, came) && ++seen === nth ? instead(visit) : came;
    };
  });

const at =
  (endpoint: EndpointName, status = 200, isMeant: (request: Request) => boolean = () => true) =>
  (visit: Visit, response: Response) =>
    visit.endpoint === endpoint && response.status === status && isMeant(visit.request);
const isSecond = ({ headers }: Request) => headers.get('x-user-id') === users.second.id;
const refusing = (status: number) => (visit: Visit) =>
  visit.parts.error(visit, { status, message: 'No' });
const listing = (user: User) => (visit: Visit) =>
  visit.parts.reply(
    visit,
    200,
    { data: visit.parts.listGuides(visit, user) },
    visit.parts.headersOf(visit),
  );
const lapse = (what: string, compose: Compose, more: Partial<World> = {}): World => ({
  what: `a server that once ${what}`,
  compose,
  ...more,
});
const inconclusive = { outcome: 'inconclusive' } as const;
const stored = { needs: ['writes', 'profile'] } as const;

const always = (what: string, isMeant: Meant, status: number): World => ({
  what: `a server ${what}`,
  compose: override('respond', (original) => async (visit, response) => {
    const came = await original(visit, response);
    return isMeant(visit, came) ? refusing(status)(visit) : came;
  }),
});

proveRequirement('cash/ok', {
  valid: [
    always(
      'where the second user is forbidden everything',
      ({ request }) => isSecond(request),
      403,
    ),
    always('where the second user has no cash', at('cash', 200, isSecond), 404),
    always('that sheds the second user’s load', at('cash', 200, isSecond), 503),
  ],
});

proveRequirement('auth/missing', {
  valid: [
    lapse(
      'serves HEAD without a token',
      once(
        ({ request }, { status }) => request.method === 'HEAD' && status === 401,
        () => new Response(null),
      ),
    ),
  ],
});

proveRequirement('scope/guides-required', {
  valid: [
    lapse('lets a token in', once(at('guides', 403), listing(users.first))),
    lapse('lets a token in later', once(at('guides', 403), listing(users.first), 5), inconclusive),
  ],
});

proveRequirement('scope/guides-sufficient', {
  sent: ['guides/ok'],
  valid: [lapse('forbids one user', once(at('guides', 200, isSecond), refusing(403)))],
});

proveRequirement('guide/fetch', {
  valid: [
    lapse('lacks a guide', once(at('guide'), refusing(404))),
    lapse('refuses a guide', once(at('guide'), refusing(403))),
    lapse('lacks a guide that it had', once(at('guide'), refusing(404), 12)),
    lapse('lacks a guide for the second user', once(at('guide', 200, isSecond), refusing(404))),
  ],
});

const reversed: Compose = override('listGuides', (original) => {
  let seen = 0;
  return (visit, user) => {
    const guides = original(visit, user);
    return ++seen === 6 ? guides.toReversed() : guides;
  };
});

proveRequirement('guides/order-stable', { valid: [lapse('lists in another order', reversed)] });

proveRequirement('guides/localised', {
  valid: [
    lapse('lists in another language', once(at('guides', 200, isSecond), listing(users.first))),
  ],
});

proveRequirement('guides/accept', {
  valid: [
    lapse(
      'lists nothing without Accept',
      once(
        at('guides', 200, ({ headers }) => !headers.has('accept')),
        (visit) => visit.parts.reply(visit, 200, { data: [] }, visit.parts.headersOf(visit)),
      ),
    ),
  ],
});

proveRequirement('summaries/forbidden', {
  valid: [
    lapse(
      'serves a denied user',
      once(at('summaries', 403), (visit) => {
        const history = visit.parts.summaries(visit, users.first);
        return visit.parts.reply(visit, 200, history, visit.parts.headersOf(visit));
      }),
      inconclusive,
    ),
  ],
});

/** Replaces what an accepted update does, the `nth` time. */
const updating = (nth: number, instead: (visit: Visit, before: Map<string, object>) => void) =>
  overrideHandler('address', (original) => {
    let accepted = 0;
    return async (visit, admission) => {
      const before = new Map(visit.world.addresses);
      const response = await original(visit, admission);
      if (response.ok && ++accepted === nth) instead(visit, before);
      return response;
    };
  });

proveRequirement('address/overwrites', {
  valid: [
    lapse(
      'loses an update',
      updating(2, ({ world }, before) => {
        for (const [id, address] of before) world.addresses.set(id, { ...address });
      }),
      { ...stored, ...inconclusive },
    ),
  ],
});

proveRequirement('address/isolation', {
  valid: [
    lapse(
      'stores an update for both users',
      updating(2, ({ world }) => {
        const [first, second = ''] = [...world.addresses.keys()];
        world.addresses.set(second, { ...world.addresses.get(first ?? '') });
      }),
      { ...stored, ...inconclusive },
    ),
  ],
});

proveRequirement('address/repeatable', {
  valid: [lapse('refuses an update', once(at('address', 204), refusing(409), 3), stored)],
});

proveRequirement('robustness/unexpected-query', {
  valid: [
    lapse(
      'lists less with a query',
      once(
        at('cash', 200, ({ url }) => url.includes('?')),
        (visit) => visit.parts.reply(visit, 200, { data: [] }, {}),
      ),
    ),
    {
      what: 'a server that knows the parameter limit',
      compose: override('cash', (original) => (visit, user) => {
        const limit = new URL(visit.request.url).searchParams.get('limit');
        return original(visit, user).slice(0, limit === null ? 9 : 1);
      }),
    },
  ],
});

proveRequirement('token/renewal', {
  valid: [
    lapse(
      'refuses a token',
      override('verify', (original) => {
        const used = new Set<string>();
        return (visit, token) => {
          if (!used.has(token) && used.add(token).size === 3) throw new Error('not known yet');
          return original(visit, token);
        };
      }),
    ),
  ],
});
