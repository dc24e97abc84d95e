import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteShorthandOptions,
} from 'fastify';
import type { AddressBook } from '../domain/address-book.ts';
import type { Balances } from '../domain/balances.ts';
import type { DailySummaries } from '../domain/daily-summaries.ts';
import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { OrderDesk } from '../domain/order-desk.ts';
import type { UserRepository } from '../domain/users.ts';
import type { On } from '../toggles.ts';
import type { AnswerCaches } from './answer-caches.ts';
import { ApiError } from './api-error.ts';
import type { Callers } from './callers.ts';
import type { Guard, Guards } from './guards.ts';
import { refuseQuery } from './query.ts';

interface Parts {
  readonly guards: Guards;
  readonly callers: Callers;
  readonly users: UserRepository;
  readonly caches: AnswerCaches;
  readonly balances: Balances;
  readonly summaries: DailySummaries;
  readonly settings: NotificationSettings;
  readonly addresses: AddressBook;
  readonly orders: OrderDesk;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The areas about a user's own account. */
export class AccountRoutes {
  private readonly on: On;
  private readonly parts: Parts;

  constructor(on: On, parts: Parts) {
    this.on = on;
    this.parts = parts;
  }

  register(app: FastifyInstance): void {
    const { balances, summaries, settings, addresses, callers, caches } = this.parts;
    this.get(app, '/cash', 'cash', (request, reply) => {
      const user = callers.require(request);
      if (!this.on('cash-fragments-joined')) return balances.cash(user);
      const head = `{"userId":"${user.id}","userCurrency":"${user.currency}",`;
      const rest = JSON.stringify({ userCurrency: user.currency, ...balances.cash(user) }).slice(1);
      return reply
        .type('application/json; charset=utf-8')
        .serializer(String)
        .send(head + rest);
    });
    this.get(app, '/portfolios', 'portfolios', (request, reply) => {
      if (this.on('portfolios-204')) return reply.code(204).send();
      const user = callers.require(request);
      return caches.serialised(user.id, balances.portfolio(user));
    });
    this.get(app, '/daily-summaries', 'summaries', (request, reply) => {
      const user = callers.require(request);
      if (user.denied) throw new ApiError(403, 'Access denied.');
      if (this.on('summaries-must-revalidate')) reply.header('cache-control', 'max-age=60, must-revalidate');
      return summaries.of(user);
    });
    this.get(app, '/b2b/notification-settings', 'notifications', (request) => settings.of(callers.require(request)));
    this.get(app, '/users/me/address', 'read-back', (request) => ({ address: addresses.of(callers.require(request)) }));
    this.registerAddressUpdate(app);
    this.registerOrders(app);
  }

  private get(app: FastifyInstance, path: string, endpoint: string, handler: Handler): void {
    const { caches, guards } = this.parts;
    const atEdge: onRequestAsyncHookHandler = async (request, reply) => {
      const body = caches.lookUpAtEdge(request);
      return body === undefined ? undefined : reply.type('application/json').serializer(String).send(body);
    };
    const onRequest = [atEdge, ...guards.for({ endpoint, user: 'required' })];
    app.get(path, { onRequest }, async (request, reply) => {
      refuseQuery(this.on, request);
      reply.header('cache-control', 'private, no-store');
      const answer = await handler(request, reply);
      if (endpoint === 'cash') caches.storeAtEdge(request, JSON.stringify(answer));
      return answer;
    });
  }

  private registerAddressUpdate(app: FastifyInstance): void {
    const { addresses, callers, users, guards } = this.parts;
    const read = async (request: FastifyRequest) => {
      const address = addresses.read(request.body, callers.userOf(request));
      // Saved with the check, which runs before anybody has looked at the token.
      const user = users.find(String(request.headers['x-user-id']));
      if (user && this.on('address-written-before-auth')) addresses.save(user, address);
    };
    const steps = this.order(guards.for({ endpoint: 'address', user: 'required' }), read);
    app.patch('/users/me/address', steps, (request, reply) => {
      const user = callers.require(request);
      addresses.save(user, { ...this.surviving(request), ...addresses.read(request.body, user) });
      return this.on('address-204') ? reply.code(204).send() : reply.send({ message: 'Address updated successfully.' });
    });
  }

  private surviving(request: FastifyRequest): object {
    const before = this.parts.addresses.of(this.parts.callers.require(request));
    return this.on('omitted-line2-survives') && before && 'line2' in before ? { line2: before['line2'] } : {};
  }

  private registerOrders(app: FastifyInstance): void {
    const { orders, callers, guards } = this.parts;
    const read = async (request: FastifyRequest) => {
      orders.read(request.body);
    };
    const steps = this.order(guards.for({ endpoint: 'orders', user: 'required' }), read);
    app.post('/api/m2m/investments/orders', steps, (request, reply) => {
      const order = orders.execute(orders.read(request.body), callers.require(request));
      return reply.code(201).send(order);
    });
  }

  /** The order in which a request with a body is checked. */
  private order(guards: Guard[], read: Guard): RouteShorthandOptions {
    const bodyFirst = this.on('body-before-token') || this.on('address-written-before-auth');
    return bodyFirst ? { preValidation: read, preHandler: guards } : { onRequest: guards, preValidation: read };
  }
}
