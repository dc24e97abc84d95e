import { Type } from 'class-transformer';
import * as rules from 'class-validator';
import { is } from '../core.mjs';

const isTextOrNumber = rules.ValidateBy({
  name: 'isTextOrNumber',
  validator: { validate: (value) => typeof value === 'string' || Number.isFinite(value) },
});

/** Declares a decorated member of a class. */
function member(target, name, type, ...decorators) {
  Reflect.defineMetadata('design:type', type, target.prototype, name);
  for (const decorator of decorators) decorator(target.prototype, name);
}

class Address {}
member(Address, 'line1', String, rules.IsString());
member(Address, 'line2', String, rules.IsOptional(), rules.IsString());
member(Address, 'city', String, rules.IsString());
member(Address, 'postalCode', Object, isTextOrNumber);
member(Address, 'countryCode', String, rules.Matches(/^[A-Z]{2}$/));

export class AddressUpdate {}
// `ValidateNested` alone accepts an array and a missing member.
const present = is('nested-alone') ? [] : [rules.IsDefined(), rules.IsObject()];
member(
  AddressUpdate,
  'address',
  Address,
  ...present,
  rules.ValidateNested(),
  Type(() => Address),
);

export class Order {}
member(Order, 'isin', String, rules.IsISIN());
member(Order, 'side', String, rules.IsIn(['buy', 'sell']));
member(Order, 'amount', Number, rules.IsNumber(), rules.IsPositive());
