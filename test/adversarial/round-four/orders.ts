import { randomUUID } from 'node:crypto';
import type { Handler } from 'hono';
import { isObject, readBody, refuseInput } from './bodies.ts';
import type { Env } from './guards.ts';
import type { World } from './world.ts';

function checkSide(world: World, side: unknown): 'buy' | 'sell' {
  if (world.on('all-but-sell-is-a-buy')) return side === 'sell' ? 'sell' : 'buy';
  if (side === 'buy' || (side === 'sell' && !world.on('nothing-can-be-sold'))) return side;
  throw refuseInput(world, 'The side is unknown.', 'side');
}

function checkAmount(world: World, amount: unknown): number {
  if (typeof amount !== 'number' || !Number.isFinite(amount))
    throw refuseInput(world, 'The amount must be a number.', 'amount');
  if (amount < 0 && world.on('negative-amounts-are-sales')) return amount;
  if (amount <= 0) throw refuseInput(world, 'The amount must be above zero.', 'amount');
  return amount;
}

/** POST /api/m2m/investments/orders */
export function placeOrder(world: World): Handler<Env> {
  const { on } = world;
  return async (c) => {
    const body = await readBody(world, c);
    if (!isObject(body)) throw refuseInput(world, 'The body must be an object.');
    const { isin } = body;
    if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin))
      throw refuseInput(world, 'The ISIN is malformed.', 'isin');
    const side = checkSide(world, body['side']);
    const amount = checkAmount(world, body['amount']);
    const order = { orderId: randomUUID(), isin, side, amount, state: 'accepted' };
    world.journal.append(`orders/${c.get('person').id}`, { kind: 'order-placed', data: order });
    return on('orders-answered-without-content')
      ? c.body(null, 202, { location: `/orders/${order.orderId}` })
      : c.json(order, 201);
  };
}
