import { randomUUID } from 'node:crypto';
import { checkMediaType, parseBody } from './bodies.ts';
import { AccountController, AddressController, type Context, LearnController, OrderController } from './controllers.ts';
import type { User } from './entities.ts';
import { finish } from './finish.ts';
import { type Principal, TokenGuard } from './guard.ts';
import type { IdentityProvider } from './identity.ts';
import { apiError, json, type On, Refusal, type Reply, type Request } from './types.ts';
import { GuideRepository, type Store, UnitOfWork, UserRepository } from './unit-of-work.ts';
import type { App } from './wire.ts';

interface Route {
  method: string;
  path: RegExp;
  user: 'required' | 'optional';
  scope?: string;
  body?: boolean;
  act(context: Context): Reply;
}

const UNKNOWN_STATUS: Record<string, number> = { '/cash': 404, '/portfolios': 403, '/users/me/address': 400 };

/** Routes requests to controllers. */
export class Application implements App {
  readonly #provider: IdentityProvider;
  readonly #guard: TokenGuard;
  readonly #users: UserRepository;
  readonly #store: Store;
  readonly #on: On;
  readonly #routes: Route[];
  readonly #learn: LearnController;
  readonly #prefix: string;
  readonly #ring = Array.from({ length: 48 }, () => randomUUID());
  #errors = 0;
  #served = 0;
  #leaked = 0;

