import { randomUUID } from 'node:crypto';
import { isRecord } from './bodies.ts';
import { answer, type Reply } from './exchange.ts';
import type { User } from './people.ts';
import type { World } from './world.ts';

type Order = Readonly<Record<string, unknown>>;

function hasCheckDigit(isin: string): boolean {
  const digits = [...isin].map((letter) => Number.parseInt(letter, 36)).join('');
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isAmount({ on }: World, amount: unknown): boolean {
  if (on('text-is-not-below-zero')) return !(Number(amount) <= 0);
  if (typeof amount !== 'number') return false;
  if (on('amounts-are-unsigned')) return amount >>> 0 > 0;
  if (on('order-parser-knows-nan')) return !(amount <= 0);
  return amount > 0 && Number.isFinite(amount);
}

function findProblem(world: World, order: Order): string | undefined {
  const { isin, side, amount } = order;
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) return 'isin';
  if (world.on('check-digit-is-verified') && !hasCheckDigit(isin)) return 'isin';
  if (side !== 'buy' && side !== 'sell') return 'side';
  return isAmount(world, amount) ? undefined : 'amount';
}

/** Makes the handler that takes orders. */
export function makeOrderDesk(world: World): (user: User, json: unknown) => Reply {
  const { on, refuse } = world;
  const lastOrders = new Map<string, Order>();
  const recent = new Map<string, { readonly at: number; readonly body: object }>();

  return (user, json) => {
    const isMergeable = on('gaps-are-filled-from-the-last-order') && lastOrders.has(user.id);
    if (!isRecord(json) && !isMergeable) return refuse(400, 'An order is a JSON object');
    const given = typeof json === 'object' && json !== null ? json : {};
    const order: Order = isMergeable ? { ...lastOrders.get(user.id), ...given } : (given as Order);
    const problem = findProblem(world, order);
    if (problem !== undefined) return refuse(400, 'The order is not acceptable', `Look at ${problem}`);
    lastOrders.set(user.id, order);

    const { isin, side, amount } = order;
    const name = JSON.stringify([user.id, isin, side, amount]);
    const before = recent.get(name);
    if (on('same-order-is-one-order') && before !== undefined && Date.now() - before.at < 1000)
      return answer(before.body);
    const body = { id: randomUUID(), isin, side, amount, state: 'accepted', currency: user.currency };
    recent.set(name, { at: Date.now(), body });
    return answer(body, {}, 201);
  };
}
