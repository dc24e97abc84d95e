import { asGraphError, badInput, GraphError } from './errors.ts';
import type { Schema } from './execute.ts';
import { authenticate, authorise, identify } from './guard.ts';
import type { Identity } from './identity.ts';
import {
  checkCost,
  readCash,
  readGuide,
  readGuides,
  readInsights,
  readNotifications,
  readPortfolios,
  readSummaries,
} from './reads.ts';
import type { Reply } from './reply.ts';
import type { ApiRequest } from './request.ts';
import type { User, World } from './world.ts';
import { placeOrder, readAddress, updateAddress, writeOptimistically } from './writes.ts';

export const basePath = '/facade/v2';
export const readBackPath = '/users/me';

interface Route {
  readonly endpoint: string;
  readonly method: string;
  readonly id?: string;
}

const routes: Readonly<Record<string, Route>> = {
  '/learn/learning-guides': { endpoint: 'guides', method: 'GET' },
  '/learn/analyst-insights': { endpoint: 'insights', method: 'GET' },
  '/cash': { endpoint: 'cash', method: 'GET' },
  '/portfolios': { endpoint: 'portfolios', method: 'GET' },
  '/daily-summaries': { endpoint: 'summaries', method: 'GET' },
  '/b2b/notification-settings': { endpoint: 'notifications', method: 'GET' },
  '/users/me/address': { endpoint: 'address', method: 'PATCH' },
  '/api/m2m/investments/orders': { endpoint: 'orders', method: 'POST' },
};

export interface Answer {
  readonly reply: Reply;
  readonly endpoint: string;
  readonly user: User | undefined;
}

export class Gateway {
  readonly #world: World;
  readonly #identity: Identity;
  readonly #schema: Schema;

  constructor(world: World, identity: Identity, schema: Schema) {
    this.#world = world;
    this.#identity = identity;
    this.#schema = schema;
  }

  async answer(request: ApiRequest): Promise<Answer> {
    let endpoint = 'unknown';
    let user: User | undefined;
    try {
      const route = this.#route(request);
      const byPost = this.#world.habits.readsByPost === true && route.method === 'GET' && request.method === 'POST';
      endpoint = route.endpoint;
      if (request.method !== route.method && !byPost) {
        throw new GraphError(`${request.method} is not allowed here.`, 'METHOD_NOT_ALLOWED', {
          headers: { allow: route.method },
        });
      }
      const scopes = await this.#admit(request, endpoint);
      if (scopes === undefined) {
        return { endpoint, user, reply: await readInsights(this.#facts(undefined), true, undefined) };
      }
      if (endpoint === 'guide') user = this.#world.users.get(request.header('x-user-id') ?? '');
      else user = identify(this.#world, request, endpoint);
      return { endpoint, user, reply: await this.#run(route, request, user, scopes) };
    } catch (error) {
      return { endpoint, user, reply: this.#refusal(asGraphError(error)) };
    }
  }

  #facts(user: User | undefined): { world: World; schema: Schema; user: User | undefined } {
    return { world: this.#world, schema: this.#schema, user };
  }

  #route(request: ApiRequest): Route {
    const path = request.path.startsWith(`${basePath}/`) ? request.path.slice(basePath.length) : '';
    const readBack = this.#world.habits.readBack?.path ?? readBackPath;
    if (path === readBack) return { endpoint: 'read-back', method: 'GET' };
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route !== undefined) return route;
    const id = /^\/learn\/learning-guides\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) return { endpoint: 'guide', method: 'GET', id };
    if (this.#world.on('unknown-paths-reach-the-endpoint-of-the-graph')) {
      throw new GraphError('An operation must contain a non-empty "query".', 'OPERATION_MISSING');
    }
    throw new GraphError('There is nothing at this address.', 'NOT_FOUND');
  }

  /** The scopes of the caller; undefined for a nobody who is shown what stands beside the viewer. */
  async #admit(request: ApiRequest, endpoint: string): Promise<readonly string[] | undefined> {
    const world = this.#world;
    if (endpoint === 'guides' && world.on('csrf-prevention-asks-for-a-preflight')) {
      if (request.header('accept') === undefined && request.header('content-type') === undefined) {
        throw new GraphError('This operation has been blocked as a potential forgery.', 'CSRF_PREVENTION');
      }
    }
    if (endpoint === 'insights' && request.header('authorization') === undefined) {
      if (world.on('insights-stand-beside-a-null-viewer')) return undefined;
    }
    try {
      const scopes = await authenticate(this.#identity, request, endpoint);
      authorise(world, scopes, endpoint);
      return scopes;
    } catch (error) {
      const user = world.users.get(request.header('x-user-id') ?? '');
      if (endpoint === 'address' && user !== undefined && world.on('optimistic-layer-survives-a-denial')) {
        writeOptimistically(world, user, await request.json().catch(() => undefined));
      }
      throw error;
    }
  }

  async #run(route: Route, request: ApiRequest, user: User | undefined, scopes: readonly string[]): Promise<Reply> {
    const facts = this.#facts(user);
    if (route.endpoint === 'guide') return readGuide(facts, route.id ?? '');
    const unscoped = this.#world.habits.insightsWithoutScope !== undefined && !scopes.includes('service:nbg');
    if (route.endpoint === 'insights') return readInsights(facts, !unscoped, request.query);
    if (user === undefined) throw badInput('The header x-user-id is required.');
    switch (route.endpoint) {
      case 'guides':
        checkCost(this.#world, user);
        return readGuides(facts);
      case 'cash':
        return readCash(facts);
      case 'portfolios':
        return readPortfolios(facts);
      case 'summaries':
        if (request.query !== undefined && this.#world.on('any-query-makes-it-live')) {
          await new Promise(() => undefined);
        }
        return readSummaries(facts);
      case 'notifications':
        return readNotifications(facts);
      case 'address':
        return updateAddress(this.#world, user, await request.json());
      case 'orders':
        return this.#order(request, user);
      default:
        return this.#readBack(user);
    }
  }

  async #order(request: ApiRequest, user: User): Promise<Reply> {
    let body: unknown;
    try {
      body = await request.json();
    } catch (error) {
      const unread = error instanceof GraphError && error.code === 'BAD_USER_INPUT';
      if (!unread || !this.#world.on('defaults-of-the-stub-stay-in-the-operation')) throw error;
      body = { isin: 'IE00B4L5Y983', side: 'buy', amount: 100 };
    }
    return placeOrder(this.#world, user, body);
  }

  #readBack(user: User): Reply {
    const address = readAddress(this.#world, user);
    const show = this.#world.habits.readBack?.show;
    const body = show === undefined ? { id: user.id, address } : show(user.address);
    return { status: 200, body, headers: { 'cache-control': 'private, no-store' } };
  }

  #refusal(error: GraphError): Reply {
    const challenge = error.status === 401 ? { 'www-authenticate': 'Bearer realm="graph", error="invalid_token"' } : {};
    const headers = { 'cache-control': 'no-store', ...challenge, ...error.options.headers };
    return { status: error.status, body: error.toBody(), headers };
  }
}
