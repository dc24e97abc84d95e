import { Refusal } from './refusal.ts';
import type { Bag, Exchange } from './types.ts';

export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bad = (message: string): Refusal => new Refusal(422, 'body', message);

export const textOf = (x: Exchange): string => {
  const type = (x.field('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(415, 'media-type', 'Unsupported media type');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(x.body);
  } catch {
    throw new Refusal(422, 'json', 'There was an error parsing the body');
  }
};

export const parseText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(422, 'json', 'JSON decode error');
  }
};

export const parseBody = (x: Exchange): unknown => parseText(textOf(x));

interface AddressRules {
  readonly line1: (value: unknown) => boolean;
  readonly countryCode: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';
export const isCountry = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value);

export const addressOf = (body: unknown, rules: AddressRules = { line1: isText, countryCode: isCountry }): Bag => {
  const address = isBag(body) ? body['address'] : undefined;
  if (!isBag(address)) throw bad('Input should be a valid dictionary: address');
  const { line1, line2 = null, city, postalCode, countryCode } = address;
  if (!rules.line1(line1)) throw bad('Input should be a valid string: line1');
  if (line2 !== null && !isText(line2)) throw bad('Input should be a valid string: line2');
  if (!isText(city)) throw bad('Input should be a valid string: city');
  if (!isText(postalCode) && !Number.isFinite(postalCode)) throw bad('Input should be a string or number: postalCode');
  if (!rules.countryCode(countryCode)) throw bad('String should match the pattern: countryCode');
  return { line1, line2, city, postalCode, countryCode };
};

interface OrderRules {
  readonly isin: (value: unknown) => boolean;
  readonly amount: (value: number, side: unknown) => boolean;
}

export const isIsin = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(value);
export const isAmount = (value: number): boolean => value > 0;

export const orderOf = (body: unknown, rules: OrderRules = { isin: isIsin, amount: isAmount }): Bag => {
  if (!isBag(body)) throw bad('Input should be a valid dictionary');
  const { isin, side, amount } = body;
  if (!rules.isin(isin)) throw bad('String should match the pattern: isin');
  if (side !== 'buy' && side !== 'sell') throw bad('Input should be buy or sell: side');
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw bad('Input should be a valid number: amount');
  if (!rules.amount(amount, side)) throw bad('Input should be greater than 0: amount');
  return { isin, side, amount };
};
