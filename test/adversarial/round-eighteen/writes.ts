import type { Json } from './batch.ts';
import type { Exits, Reply } from './exits.ts';
import type { KeyedFile } from './keyed-file.ts';
import type { Row } from './picture.ts';

/** A transaction that ended with a return code which the channel knows how to say. */
export class Refused extends Error {
  readonly status: number;
  readonly description: string | null;

  constructor(status: number, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.description = description;
  }
}

const objectOf = (value: unknown, what: string): Json => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused(422, `${what} is to be an object.`);
  }
  return value as Json;
};

const given = (value: unknown): boolean => value !== undefined && value !== null;

export const addressOf = (user: Row): Json => ({
  line1: user['line1'],
  line2: user['line2'],
  city: user['city'],
  postalCode: user['postalKind'] === 'number' ? Number(user['postalCode']) : user['postalCode'],
  countryCode: user['countryCode'],
});

export const updateAddress = (file: KeyedFile, user: Row, body: unknown, exits: Exits): Reply => {
  const address = objectOf(objectOf(body, 'The body')['address'], 'address');
  const row: Row = { ...user, postalCode: '', postalKind: 'string', countryCode: '' };
  for (const name of ['line1', 'line2', 'city']) {
    const text = given(address[name]) ? exits.line(address[name]) : '';
    if (text === undefined || text.length > 1000)
      throw new Refused(422, `${name} is to be a text of 1,000 letters at most.`);
    row[name] = text;
  }
  const { postalCode, countryCode } = address;
  if (given(postalCode)) {
    if (typeof postalCode !== 'string' && typeof postalCode !== 'number') {
      throw new Refused(422, 'postalCode is to be a number or a text.');
    }
    row['postalCode'] = String(postalCode);
    row['postalKind'] = typeof postalCode;
  }
  if (given(countryCode)) {
    if (typeof countryCode !== 'string' || !exits.countryCode(countryCode)) {
      throw new Refused(422, 'countryCode is to be two capitals.');
    }
    row['countryCode'] = countryCode;
  }
  exits.storeAddress(file, row, user);
  return { status: 200, body: { updated: true } };
};

export const order = (body: unknown, exits: Exits): Reply => {
  const { isin, side, amount } = objectOf(body, 'The order');
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) throw new Refused(422, 'isin is malformed.');
  if (side !== 'buy' && side !== 'sell') throw new Refused(422, 'side is to be buy or sell.');
  const value = exits.amount(amount);
  if (!Number.isFinite(value) || value <= 0) throw new Refused(422, 'amount is to be a number above zero.');
  return { status: 201, body: { accepted: true, isin, side, amount: value } };
};
