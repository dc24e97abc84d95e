import type { ReadBack } from '../config/config.ts';
import { type Exchange, isAnswered, statusOf } from '../exchange/index.ts';
import { atPointer, isObject, isSuccess, type Json, json, summarize } from '../judging/index.ts';
import { isUnsent } from '../traffic/retry.ts';

export const specifiedMembers = ['line1', 'line2', 'city', 'postalCode', 'countryCode'];

/** Members may be missing or have any type. */
export type Address = { readonly [name: string]: Json };
export type TestUser = 'first' | 'second';

/** The strings say why there is no address. */
export type StoredAddress = Readonly<
  { address: Address } | { absent: string } | { unread: string } | { misplaced: string }
>;

export const readFirst = (user: TestUser) => `address-before-${user}`;

/**
 * A user without an address gets 204, 404, null, or no value in any member. Undefined if the run
 * was stopped before the request.
 */
export function storedIn(
  exchange: Exchange,
  { endpoint, address: pointer }: ReadBack,
): StoredAddress | undefined {
  if (isUnsent(exchange)) return undefined;
  const said = `${endpoint} returned ${summarize(exchange)}`;
  if ([204, 404].includes(statusOf(exchange) ?? 0)) return { absent: said };
  const body = isAnswered(exchange) && isSuccess(exchange) ? json(exchange) : undefined;
  if (!body || !('value' in body)) return { unread: said };
  const found = atPointer(body.value, pointer);
  if (found === null) return { absent: `${endpoint} returned null at "${pointer}"` };
  if (!isObject(found) || containsAddress(found))
    return { misplaced: misplaced(body.value, endpoint, pointer) };
  const isEmpty = Object.values(found).every((value) => value === null);
  return isEmpty ? { absent: `${endpoint} returned no value at "${pointer}"` } : { address: found };
}

/** Whether the pointer is too short. A place of birth has only a city. */
function containsAddress(found: Address) {
  const shared = (value: Address) => specifiedMembers.filter((name) => Object.hasOwn(value, name));
  const isAddress = (value: Json) => isObject(value) && shared(value).length > 2;
  return shared(found).length === 0 && Object.values(found).some(isAddress);
}

/** Contains no values. */
function misplaced(body: Json, endpoint: string, pointer: string) {
  let at = pointer;
  while (at !== '' && !isObject(atPointer(body, at))) at = at.slice(0, at.lastIndexOf('/'));
  const object = atPointer(body, at);
  const names = isObject(object) ? Object.keys(object).map((name) => name.slice(0, 40)) : [];
  const members = `${names.slice(0, 20).join(', ') || 'none'}${names.length > 20 ? ', ...' : ''}`;
  return (
    `profile.addressReadBack.address: found ${JSON.stringify(pointer)}, where ${endpoint} ` +
    `returned no address. The members ${at === '' ? 'of the response' : `at "${at}"`} ` +
    `are: ${members}. Set the key to the JSON Pointer of the address.`
  );
}

/** For comparisons. Replicas may differ in other members than the specified ones. */
export function plain(address: Address) {
  const named = specifiedMembers.filter((name) => (address[name] ?? null) !== null);
  const members = named.length > 0 ? named : Object.keys(address).sort();
  return JSON.stringify(members.map((name) => [name, address[name] ?? null]));
}

export const specifiedIn = (address: Address): Address =>
  Object.fromEntries(
    Object.entries(address).filter(
      ([name, value]) => specifiedMembers.includes(name) && value !== null,
    ),
  );
