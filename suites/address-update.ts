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

export const common = {
  endpoints: named('address'),
  section: 'Endpoints: PATCH {base_url}/users/me/address; Resources: Address',
} as const;

/** Its members may be malformed or missing. */
export type Address = Members;

/** The address that most updates send. */
export const firstAddress = ({ profile }: Bound): Address =>
  profile.addresses?.[0] ?? sampleAddress;

/** With the postal code as a string. */
export const inText = (address: Address): Address => ({
  ...address,
  postalCode: String(address['postalCode']),
});

/** With the postal code as a string if `given` has one, because the server may refuse numbers. */
export function inTypeOf(given: Address, address: Address): Address {
  return typeof given['postalCode'] === 'string' ? inText(address) : address;
}

export const secondAddress = ({ profile }: Bound): Address =>
  profile.addresses?.[1] ?? otherAddress;

/**
 * An address in a neighbouring country, with the same language and currency, so that responses that
 * depend on the country stay the same. Undefined if the two addresses are in two countries.
 */
export function abroadOf(bound: Bound): Address | undefined {
  const [home, other] = [firstAddress(bound), secondAddress(bound)];
  if (home['countryCode'] !== other['countryCode']) return undefined;
  const abroad = { DE: addressAbroad, AT: sampleAddress }[String(home['countryCode'])];
  return abroad && inTypeOf(home, abroad);
}

/** Any JSON value but an object makes a malformed update. */
export function update(bound: Bound, address: unknown): Request {
  const request = withHeader(bound.wellFormed('address'), 'Content-Type', 'application/json');
  return withBody(request, jsonBody({ address }));
}

/** Throws `Inconclusive` if the update is not accepted. */
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
