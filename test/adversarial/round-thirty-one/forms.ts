import type { Address, Exchange, Order } from './model.ts';
import { isObject, Refused } from './model.ts';

export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Refused('no-json', 'The body could not be transformed.');
  }
}

export function parse(x: Exchange): unknown {
  const type = (x.contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refused('media-type');
  return jsonOf(x.bytes);
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Refused('wrong-body', `Field ${name} is not valid.`);
  return value;
}

export function address(value: unknown): Address {
  const record = isObject(value) ? value['address'] : undefined;
  if (!isObject(record)) throw new Refused('wrong-body', 'Group address is missing.');
  const postalCode = record['postalCode'];
  if (typeof postalCode !== 'number' && typeof postalCode !== 'string') {
    throw new Refused('wrong-body', 'Field postalCode is not valid.');
  }
  const countryCode = textOf(record['countryCode'], 'countryCode');
  if (!/^[A-Z]{2}$/.test(countryCode)) throw new Refused('wrong-body', 'Field countryCode is not valid.');
  const line2 = record['line2'];
  return {
    line1: textOf(record['line1'], 'line1'),
    ...(line2 === undefined ? {} : { line2: textOf(line2, 'line2') }),
    city: textOf(record['city'], 'city'),
    postalCode,
    countryCode,
  };
}

export function order(value: unknown): Order {
  if (!isObject(value)) throw new Refused('wrong-body', 'The order is no group.');
  const isin = textOf(value['isin'], 'isin');
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw new Refused('wrong-body', 'Field isin is not valid.');
  const side = textOf(value['side'], 'side');
  if (side !== 'buy' && side !== 'sell') throw new Refused('wrong-body', 'Field side is not valid.');
  const amount = value['amount'];
  if (typeof amount !== 'number' || !Number.isFinite(amount)) {
    throw new Refused('wrong-body', 'Field amount is not numeric.');
  }
  return { isin, side, amount };
}

export function withinBounds(placed: Order): Order {
  if (placed.amount <= 0) throw new Refused('wrong-body', 'Field amount is out of bounds.');
  return placed;
}
