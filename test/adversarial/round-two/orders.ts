import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { sendJson } from './answer.ts';
import { bodyOf, isObject, refuseUnknownMembers } from './body.ts';
import { ApiError } from './errors.ts';
import { userOf } from './guards.ts';
import type { Order } from './store.ts';
import type { World } from './world.ts';

const refuse = (description: string): ApiError => new ApiError(422, 'Body is not valid', { description });

/** Builds the handler of the investment orders. */
export function makeOrdersHandler({ on, store }: World): RequestHandler {
  function readOrder(body: unknown, userId: string): Order {
    if (!isObject(body)) throw refuse('an order must be an object');
    if (on('unknown-members-refused')) refuseUnknownMembers(body, ['isin', 'side', 'amount']);
    const { isin, side } = body;
    const amount = on('orders-amount-coerced') ? Number(body['amount']) : body['amount'];
    if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw refuse('isin is not valid');
    if (side !== 'buy' && side !== 'sell') throw refuse('side is not valid');
    if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0) throw refuse('amount is not valid');
    return { id: randomUUID(), userId, isin, side, amount };
  }

  return (_req, res) => {
    const user = userOf(res);
    const body = bodyOf(res);
    const orders = (on('orders-list-accepted') && Array.isArray(body) ? body : [body]).map((order) =>
      readOrder(order, user.id),
    );
    store.orders.push(...orders);
    res.setHeader('Cache-Control', 'private, no-store');
    const accepted = orders.map(({ userId: _, ...order }) => ({ ...order, state: 'accepted' }));
    sendJson(res, 201, { data: Array.isArray(body) ? accepted : accepted[0] });
  };
}
