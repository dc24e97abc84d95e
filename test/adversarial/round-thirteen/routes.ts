import { type Context, chain, type Fault, fault, type Handler, type Reply, type Service } from './core.ts';
import { authenticate, requireScope, requireUser } from './guards.ts';
import { listGuides, listInsights, showGuide } from './learn.ts';
import { settingsOf } from './settings.ts';
import { readSummaries } from './summaries.ts';
import { readCash, readNotifications, readPortfolios } from './wealth.ts';
import { readAddress, submitOrder, updateAddress } from './writes.ts';

interface Route {
  readonly name: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: Handler;
}

export type Routed = (ctx: Context) => Promise<{ reply: Reply | Fault; ctx: Context }>;

export function newRoutes(service: Service): Routed {
  const auth = authenticate(service);
  const user = requireUser(service);
  const base = (service.style.base ?? '/api').replaceAll('.', '\\.');
  const route = (name: string, method: string, path: string, handler: Handler): Route => {
    return { name, method, pattern: new RegExp(`^${base}${path}$`), handler };
  };
  const table = [
    route(
      'guides',
      'GET',
      '/learn/learning-guides',
      chain(listGuides(service), auth, requireScope(service, 'service:nbg'), user),
    ),
    route('guide', 'GET', '/learn/learning-guides/([^/]*)', chain(showGuide(service), auth)),
    route('insights', 'GET', '/learn/analyst-insights', chain(listInsights(service), auth, user)),
    route('address', 'PATCH', '/users/me/address', chain(updateAddress(service), auth, user)),
    route('address', 'GET', '/users/me/address', chain(readAddress(service), auth, user)),
    route('summaries', 'GET', '/daily-summaries', chain(readSummaries(service), auth, user)),
    route(
      'notifications',
      'GET',
      '/b2b/notification-settings',
      chain(readNotifications(service, settingsOf), auth, user),
    ),
    route('cash', 'GET', '/cash', chain(readCash(service), auth, user)),
    route('portfolios', 'GET', '/portfolios', chain(readPortfolios(service), auth, user)),
    route('orders', 'POST', '/api/m2m/investments/orders', chain(submitOrder(service), auth, user)),
  ];
  return async (ctx) => {
    const here = table.filter((one) => one.pattern.test(ctx.path));
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const found = here.find((one) => one.method === method);
    const at = { ...ctx, route: (found ?? here[0])?.name ?? '', param: found?.pattern.exec(ctx.path)?.[1] ?? '' };
    if (found) return { reply: await found.handler(at), ctx: at };
    return { reply: here.length > 0 ? fault(405, 'The method is not allowed') : fault(404, 'No such path'), ctx: at };
  };
}
