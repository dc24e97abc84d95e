import { isObject, parse } from './accounts.ts';
import { type Answer, type App, type Call, ok, Refusal } from './app.ts';
import type { Address, UserRow } from './data.ts';

const columns = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;
const branches = [
  'AT',
  'BE',
  'CH',
  'CY',
  'DE',
  'DK',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'IE',
  'IT',
  'NL',
  'PT',
  'SE',
  'US',
  'AE',
];

function seek(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(seek).find((found) => found !== undefined);
  if (!isObject(value)) return undefined;
  return isObject(value['address'])
    ? value['address']
    : Object.values(value)
        .map(seek)
        .find((found) => found !== undefined);
}

function fault(app: App, user: UserRow, column: string, value: unknown): never {
  if (app.on('fault-resets-the-column')) user.address = { ...user.address, [column]: '' };
  const description = app.on('description-is-the-value') ? value : null;
  throw new Refusal(
    column === 'countryCode' && typeof value === 'string' ? 'country' : 'type',
    `${column} is wrong.`,
    description,
  );
}

function check(app: App, user: UserRow, address: Record<string, unknown>): Address {
  const row: Record<string, unknown> = {};
  for (const column of columns) {
    const value = address[column];
    if (value === undefined) continue;
    const fits = typeof value === 'string' || (column === 'postalCode' && Number.isFinite(value));
    if (!fits || app.knobs.addressRefuses?.(column, value)) fault(app, user, column, value);
    row[column] = value;
  }
  const { countryCode } = row;
  if (countryCode === undefined) return row as Address;
  const code = app.on('country-is-trimmed') ? String(countryCode).trim() : String(countryCode);
  if (!/^[A-Z]{2}$/.test(code)) fault(app, user, 'countryCode', countryCode);
  return { ...row, countryCode: code } as Address;
}

export async function updateAddress(app: App, call: Call, user: UserRow): Promise<Answer> {
  const { on, memory } = app;
  memory.set(`updated ${user.id}`, true);
  const body = parse(call);
  const found = on('address-at-any-depth') ? seek(body) : isObject(body) ? body['address'] : undefined;
  if (!isObject(found)) throw new Refusal('shape', 'There is no address.');
  const address = check(app, user, found);
  if (on('apostrophe-ends-the-literal') && /'/.test(JSON.stringify(address)))
    throw new Error('A literal is not ended.');
  if (on('country-without-a-branch') && address.countryCode && !branches.includes(address.countryCode)) {
    throw new Error('A foreign key is violated.');
  }
  const again = app.count(`updates ${user.id}`) > 1;
  const { line2, city } = address;
  const swapped = on('update-binds-otherwise') && again && line2 !== undefined && city !== undefined;
  app.db.users.update({ id: user.id }, { address: swapped ? { ...address, line2: city, city: line2 } : address });
  memory.set(`batch ${user.id}`, Date.now() + 1500);
  return app.knobs.updated?.(address) ?? ok({ message: 'Address updated successfully.' });
}

export async function readAddress(app: App, _call: Call, user: UserRow): Promise<Answer> {
  return ok(app.knobs.readBack?.(user.address) ?? { address: user.address });
}
