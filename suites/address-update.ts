import {
  type Answered,
  type Ask,
  atPointer,
  type Bound,
  header,
  Inconclusive,
  isAnswered,
  isApiError,
  isSuccess,
  json,
  jsonBody,
  type Members,
  type Request,
  readUntil,
  type Stored,
  say,
  storedAs,
  storedIn,
  summary,
  symbol,
  takenBy,
  withBody,
  withHeader,
  withUser,
} from '../engine/index.ts';
import { addressAbroad, otherAddress, sampleAddress } from '../fixtures/samples/address.ts';
import { named } from './endpoints.ts';

export const common = {
  endpoints: named('address'),
  section: 'Endpoints: PATCH {base_url}/users/me/address; Resources: Address',
};

/** Its members may be malformed or missing. */
export type Address = Members;

export const firstAddress = ({ profile }: Bound) => profile.addresses?.[0] ?? sampleAddress;

export const inText = (address: Address) => ({
  ...address,
  postalCode: String(address['postalCode']),
});

/** With the postal code as a string if `given` has one, because the server may refuse numbers. */
export function inTypeOf(given: Address, address: Address) {
  return typeof given['postalCode'] === 'string' ? inText(address) : address;
}

export const secondAddress = ({ profile }: Bound) => profile.addresses?.[1] ?? otherAddress;

/**
 * An address in a neighbouring country, with the same language and currency, so that responses that
 * depend on the country stay the same. Undefined if the two addresses are in two countries.
 */
export function abroadOf(bound: Bound) {
  const [home, other] = [firstAddress(bound), secondAddress(bound)];
  if (home['countryCode'] !== other['countryCode']) return undefined;
  const abroad = { DE: addressAbroad, AT: sampleAddress }[String(home['countryCode'])];
  return abroad && inTypeOf(home, abroad);
}

/** Any JSON value but an object makes a malformed update. */
export function update(bound: Bound, address: unknown) {
  const request = withHeader(bound.wellFormed('address'), 'Content-Type', 'application/json');
  return withBody(request, jsonBody({ address }));
}

/** Throws `Inconclusive` if the update is not accepted. */
export async function putAddress(bound: Bound, ask: Ask, step: string, address: Address) {
  const exchange = await ask(step, update(bound, address));
  if (takenBy(exchange) === 'accepted') return exchange;
  const given = bound.profile.addresses?.includes(address) ?? false;
  const cure = given ? '' : '; set profile.addresses to two addresses that the target accepts';
  throw new Inconclusive(
    say`an update for comparison is not accepted: ${summary(exchange)}${cure}`,
  );
}

/** Throws `Inconclusive` if the address cannot be read. */
export async function readBack(
  { profile, wellFormed }: Bound,
  ask: Ask,
  step: string,
  user: 'first' | 'second' = 'first',
) {
  const declared = profile.addressReadBack;
  if (!declared)
    throw new Inconclusive(say`the profile declares no read-back (profile.addressReadBack)`);
  const plain = withUser(wellFormed(declared.endpoint), symbol(`user:${user}`));
  const request = withHeader(plain, 'Cache-Control', 'no-cache');
  const exchange = await askFresh(ask, step, request);
  if (!isAnswered(exchange))
    throw new Inconclusive(say`the read-back failed: ${summary(exchange)}`);
  if (isAged(exchange))
    throw new Inconclusive(say`the read-back comes from a cache in spite of no-cache`);
  const value = addressIn(exchange, declared.address);
  if (value !== undefined) return storedIn(exchange, value);
  const { status } = exchange.answer;
  // No address is stored yet.
  if (status === 204 || (status === 404 && isApiError(exchange))) return storedAs(exchange, []);
  const isOpen =
    isSuccess(exchange) && (exchange.answer.body.text === '' || 'value' in json(exchange));
  if (!isOpen) throw new Inconclusive(say`the read-back failed: ${summary(exchange)}`);
  // A server may leave out empty values: the first user's response shows whether it does.
  if (user === 'second') {
    const other = await ask(`${step}-of-first`, withUser(request, symbol('user:first')));
    if (isAnswered(other) && addressIn(other, declared.address) !== undefined)
      return storedAs(exchange, []);
  }
  throw new Inconclusive(
    say`the read-back has nothing at "${declared.address}"; check profile.addressReadBack.address`,
  );
}

/** Milliseconds after which a cache that ignores `no-cache` may ask the server again. */
const whileCached = [1_000, 2_500];

async function askFresh(ask: Ask, step: string, request: Request) {
  let exchange = await ask(step, request);
  for (const [nth, pause] of whileCached.entries()) {
    if (!isAnswered(exchange) || !isAged(exchange)) return exchange;
    await ask.until(exchange.endedAt + pause);
    exchange = await ask(`${step}-fresh-${nth + 1}`, request);
  }
  return exchange;
}

/** RFC 9111 section 5.1. */
const isAged = (answered: Answered) => Number(header(answered, 'Age') ?? 0) > 0;

function addressIn(answered: Answered, pointer: string) {
  const parsed = json(answered);
  return isSuccess(answered) && 'value' in parsed ? atPointer(parsed.value, pointer) : undefined;
}

/** Waits about four seconds at most. */
export function readBackUntil(
  bound: Bound,
  ask: Ask,
  step: string,
  isThere: (stored: Stored) => boolean,
) {
  return readUntil(ask, step, (name) => readBack(bound, ask, name), isThere);
}

export const notReadBack = say`the address that was sent is not read back (see address/overwrites)`;

export const sameAddresses = say`the addresses do not differ; set profile.addresses to two that do`;
