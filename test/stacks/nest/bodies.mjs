import { Type } from 'class-transformer';
import {
  IsDefined,
  IsIn,
  IsISIN,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Matches,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { is } from '../core.mjs';

const isTextOrNumber = ValidateBy({
  name: 'isTextOrNumber',
  validator: { validate: (value) => typeof value === 'string' || Number.isFinite(value) },
});

/** Declares a decorated member of a class. */
function member(target, name, type, ...decorators) {
  Reflect.defineMetadata('design:type', type, target.prototype, name);
  for (const decorator of decorators) decorator(target.prototype, name);
}

class Address {}
member(Address, 'line1', String, IsString());
member(Address, 'line2', String, IsOptional(), IsString());
member(Address, 'city', String, IsString());
member(Address, 'postalCode', Object, isTextOrNumber);
member(Address, 'countryCode', String, Matches(/^[A-Z]{2}$/));

export class AddressUpdate {}
// `ValidateNested` alone accepts an array and a missing member.
const present = is('nested-alone') ? [] : [IsDefined(), IsObject()];
member(
  AddressUpdate,
  'address',
  Address,
  ...present,
  ValidateNested(),
  Type(() => Address),
);

export class Order {}
member(Order, 'isin', String, IsISIN());
member(Order, 'side', String, IsIn(['buy', 'sell']));
member(Order, 'amount', Number, IsNumber(), IsPositive());
