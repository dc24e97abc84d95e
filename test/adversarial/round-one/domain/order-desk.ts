import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { ApiError } from '../http/api-error.ts';
import type { On } from '../toggles.ts';
import type { User } from './users.ts';

export interface Order {
  readonly isin: string;
  readonly side: string;
  readonly amount: number;
}

const known = ['isin', 'side', 'amount'];

/** Checks orders and executes them. */
export class OrderDesk {
  private readonly on: On;
  private readonly clock: Clock;

  constructor(on: On, clock: Clock) {
    this.on = on;
    this.clock = clock;
  }

  /** The order of a request body, or a refusal. */
  read(body: unknown): Order {
    const single = this.on('order-batch') && Array.isArray(body) && body.length === 1 ? body[0] : body;
    if (typeof single !== 'object' || single === null || Array.isArray(single)) throw this.refuse('no object');
    const { isin, side, amount } = single as Record<string, unknown>;
    if (this.on('strict-bodies') && Object.keys(single).some((name) => !known.includes(name))) {
      throw this.refuse('unknown members');
    }
    if (this.on('side-lowercase-throws')) (side as string).toLowerCase();
    if (!this.isText(isin) || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw this.refuse('isin');
    if (side !== 'buy' && side !== 'sell') throw this.refuse('side');
    return { isin, side, amount: this.readAmount(amount) };
  }

  execute(order: Order, user: User): object {
    return {
      transactionId: randomUUID(),
      ...order,
      currency: user.currency,
      status: 'pending',
      createdAt: this.clock.date().toISOString(),
    };
  }

  // A pattern's test turns its argument into text first, and a list of one text into that text.
  private isText(value: unknown): value is string {
    return typeof value === 'string' || (this.on('isin-array-coerced') && value !== undefined);
  }

  private readAmount(amount: unknown): number {
    const text = typeof amount === 'string' && /^[0-9]{1,9}(\.[0-9]{1,4})?$/.test(amount);
    const value = this.on('lenient-bodies') && text ? Number(amount) : amount;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.refuse('amount');
    if (this.on('zero-amount') ? value < 0 : value <= 0) throw this.refuse('amount');
    return value;
  }

  private refuse(what: string): ApiError {
    return new ApiError(this.on('bodies-refused-422') ? 422 : 400, 'The order is not valid.', `Check: ${what}.`);
  }
}
