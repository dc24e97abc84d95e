import { badBody, badShape, badType, isMembers, parse } from './bodies.ts';
import type { Answer, Handler } from './http-types.ts';
import type { World } from './world.ts';

const defaultAmount = 100;

function isIsin(world: World, value: unknown): boolean {
  if (world.is('raw-message-is-never-decoded')) return JSON.stringify(value ?? '').length > 2;
  return typeof value === 'string' && /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(value);
}

function answered(world: World): Answer {
  if (world.is('order-answered-with-a-handle')) return { status: 200, body: [17, 4_294_967_295] };
  return { status: 201, body: { orderId: `ord-${world.tick('orders')}`, state: 'accepted' } };
}

export const submitOrder: Handler = async (context) => {
  const { world } = context;
  const wrongType = badType(context);
  if (wrongType) return wrongType;
  const parsed = parse(context.body);
  if (!parsed.ok) return badBody(context, parsed.why);
  if (!isMembers(parsed.value)) return badShape(context, 'an order is an object');
  const { isin, side } = parsed.value;
  const given = parsed.value['amount'];
  const amount = world.is('zero-amount-is-not-given') && given === 0 ? defaultAmount : given;
  if (!isIsin(world, isin)) return badShape(context, 'isin has twelve characters');
  if (side !== 'buy' && side !== 'sell') return badShape(context, 'side is buy or sell');
  if (typeof amount !== 'number' || amount <= 0 || !Number.isFinite(amount))
    return badShape(context, 'amount is above zero');
  return answered(world);
};
