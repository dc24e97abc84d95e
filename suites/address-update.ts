import {
  type Ask,
  type Bound,
  briefly,
  disguisedError,
  type Exchange,
  Inconclusive,
  isAnswered,
  isLoadShedding,
  isRefusal,
  isSuccess,
  jsonBody,
  type Request,
  withBody,
  withHeader,
} from '../engine/index.ts';
import { otherAddress, sampleAddress } from '../fixtures/samples/address.ts';

/** An address as sent. */
export type Address = Readonly<Record<string, unknown>>;

/** Returns the first address of the profile, or the built-in one. */
export function firstAddress({ profile }: Bound): Address {
  return profile.addresses?.[0] ?? sampleAddress;
}

/** Returns the address with its postal code as a string, which a server may handle differently from a number. */
export function inText(address: Address): Address {
  return { ...address, postalCode: String(address['postalCode']) };
}

/**
 * Returns the address with its postal code as a string if that of `given` is one: the server need not accept a number
 * there.
 */
export function inTypeOf(given: Address, address: Address): Address {
  return typeof given['postalCode'] === 'string' ? inText(address) : address;
}

/** Returns a different address: the second of the profile, or the other built-in one. */
export function secondAddress({ profile }: Bound): Address {
  return profile.addresses?.[1] ?? otherAddress;
}

/** Returns a well-formed update to an address. */
export function update(bound: Bound, address: unknown): Request {
  const request = withHeader(bound.wellFormed('address'), 'Content-Type', 'application/json');
  return withBody(request, jsonBody({ address }));
}

/** Whether an update was accepted. `unclear`: no response, a 5xx or load shedding. */
export type Taken = 'accepted' | 'refused' | 'unclear';

/** Returns whether the exchange shows that an update was accepted. */
export function takenBy(exchange: Exchange): Taken {
  if (!isAnswered(exchange) || isLoadShedding(exchange)) return 'unclear';
  if (disguisedError(exchange) !== undefined) return 'refused';
  if (isSuccess(exchange)) return 'accepted';
  return isRefusal(exchange) ? 'refused' : 'unclear';
}

/** Reports whether the response is a 202: the update follows later, if at all (RFC 9110 section 15.3.3). */
export function isPromised(exchange: Exchange): boolean {
  return isAnswered(exchange) && exchange.answer.status === 202;
}

/** Sends an update that must be accepted. Throws `Inconclusive` if it is not. */
export async function putAddress(bound: Bound, ask: Ask, step: string, address: Address): Promise<void> {
  const exchange = await ask(step, update(bound, address));
  if (takenBy(exchange) === 'accepted') return;
  const given = bound.profile.addresses?.includes(address) ?? false;
  const cure = given ? '' : '; set profile.addresses to two addresses that the target accepts';
  throw new Inconclusive(`an update for comparison is not accepted: ${briefly(exchange)}${cure}`);
}