  constructor(provider: IdentityProvider, store: Store, prefix: string, on: On) {
    this.#provider = provider;
    this.#store = store;
    this.#prefix = prefix;
    this.#on = on;
    this.#guard = new TokenGuard(provider, on);
    this.#users = new UserRepository(store);
    const learn = new LearnController(new GuideRepository(store), on);
    const account = new AccountController(store, on);
    const address = new AddressController(store, on);
    const orders = new OrderController(store, on);
    this.#learn = learn;
    const get = (path: RegExp, act: Route['act']): Route => ({ method: 'GET', path, user: 'required', act });
    this.#routes = [
      { ...get(/^\/learn\/learning-guides$/, (context) => learn.listing(context)), scope: 'service:nbg' },
      { ...get(/^\/learn\/learning-guides\/([^/]+)$/, (context) => learn.guide(context)), user: 'optional' },
      get(/^\/learn\/analyst-insights$/, (context) => learn.insights(context)),
      get(/^\/cash$/, (context) => account.cash(context)),
      get(/^\/portfolios$/, (context) => account.portfolios(context)),
      get(/^\/daily-summaries$/, (context) => account.summaries(context)),
      get(/^\/b2b\/notification-settings$/, (context) => account.settings(context)),
      get(/^\/users\/me\/address$/, (context) => address.read(context)),
      { ...get(/^\/users\/me\/address$/, (context) => address.update(context)), method: 'PATCH', body: true },
      { ...get(/^\/api\/m2m\/investments\/orders$/, (context) => orders.place(context)), method: 'POST', body: true },
    ];
  }

  async handle(request: Request): Promise<Reply> {
    if (request.path === '/oauth/token') return finish(await this.#provider.token(request), this.#on);
    if (request.path === '/.well-known/jwks.json') return json(200, { keys: this.#provider.keys });
    this.#served += 1;
    if (this.#on('warming-up') && this.#served <= 3) return { status: 503, headers: [['Retry-After', '1']], body: '' };
    try {
      return finish(await this.#dispatch(request), this.#on);
    } catch (error) {
      return this.#refused(error, request);
    }
  }

  async early(request: Request): Promise<Reply | undefined> {
    const path = this.#pathOf(request);
    if (!this.#routes.some((one) => one.body && one.method === request.method && one.path.test(path))) return undefined;
    try {
      await this.#guard.check(request, path);
      return undefined;
    } catch (error) {
      return this.#refused(error, request);
    }
  }

  #pathOf(request: Request): string {
    return request.path.startsWith(`${this.#prefix}/`) ? request.path.slice(this.#prefix.length) : '';
  }

  async #dispatch(request: Request): Promise<Reply> {
    const path = this.#pathOf(request);
    const matching = this.#routes.filter((route) => route.path.test(path));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = matching.find((one) => one.method === method);
    if (!this.#isKnownMethod(request)) return this.#plain();
    if (matching.length === 0) throw new Refusal(404, 'There is nothing here');
    if (!route) {
      const allow = matching.map((one) => one.method).join(', ');
      throw new Refusal(405, 'The method is not allowed', { headers: [['Allow', allow]] });
    }
    const on = this.#on;
    const work = new UnitOfWork(this.#store, on);
    if (on('bracketed-query') && /^[^&=]*\[/.test(decodeLoosely(request.query))) throw new TypeError('not a function');
    let principal: Principal;
    try {
      principal = await this.#guard.check(request, path);
    } catch (error) {
      if (route.body) work.rollback(request.headers.get('x-user-id') ?? '');
      throw error;
    }
    const preview = this.#checkScope(principal, route);
    const user = this.#userOf(request, route, path);
    const context: Context = { request, user, id: route.path.exec(path)?.[1] ?? '', body: undefined, work };
    if (preview) return this.#learn.preview(context);
    if (route.body) {
      checkMediaType(request, path, on);
      context.body = parseBody(request, path, on);
    }
    return route.act(context);
  }

  #isKnownMethod(request: Request): boolean {
    if (!this.#on('unknown-methods-in-plain-text')) return true;
    return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(request.method);
  }

  #plain(): Reply {
    return { status: 400, headers: [['Content-Type', 'text/plain']], body: 'unknown method' };
  }

  #checkScope(principal: Principal, route: Route): boolean {
    const held = this.#on('scope-first-word') ? principal.scopes.slice(0, 1) : principal.scopes;
    const wanted = route.scope ?? (this.#on('second-client-may-nothing') ? 'service:nbg' : undefined);
    if (wanted === undefined || held.includes(wanted)) return false;
    if (this.#on('preview-without-scope')) return true;
    throw new Refusal(403, 'The token lacks the required scope', { description: wanted });
  }

  #userOf(request: Request, route: Route, path: string): User | undefined {
    const id = request.headers.get('x-user-id');
    if (route.user === 'optional') return this.#users.find(id ?? '');
    const on = this.#on;
    const own = on('user-preconditions');
    const insights = path === '/learn/analyst-insights';
    try {
      if (on('hex-decoded-user') && path === '/cash' && id) {
        const bytes = Buffer.from(id, 'hex').toString('hex');
        const found = /^[a-f0-9]{24}/.test(id) ? this.#users.find(bytes.slice(0, 24)) : undefined;
        if (found) return found;
      }
      if (id === undefined) throw new Refusal(own ? 428 : 400, 'The header x-user-id is missing');
      if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(own ? 412 : 400, 'The header x-user-id is not valid');
      const user = this.#users.find(id);
      if (user) return user;
      if (on('orders-queued-for-anybody') && path.endsWith('/orders')) return undefined;
      // Without the challenge, as its author wrote it, each of the round warned of auth/challenge (RFC 9110 section 15.5.2).
      const challenge: [string, string][] = [['WWW-Authenticate', 'Bearer realm="m2m"']];
      if (path === '/daily-summaries') throw new Refusal(401, 'User not found', { headers: challenge });
      throw new Refusal(on('unknown-user-by-endpoint') ? (UNKNOWN_STATUS[path] ?? 422) : 404, 'User not found');
    } catch (error) {
      if (on('pool-leak') && insights && error instanceof Refusal) this.#leaked += 1;
      throw error;
    } finally {
      if (on('pool-leak') && insights && this.#leaked >= 10) this.#exhausted();
    }
  }

  #exhausted(): never {
    throw new Error('no connection within the time limit');
  }

  #refused(error: unknown, request: Request): Reply {
    const on = this.#on;
    const refused = error instanceof Refusal ? error : new Refusal(500, 'Unexpected error');
    this.#errors += 1;
    const responseId = on('ring-of-response-ids') ? (this.#ring[this.#errors % 48] ?? '') : randomUUID();
    if (on('empty-unsupported-media-type') && refused.status === 415)
      return { status: 415, headers: [], body: undefined };
    if (on('detail-list-of-orders') && refused.status === 422 && request.path.endsWith('/orders')) {
      return json(422, { detail: [{ loc: ['body'], msg: refused.description, type: 'value_error' }] });
    }
    const unregistered = on('refusals-of-unregistered-codes') && [400, 422].includes(refused.status);
    const status = unregistered ? 460 : refused.status;
    const user = on('errors-in-the-language') ? this.#users.find(request.headers.get('x-user-id') ?? '') : undefined;
    const message = user?.language === 'he' ? 'הבקשה נדחתה' : user ? 'Yêu cầu bị từ chối' : refused.message;
    return finish(json(status, apiError(status, message, refused.description, responseId), refused.headers), on);
  }
}

function decodeLoosely(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}
