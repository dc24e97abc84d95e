import type { Address } from './preferences.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parse(world: World, type: string | undefined, bytes: Buffer): unknown {
  const { statuses } = world.knobs;
  if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new Refusal(statuses.mediaType, 'type', 'The body has to be application/json');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(statuses.body, 'json', 'The body is no JSON');
  }
}

export function addressOf(world: World, body: unknown, bytes: Buffer): Address {
  const wrong = (what: string) => new Refusal(world.knobs.statuses.body, 'body', `The address is not valid: ${what}`);
  if (!isObject(body) || !isObject(body['address'])) throw wrong('address');
  const sent = body['address'];
  const address = world.on('singular-takes-the-last-of-many')
    ? Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, Array.isArray(value) ? String(value.at(-1) ?? '') : value]),
      )
    : sent;
  for (const name of ['line1', 'city', 'countryCode']) if (typeof address[name] !== 'string') throw wrong(name);
  if (address['line2'] !== undefined && typeof address['line2'] !== 'string') throw wrong('line2');
  const code = address['postalCode'];
  if (typeof code !== 'string' && typeof code !== 'number') throw wrong('postalCode');
  if (typeof code === 'number' && world.on('postal-code-is-packed-as-int64')) BigInt(code);
  if (typeof code === 'number' && !Number.isFinite(code)) throw wrong('postalCode');
  const isSeen = !world.on('policy-sees-the-first-bytes-of-a-body') || bytes.length <= 64;
  if (isSeen && !/^[A-Z]{2}$/.test(address['countryCode'] as string)) throw wrong('countryCode');
  return address as unknown as Address;
}

export function orderOf(world: World, body: unknown): Fields {
  const wrong = (what: string) => new Refusal(world.knobs.statuses.body, 'body', `The order is not valid: ${what}`);
  if (!isObject(body)) throw wrong('body');
  const { isin, side, amount } = body;
  if (typeof isin !== 'string' || isin === '') throw wrong('isin');
  if (side !== 'buy' && side !== 'sell') throw wrong('side');
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw wrong('amount');
  const units = Math.trunc(amount);
  const isPositive = world.on('sign-is-read-from-the-units') ? units >= 0 && amount !== 0 : amount > 0;
  if (!isPositive && world.on('out-of-range-has-no-status')) throw new Refusal(500, 'range', 'out of range');
  if (!isPositive) throw wrong('amount');
  return { isin, side, amount };
}
