import {
  type Ask,
  type Bound,
  briefly,
  disguisedError,
  type Exchange,
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

/** An address as it is sent. */
export type Address = Readonly<Record<string, unknown>>;

/** The first address of the profile, else the built-in one. */
export function firstAddress({ profile }: Bound): Address {
  return profile.addresses?.[0] ?? sampleAddress;
}

/** The same address, its postal code a text, which may be bound and stored by another path than a number. */
export function inText(address: Address): Address {
  return { ...address, postalCode: String(address['postalCode']) };
}

/** An address whose postal code is a text where that of the given one is: a number need not be taken there. */
export function inTypeOf(given: Address, address: Address): Address {
  return typeof given['postalCode'] === 'string' ? inText(address) : address;
}

/** One that differs: the second of the profile, else the other built-in one. */
export function secondAddress({ profile }: Bound): Address {
  return profile.addresses?.[1] ?? otherAddress;
}

/** A well-formed update to an address. */
export function update(bound: Bound, address: unknown): Request {
  const request = withHeader(bound.wellFormed('address'), 'Content-Type', 'application/json');
  return withBody(request, jsonBody({ address }));
}

/** Whether an update was taken; neither where there is no answer, a 5xx or load shedding. */
export type Taken = 'accepted' | 'refused' | 'unclear';

/** Reads off whether an update was taken. */
export function takenBy(exchange: Exchange): Taken {
  if (!isAnswered(exchange) || isLoadShedding(exchange)) return 'unclear';
  if (disguisedError(exchange) !== undefined) return 'refused';
  if (isSuccess(exchange)) return 'accepted';
  return isRefusal(exchange) ? 'refused' : 'unclear';
}

/** 202: carried out later, if at all (RFC 9110 section 15.3.3). */
export function isPromised(exchange: Exchange): boolean {
  return isAnswered(exchange) && exchange.answer.status === 202;
}

/** Sends an update that has to be accepted; why it was not, or undefined. */
export async function settle(bound: Bound, ask: Ask, step: string, address: Address): Promise<string | undefined> {
  const exchange = await ask(step, update(bound, address));
  if (takenBy(exchange) === 'accepted') return undefined;
  const given = bound.profile.addresses?.includes(address) ?? false;
  const cure = given ? '' : '; give two addresses that are accepted in profile.addresses';
  return `an update that others are compared with is not accepted: ${briefly(exchange)}${cure}`;
}
