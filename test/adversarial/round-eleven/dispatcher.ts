import { bodyResolver, userResolver } from './arguments.ts';
import { controllers, type Handler } from './controllers.ts';
import { exceptionResolver, HttpException } from './exceptions.ts';
import type { Habit } from './habits.ts';
import type { Scheduler } from './jobs.ts';
import type { Answer, Exchange, Principal, Toggle } from './messages.ts';
import { bearerFilter, type Keys, scopeGuard } from './security.ts';

interface Mapping {
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: Handler;
  readonly takesUser: boolean;
}
const blocked = /;|\/\/|%(2f|5c|25|00|2e|0a|0d|3b)/i;

export function dispatcher(on: Toggle, keys: Keys, jobs: Scheduler, habit: Habit) {
  const all = controllers(on, jobs, habit);
  const get = (path: string, handler: Handler): Mapping => ({
    method: 'GET',
    pattern: new RegExp(`^${path}$`),
    handler,
    takesUser: true,
  });
  const mappings: readonly Mapping[] = [
    get('/learn/learning-guides', all.guides),
    { ...get('/learn/learning-guides/([^/]+)', all.guide), takesUser: false },
    get('/learn/analyst-insights', all.insights),
    get('/daily-summaries', all.summaries),
    get('/b2b/notification-settings', all.notifications),
    get('/cash', all.cash),
    get('/portfolios', all.portfolios),
    get('/users/me/address', all.readAddress),
    { ...get('/users/me/address', all.updateAddress), method: 'PATCH' },
    { ...get('/api/m2m/investments/orders', all.order), method: 'POST' },
  ];
  const authenticate = bearerFilter(on, keys, jobs);
  const guard = scopeGuard(on);
  const resolveUser = userResolver(on, habit.users);
  const resolveBody = bodyResolver(on);
  const resolveException = exceptionResolver(on);

  async function principalOf(exchange: Exchange): Promise<Principal | undefined> {
    const { headers, worker, path } = exchange;
    const credentials = headers.authorization;
    if (path === '/cash' && exchange.query.size > 0 && on('the-pattern-of-the-guard-sees-the-query')) return undefined;
    if (!credentials && worker.principal && on('context-stays-after-an-exception')) return worker.principal;
    return authenticate(credentials, path);
  }
  function decoded(segment: string): string {
    try {
      return decodeURIComponent(segment);
    } catch {
      throw new HttpException(400, 'The path is not encoded well');
    }
  }

  async function serve(exchange: Exchange): Promise<Answer> {
    const { method, path } = exchange;
    if (on('strict-firewall-throws') && blocked.test(path)) throw new Error('RequestRejectedException');
    const early = habit.before?.(exchange);
    if (early) return early;
    exchange.principal = await principalOf(exchange);
    exchange.worker.principal = exchange.principal;
    const here = mappings.filter(({ pattern }) => pattern.test(path));
    if (here.length === 0) throw new HttpException(404, 'There is nothing here');
    const mapping = here.find((each) => each.method === method);
    if (!mapping) throw new HttpException(405, 'The method is not allowed here');
    if (path === '/learn/learning-guides' && exchange.principal) guard(exchange.principal);
    const user = mapping.takesUser ? resolveUser(exchange) : (habit.users?.[0] ?? guideReader);
    exchange.user = user;
    if (on('spool-directory-is-missing') && exchange.body.length > 24_576) throw new Error('IOException');
    if (exchange.body.length > 65_536) throw new HttpException(413, 'The body is too large');
    const body = method === 'GET' ? undefined : resolveBody(exchange);
    return mapping.handler(exchange, user, body, decoded(mapping.pattern.exec(path)?.[1] ?? ''));
  }
  return async (exchange: Exchange): Promise<Answer> => {
    try {
      const result = await serve(exchange);
      exchange.worker.principal = undefined;
      exchange.worker.responseId = undefined;
      return result;
    } catch (thrown) {
      const result = resolveException(thrown, exchange);
      habit.refused?.(result, exchange, thrown);
      return result;
    }
  };
}
const guideReader = { id: '', language: 'en', locale: 'en-GB', currency: 'EUR', wealth: 0 } as const;
