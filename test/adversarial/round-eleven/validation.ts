import { HttpException } from './exceptions.ts';
import type { Json, Toggle } from './messages.ts';

export type Constraint = (value: unknown) => boolean;
const isText: Constraint = (value) => typeof value === 'string';
const isNull: Constraint = (value) => value === undefined || value === null;
const isAmount: Constraint = (value) => typeof value === 'number' && Number.isFinite(value);
export const isCountry: Constraint = (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value);

const addressBean: Record<string, Constraint> = {
  line1: (value) => isNull(value) || isText(value),
  line2: (value) => isNull(value) || isText(value),
  city: (value) => isNull(value) || isText(value),
  postalCode: (value) => isNull(value) || isText(value) || isAmount(value),
  countryCode: (value) => isNull(value) || isCountry(value),
};
export const violations = (address: Json): string[] =>
  Object.entries(addressBean).flatMap(([name, holds]) => (holds(address[name]) ? [] : [name]));

export function checkOrder(order: Json, on: Toggle): void {
  const { isin, side, amount } = order;
  const emptyList = Array.isArray(isin) && isin.length === 0 && on('empty-lists-are-null-and-null-is-valid');
  const sound = (isText(isin) || emptyList) && isText(side) && isAmount(amount);
  const positive = (typeof amount === 'number' && amount > 0) || on('bounds-are-left-to-settlement');
  if (!sound || !positive) throw new HttpException(422, 'The order is not valid', 'constraint');
}
