import { type Json, Refusal } from './app.ts';

export type Rule = readonly [member: string, fits: (value: unknown) => boolean];

const text = (value: unknown) => typeof value === 'string' && value.length <= 5000;

export const ADDRESS_RULES: readonly Rule[] = [
  ['line1', text],
  ['line2', (value) => value === undefined || text(value)],
  ['city', text],
  ['postalCode', (value) => text(value) || Number.isFinite(value)],
  ['countryCode', (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value)],
];

export const ORDER_RULES: readonly Rule[] = [
  ['isin', (value) => typeof value === 'string' && /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(value)],
  ['side', (value) => value === 'buy' || value === 'sell'],
  ['amount', (value) => typeof value === 'number' && Number.isFinite(value) && value > 0],
];

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOrRefuse(value: unknown, what: string): Json {
  if (!isObject(value)) throw new Refusal(422, `The ${what} has to be an object`);
  return value;
}

export function table(rules: readonly Rule[], what: string): (value: unknown) => void {
  return (value) => {
    const object = objectOrRefuse(value, what);
    const wrong = rules.find(([member, fits]) => !fits(object[member]));
    if (wrong) throw new Refusal(422, `The member ${wrong[0]} of the ${what} is not valid`);
  };
}
