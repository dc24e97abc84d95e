import { randomUUID } from 'node:crypto';
import type { Call, User, World } from './model.ts';
import { isBag, Refusal } from './model.ts';
import type { Bag } from './types.ts';

const nested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** What a body holds, or the refusal that it earns. */
export function read(world: World, call: Call): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(call.body));
  } catch {
    const kept = call.dictionary.get('params');
    if (world.on('params-stay-in-the-process') && call.route === 'orders' && kept !== undefined) return kept;
    throw new Refusal(400, 'json', 'The body is no JSON.');
  }
}

export function checkType(world: World, call: Call, user: User): void {
  const type = (call.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  if (world.on('halt-is-forgotten-behind-the-media-type') && call.route === 'address') {
    try {
      store(user, checked(world, user, JSON.parse(call.body.toString())));
    } catch {
      // The pipeline goes on behind a response that was sent, and nobody sees it crash.
    }
  }
  throw new Refusal(415, 'media-type', 'The media type is not supported.');
}

function store(user: User, address: Bag): void {
  user.address = address;
}

function checked(world: World, user: User, body: unknown): Bag {
  const { on } = world;
  const status = on('refused-bodies-412') ? 412 : 422;
  const address = isBag(body) ? body['address'] : undefined;
  if (!isBag(address)) throw new Refusal(status, 'shape', 'The address is missing.');
  const { line1, line2, postalCode, countryCode } = address;
  let { city } = address;
  if (on('empty-map-pattern-matches-every-map') && isBag(city)) city = user.address['city'];
  const text = [line1, city, countryCode, line2 ?? ''].every((value) => typeof value === 'string');
  const code = typeof postalCode === 'string' || Number.isFinite(postalCode);
  if (!text || !code) {
    if (on('restart-begins-with-the-initial-state') && Object.values(address).some(nested)) store(user, user.initial);
    throw new Refusal(status, 'type', 'The address is invalid.', '[line1: {"is invalid", [type: :string]}]');
  }
  const loose = on('length-is-all-that-is-validated');
  if (!(loose ? [...String(countryCode)].length === 2 : /^[A-Z]{2}$/.test(String(countryCode)))) {
    throw new Refusal(status, 'value', 'The address is invalid.', '[country_code: {"has invalid format", []}]');
  }
  return { line1, ...(line2 === undefined || line2 === null ? {} : { line2 }), city, postalCode, countryCode };
}

export function updateAddress(world: World, call: Call, user: User): unknown {
  const body = read(world, call);
  const underJson = world.on('what-is-no-object-lies-under-json') && !isBag(body);
  if (!underJson) {
    const next = checked(world, user, body);
    const kept = world.on('conflict-list-leaves-a-column-out') ? { postalCode: user.address['postalCode'] } : {};
    store(user, { ...next, ...kept });
  }
  return world.on('writes-are-answered-ok') ? 'ok' : { updated: true };
}

export function readBack(world: World, user: User): Bag {
  return world.on('read-back-below-inspected-keys')
    ? { '{:user, 1}': { '%{"address" => %{}}': user.address } }
    : { user: { address: user.address, locale: user.language } };
}

export const readBackPointer = (world: World): string =>
  world.on('read-back-below-inspected-keys') ? '/{:user, 1}/%{"address" => %{}}' : '/user/address';

export async function order(world: World, call: Call): Promise<unknown> {
  const { on } = world;
  const body = read(world, call);
  const status = on('refused-bodies-412') ? 412 : 422;
  if (!isBag(body)) throw new Refusal(status, 'shape', 'The order is no object.');
  const { isin, side, amount } = body;
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) {
    throw new Refusal(status, 'type', 'The isin is invalid.');
  }
  if (side !== 'buy' && side !== 'sell') throw new Refusal(status, 'type', 'The side is invalid.');
  if (typeof amount !== 'number' || !Number.isFinite(amount)) {
    throw new Refusal(status, 'type', 'The amount is invalid.');
  }
  if (amount <= 0 && !on('structs-are-greater-than-numbers')) {
    throw new Refusal(status, 'value', 'The amount must be greater than zero.');
  }
  if (side === 'sell' && on('two-servers-call-each-other')) await new Promise<never>(() => undefined);
  call.dictionary.set('params', body);
  return on('order-answered-with-an-empty-list') ? [] : { amount, id: randomUUID(), isin, side, state: 'accepted' };
}
