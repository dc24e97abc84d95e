import { type AddressBook, makeAddressBook } from './address.ts';
import type { Call, Reply } from './exchange.ts';
import { makeGuides } from './guides.ts';
import { makeMoney } from './money.ts';
import { makeNotifications } from './notifications.ts';
import { makeOrderDesk } from './orders.ts';
import type { User } from './people.ts';
import { tellSummaries } from './summaries.ts';
import type { World } from './world.ts';

export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  readonly user: 'required' | 'optional';
  readonly scope?: string;
  readonly body?: boolean;
  readonly handle: (user: User, call: Call) => Reply | Promise<Reply>;
}

/** Lists what the service answers, over state of this server only. */
export function makeRoutes(world: World): { routes: readonly Route[]; book: AddressBook } {
  const guides = makeGuides(world);
  const money = makeMoney(world);
  const book = makeAddressBook(world);
  const order = makeOrderDesk(world);
  const get = (name: string, path: string, handle: Route['handle']): Route => ({
    name,
    method: 'GET',
    path: new RegExp(`^${path}$`),
    user: 'required',
    handle,
  });

  const routes: Route[] = [
    { ...get('guides', '/learn/learning-guides', guides.list), scope: 'service:nbg' },
    { ...get('guide', '/learn/learning-guides/(?<id>[^/]+)', guides.show), user: 'optional' },
    get('insights', '/learn/analyst-insights', money.tellInsights),
    get('summaries', '/daily-summaries', (user, call) => tellSummaries(world, user, call.query)),
    get('notifications', '/b2b/notification-settings', makeNotifications(world)),
    get('cash', '/cash', money.tellCash),
    get('portfolios', '/portfolios', money.tellPortfolios),
    get('read-back', '/users/me/address', book.show),
    {
      ...get('address', '/users/me/address', (user, call) => book.update(user, call.json)),
      method: 'PATCH',
      body: true,
    },
    {
      ...get('orders', '/api/m2m/investments/orders', (user, call) => order(user, call.json)),
      method: 'POST',
      body: true,
    },
  ];
  return { routes, book };
}
