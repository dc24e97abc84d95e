import type { Handler } from 'hono';
import { isObject, type Json, readBody, refuseInput } from './bodies.ts';
import type { Env } from './guards.ts';
import type { Address } from './people.ts';
import { Refusal } from './refusal.ts';
import { nameAddressStream, type World } from './world.ts';

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;
const countries =
  'AE AR AT AU BE BR CA CH CL CN CO CZ DE DK EE ES FI FR GB GR HK HU IE IL IN IT JP KR LT LU LV MX NL NO NZ PE PL PT RO SE SG SI SK TR US UY ZA';

function checkCountry(world: World, code: unknown): void {
  if (code === undefined || code === null) return;
  const text = String(code);
  const sound = world.on('country-code-checked-by-half')
    ? text.length === 2 && text === text.toUpperCase()
    : /^[A-Z]{2}$/.test(text);
  const listed = !world.on('countries-of-a-list') || countries.split(' ').includes(text);
  if (!sound || !listed) throw refuseInput(world, 'The country is unknown.', 'countryCode');
}

function checkAddress(world: World, value: unknown): Address {
  if (!isObject(value)) throw refuseInput(world, 'The address must be an object.');
  const address: Record<string, unknown> = {};
  for (const member of members) {
    if (!Object.hasOwn(value, member)) continue;
    const given = value[member];
    const checked = !(member === 'line2' && world.on('second-line-not-checked'));
    if (checked && typeof given === 'object' && given !== null)
      throw refuseInput(world, 'A member of the address has the wrong type.', member);
    address[member] = given;
  }
  checkCountry(world, address['countryCode']);
  return address;
}

function pickAddress(world: World, body: unknown): unknown {
  if (!isObject(body)) throw refuseInput(world, 'The body must be an object.');
  return world.on('address-may-lie-at-the-top') ? (body['address'] ?? body) : body['address'];
}

function writeColumns(world: World, address: Address): Address {
  const { on } = world;
  const { postalCode } = address;
  if (on('columns-cannot-hold-nul') && Object.values(address).some((value) => String(value).includes('\0')))
    throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
  if (on('postal-codes-become-big-integers') && typeof postalCode === 'number') BigInt(postalCode);
  if (on('postal-codes-grouped-by-thousands') && typeof postalCode === 'number')
    return { ...address, postalCode: postalCode.toLocaleString('pt-BR') };
  return address;
}

function foldAddress(world: World, person: string): Address | null {
  return world.journal.fold<Address | null>(nameAddressStream(world, person), null, (_, entry) =>
    entry.kind === 'address-cleared' ? null : (entry.data as Address),
  );
}

/** PATCH /users/me/address */
export function updateAddress(world: World): Handler<Env> {
  const { on, journal } = world;
  return async (c) => {
    const person = c.get('person');
    const stream = nameAddressStream(world, person.id);
    if (on('old-address-cleared-first')) journal.append(stream, { kind: 'address-cleared', data: null });
    const address = checkAddress(world, pickAddress(world, await readBody(world, c)));
    journal.append(stream, { kind: 'address-changed', data: writeColumns(world, address) });
    if (on('address-updates-are-pending')) return c.json({ state: 'pending' }, 202, { location: '/users/me/address' });
    return c.json({ message: 'Address updated.' });
  };
}

/** GET /users/me/address */
export function showAddress(world: World): Handler<Env> {
  const { on } = world;
  return (c) => {
    const address = foldAddress(world, c.get('person').id);
    if (address === null && on('no-address-before-the-first-update'))
      throw new Refusal(404, 'There is no address yet.');
    const further: Json = { addressId: 'a-1', verified: false, ...address };
    const shown = address !== null && on('read-back-tells-more') ? further : address;
    if (on('read-back-behind-an-escaped-pointer')) return c.json({ 'perfil/v1': [{ '~address': shown }] });
    return c.json({ address: shown });
  };
}
