import { bag } from './refusal.ts';
import type { Bag, Change, Exchange, Reply, Route } from './types.ts';

/** Changes what a route answers when `when` holds. */
export const edit =
  (
    route: Route,
    when: (reply: Reply, exchange: Exchange) => boolean,
    change: (reply: Reply, value: Bag) => void,
  ): Change =>
  (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      if (exchange.route === route && when(reply, exchange)) change(reply, bag(reply.value));
      return reply;
    });
  };

export const ok = (reply: Reply): boolean => reply.status < 300;
export const status =
  (code: number) =>
  (reply: Reply): boolean =>
    reply.status === code;
export const turkish = (exchange: Exchange): boolean => (exchange.field('x-user-id') ?? '').endsWith('3b');
export const json = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};
