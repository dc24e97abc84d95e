import { addressOf, orderOf } from './bodies.ts';
import { fullGuide, listGuides } from './posts.ts';
import { settingsOf } from './settings.ts';
import { type Answer, Refusal, type Row, type Site, type User, type Visit } from './site.ts';
import { summariesOf } from './summaries.ts';
import type { UserMeta } from './users.ts';

export interface Route {
  readonly name: string;
  readonly methods: readonly string[];
  readonly pattern: RegExp;
  readonly withUser: boolean;
}

const id = '([^/]*)';
const route = (name: string, method: string, pattern: string, withUser = true): Route => ({
  name,
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  pattern: new RegExp(`^${pattern}$`),
  withUser,
});

/** Rewrite rules: the first that matches a path and has the method serves it. */
export const routes: readonly Route[] = [
  route('guides', 'GET', '/learn/learning-guides'),
  route('guide', 'GET', `(?:/learn)?/learning-guides/${id}`, false),
  route('insights', 'GET', '/learn/analyst-insights'),
  route('update', 'PATCH', '/users/me/address'),
  route('address', 'GET', '/users/me/address'),
  route('summaries', 'GET', '/daily-summaries'),
  route('settings', 'GET', '/b2b/notification-settings'),
  route('cash', 'GET', '/cash'),
  route('portfolios', 'GET', '/portfolios'),
  route('orders', 'POST', '/api/m2m/investments/orders'),
];

const own = (body: unknown): Answer => ({ status: 200, headers: { 'cache-control': 'private, no-store' }, body });

function guides(site: Site, visit: Visit): Answer {
  if (
    !String(visit.claims['scope'] ?? '')
      .split(' ')
      .includes('service:nbg')
  ) {
    throw new Refusal(403, 'rest_forbidden', 'The token lacks the scope service:nbg.');
  }
  const headers = { 'cache-control': 'private, max-age=1800', vary: 'x-user-id, authorization' };
  return { status: 200, headers, body: { data: listGuides(site, visit) } };
}

function guide(site: Site, visit: Visit): Answer {
  if (!/^[0-9a-fA-F]{24}$/.test(visit.id)) throw new Refusal(400, 'rest_invalid_param', 'The id is malformed.');
  const found = fullGuide(site, visit);
  if (!found) throw new Refusal(404, 'rest_post_invalid_id', 'There is no such guide.');
  return own(found);
}

function plain(site: Site, visit: Visit, user: User): Answer {
  const units = user.currency === 'USD' ? 1 : 2;
  const bodies: Record<string, Row> = {
    cash: { balances: [{ currency: user.currency, amount: 120.5 * units }] },
    portfolios: { holdings: [{ assetId: 'AAPL', units: 5 * units, price: 181.25 }], currency: user.currency },
    insights: { data: [{ title: user.language === 'de' ? 'Der Markt heute' : 'The market today', author: 'desk' }] },
  };
  return own(site.apply('plain', bodies[visit.route] ?? {}, visit));
}

export function control(site: Site, visit: Visit, meta: UserMeta): Answer {
  if (visit.route === 'guide') return guide(site, visit);
  const user = visit.user;
  if (!user) throw new Refusal(401, 'rest_no_user', 'The user was not found.');
  switch (visit.route) {
    case 'guides':
      return guides(site, visit);
    case 'summaries':
      if (user.denied) throw new Refusal(403, 'rest_forbidden', 'Access is denied.');
      return own(summariesOf(site, visit, user));
    case 'settings':
      return own(settingsOf(site, visit, user));
    case 'update': {
      const save = site.apply('save', (value: Row) => meta.update(user.id, 'address', value), visit);
      save(addressOf(site, visit));
      return own({ message: 'Address updated successfully.' });
    }
    case 'address': {
      const address = site.apply('stored_address', meta.read(user.id, 'address'), visit);
      return own({ address: address ?? null });
    }
    case 'orders':
      return { ...own({ transaction: { ...orderOf(site, visit), state: 'accepted' } }), status: 201 };
    default:
      return plain(site, visit, user);
  }
}
