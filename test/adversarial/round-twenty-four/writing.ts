import { randomUUID } from 'node:crypto';
import type { Call, Schema, UserRow, Writes } from './schema.ts';
import { isBag, Raise, row } from './schema.ts';
import { parseJson } from './token-service.ts';
import type { Bag } from './types.ts';

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;
const fitting = (name: string, value: unknown): boolean =>
  typeof value === 'string' || (name === 'postalCode' && typeof value === 'number' && Number.isFinite(value));

/** Checks and effects of the two procedures that write. */
export const writes = (db: () => Schema): Writes => ({
  checkType: (call: Call) => {
    const type = (call.field('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') throw new Raise(415, 'The body has to be application/json');
  },
  parse: (call: Call) => parseJson(call.body),
  address: (body: unknown): Bag => {
    const address = isBag(body) ? body['address'] : undefined;
    if (!isBag(address)) throw new Raise(422, 'The address is missing or no object');
    for (const name of members) {
      const value = address[name];
      if (value === undefined && name === 'line2') continue;
      if (!fitting(name, value)) throw new Raise(422, `The column ${name} is missing or of another type`);
    }
    return Object.fromEntries(members.flatMap((name) => (address[name] === undefined ? [] : [[name, address[name]]])));
  },
  checkCountry: (address: Bag) => {
    if (!/^[A-Z]{2}$/.test(String(address['countryCode']))) {
      throw new Raise(422, 'The country code is not known', 'ck_country_code is violated');
    }
  },
  store: (user: UserRow, address: Bag) => {
    db().tables.addresses.set(user.id, address);
  },
  refused: () => undefined,
  order: (body: unknown): Bag => {
    if (!isBag(body)) throw new Raise(422, 'The order is no object');
    const { isin, side, amount } = body;
    if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw new Raise(422, 'No such ISIN');
    if (side !== 'buy' && side !== 'sell') throw new Raise(422, 'The side is neither buy nor sell');
    if (typeof amount !== 'number' || !(amount > 0)) throw new Raise(422, 'The amount is not above zero');
    if (amount > 1e12) throw new Raise(422, 'The amount is too large');
    return { isin, side, amount };
  },
});

export const updateAddress = (db: Schema) => (call: Call, user: UserRow | undefined) => {
  db.writes.checkType(call);
  const address = db.writes.address(db.writes.parse(call));
  db.writes.checkCountry(address);
  if (user !== undefined) db.writes.store(user, address);
  return row(200, { message: 'The address was updated' });
};
export const readAddress = (db: Schema) => (_call: Call, user: UserRow | undefined) =>
  row(200, { address: db.tables.addresses.get(user?.id ?? '') ?? null });
export const placeOrder = (db: Schema) => (call: Call) => {
  db.writes.checkType(call);
  const order = db.writes.order(db.writes.parse(call));
  return row(201, { orderId: randomUUID(), status: 'accepted', ...order });
};
