import type { Ask, Bound, Exchange, Members, Request } from '../engine/index.ts';
import {
  Inconclusive,
  jsonBody,
  say,
  summary,
  takenBy,
  withBody,
  withHeader,
} from '../engine/index.ts';
import { addressAbroad, otherAddress, sampleAddress } from '../fixtures/samples/address.ts';
import { named } from './endpoints.ts';

/** Requirements with a narrower or a second source extend its `section`. */
export const common = {
  endpoints: named('address'),
  section: 'Endpoints: PATCH {base_url}/users/me/address; Resources: Address',
} as const;

/** An address in a request. Its members may be malformed or missing. */
export type Address = Members;

/** Returns the address that most updates send: the first of the profile, or the built-in one. */
export const firstAddress = ({ profile }: Bound): Address =>
  profile.addresses?.[0] ?? sampleAddress;

/**
 * Returns the address with its postal code as a string, which a server may handle differently from
 * a number.
 */
export const inText = (address: Address): Address => ({
  ...address,
  postalCode: String(address['postalCode']),
});

/**
 * Returns the address with its postal code as a string if that of `given` is one: the server may
 * refuse numbers.
 */
export function inTypeOf(given: Address, address: Address): Address {
  return typeof given['postalCode'] === 'string' ? inText(address) : address;
}

/** Returns a different address: the second of the profile, or the other built-in one. */
export const secondAddress = ({ profile }: Bound): Address =>
  profile.addresses?.[1] ?? otherAddress;

/**
 * Returns an address in a neighbouring country, if both addresses are in the same country and it
 * has one with the same language and currency. Then responses that depend on the country stay the
 * same.
 */
export function abroadOf(bound: Bound): Address | undefined {
  const [home, other] = [firstAddress(bound), secondAddress(bound)];
  if (home['countryCode'] !== other['countryCode']) return undefined;
  const abroad = { DE: addressAbroad, AT: sampleAddress }[String(home['countryCode'])];
  return abroad && inTypeOf(home, abroad);
}

/** Returns the first user's update to an address. Any other JSON value makes a malformed update. */
export function update(bound: Bound, address: unknown): Request {
  const request = withHeader(bound.wellFormed('address'), 'Content-Type', 'application/json');
  return withBody(request, jsonBody({ address }));
}

/** Sends an update that must be accepted. Throws `Inconclusive` if it is not. */
export async function putAddress(
  bound: Bound,
  ask: Ask,
  step: string,
  address: Address,
): Promise<Exchange> {
  const exchange = await ask(step, update(bound, address));
  if (takenBy(exchange) === 'accepted') return exchange;
  const given = bound.profile.addresses?.includes(address) ?? false;
  const cure = given ? '' : '; set profile.addresses to two addresses that the target accepts';
  throw new Inconclusive(
    say`an update for comparison is not accepted: ${summary(exchange)}${cure}`,
  );
}
