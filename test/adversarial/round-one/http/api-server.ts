import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { AddressBook } from '../domain/address-book.ts';
import { Balances } from '../domain/balances.ts';
import { DailySummaries } from '../domain/daily-summaries.ts';
import { GuideCatalogue } from '../domain/guide-catalogue.ts';
import { NotificationSettings } from '../domain/notification-settings.ts';
import { OrderDesk } from '../domain/order-desk.ts';
import type { UserRepository } from '../domain/users.ts';
import type { TokenVerifier } from '../identity/token-verifier.ts';
import type { On } from '../toggles.ts';
import { AccountRoutes } from './account-routes.ts';
import { AnswerCaches } from './answer-caches.ts';
import { AnswerShaping } from './answer-shaping.ts';
import { ApiError } from './api-error.ts';
import { BodyReader } from './body-reader.ts';
import { Callers } from './callers.ts';
import { Guards } from './guards.ts';
import { JsonWriter } from './json-writer.ts';
import { LearnRoutes } from './learn-routes.ts';
import { Refusals } from './refusals.ts';

const allowed: Record<string, string> = {
  '/learn/learning-guides': 'GET, HEAD',
  '/learn/analyst-insights': 'GET, HEAD',
  '/cash': 'GET, HEAD',
  '/portfolios': 'GET, HEAD',
  '/daily-summaries': 'GET, HEAD',
  '/b2b/notification-settings': 'GET, HEAD',
  '/users/me/address': 'GET, HEAD, PATCH',
  '/api/m2m/investments/orders': 'POST',
};

/** Puts the API together. */
export function buildApi(on: On, clock: Clock, users: UserRepository, verifier: TokenVerifier): FastifyInstance {
  const callers = new Callers();
  const refusals = new Refusals(on, callers);
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    refusals.answer(error, request, reply);
  };
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: on('small-limits') ? 16_384 : 1_048_576,
    http: { maxHeaderSize: on('small-limits') ? 8192 : 16_384 },
    frameworkErrors: refuse,
    clientErrorHandler: refuseBytes,
  });
  const writer = new JsonWriter(on);
  app.setReplySerializer((payload) => writer.write(payload));
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(missing(on, request, reply), request, reply));
  new BodyReader(on).register(app);
  new AnswerShaping(on, clock).register(app);

  const guards = new Guards(on, verifier, users, callers);
  const caches = new AnswerCaches(on, clock);
  const balances = new Balances(on);
  const catalogue = new GuideCatalogue(on);
  new LearnRoutes(on, { guards, callers, catalogue, balances, caches }).register(app);
  new AccountRoutes(on, {
    guards,
    callers,
    users,
    caches,
    balances,
    summaries: new DailySummaries(on, clock),
    settings: new NotificationSettings(on),
    addresses: new AddressBook(on, users),
    orders: new OrderDesk(on, clock),
  }).register(app);
  return app;
}

function missing(on: On, request: FastifyRequest, reply: FastifyReply): ApiError {
  const methods = allowed[request.url.split('?')[0] ?? ''];
  if (methods !== undefined && on('method-405')) {
    reply.header('allow', methods);
    return new ApiError(405, 'The method is not allowed.');
  }
  return on('unknown-route-403') ? new ApiError(403, 'Access denied.') : new ApiError(404, 'No such resource.');
}

// Bytes that are no HTTP never become a request, so that this answer is written by hand.
function refuseBytes(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify({
    status,
    error: { message: 'The request could not be read.', description: null },
    responseId: randomUUID(),
  });
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Date: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
