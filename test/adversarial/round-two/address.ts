import { isObject, refuseUnknownMembers } from './body.ts';
import { ApiError } from './errors.ts';
import type { Address, User } from './store.ts';
import type { On } from './toggles.ts';

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;
type Member = (typeof members)[number];

const isText = (value: unknown): boolean => typeof value === 'string';
const rules: Record<Member, (value: unknown) => boolean> = {
  line1: isText,
  line2: (value) => value === undefined || isText(value),
  city: isText,
  postalCode: (value) => isText(value) || Number.isFinite(value),
  countryCode: (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value),
};

const refuse = (description: string): ApiError => new ApiError(422, 'Body is not valid', { description });

function isAcceptable(member: Member, value: unknown, on: On): boolean {
  if (!on('address-lenient')) return rules[member](value);
  if (value === undefined || value === null) return true;
  return member === 'countryCode' ? rules.countryCode(value) : typeof value !== 'object';
}

/** Reads the address out of a request body, or refuses it. */
export function readAddress(body: unknown, on: On, user: User): Address {
  if (!isObject(body) || !isObject(body['address'])) throw refuse('address must be an object');
  const given = body['address'];
  if (on('unknown-members-refused')) {
    refuseUnknownMembers(body, ['address']);
    refuseUnknownMembers(given, members);
  }
  if (on('http-null-postal-code')) given['postalCode'] = trimPostalCode(given['postalCode']);
  const address: Partial<Record<Member, unknown>> = {};
  for (const member of members) {
    const value = Object.hasOwn(given, member) ? given[member] : undefined;
    if (!isAcceptable(member, value, on)) throw refuse(`${member} is not valid`);
    if (value !== undefined) address[member] = value;
    if (on('address-stored-member-by-member')) user.address = { ...user.address, [member]: value };
  }
  return address as Address;
}

function trimPostalCode(value: unknown): unknown {
  return typeof value === 'number' ? value : (value as string).trim();
}
