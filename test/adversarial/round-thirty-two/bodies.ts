import type { Order } from './app.ts';
import type { Address, Exchange } from './core.ts';
import { isObject, Refusal } from './core.ts';

function invalid(description: string): Refusal {
  return new Refusal(422, 'Validation failed', description);
}

export function checkMediaType(x: Exchange): void {
  if (!/^application\/json[ \t]*(?:;.*)?$/i.test(x.headers.get('content-type') ?? '')) {
    throw new Refusal(415, 'Unsupported media type', 'Content-Type must be application/json');
  }
}

export function parse(x: Exchange): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(x.body);
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, 'The body is not valid JSON', 'Error occurred while parsing request parameters');
  }
}

export function isPostalCode(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER);
}

function isCountry(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value);
}

export function validateAddress(body: unknown): Address {
  if (!isObject(body) || !Object.hasOwn(body, 'address') || !isObject(body['address'])) {
    throw new Refusal(400, 'Parameter missing', 'param is missing or the value is empty: address');
  }
  const { line1, line2, city, postalCode, countryCode } = body['address'];
  if (typeof line1 !== 'string') throw invalid('Line1 must be a string');
  if (line2 !== undefined && line2 !== null && typeof line2 !== 'string') throw invalid('Line2 must be a string');
  if (typeof city !== 'string') throw invalid('City must be a string');
  if (!isPostalCode(postalCode)) throw invalid('Postal code must be a string or a number');
  if (!isCountry(countryCode)) throw invalid('Country code is invalid');
  return { line1, ...(typeof line2 === 'string' ? { line2 } : {}), city, postalCode, countryCode };
}

export function validateOrder(body: unknown): Order {
  if (!isObject(body)) throw new Refusal(400, 'Parameter missing', 'the body must be an object');
  const { isin, side, amount } = body;
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw invalid('Isin is invalid');
  if (side !== 'buy' && side !== 'sell') throw invalid('Side is not included in the list');
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw invalid('Amount is not a number');
  if (amount <= 0) throw new Refusal(422, 'Validation failed', 'Amount must be greater than 0');
  return { isin, side, amount };
}
