import { type Answer, type App, type Context, Refusal } from './app.ts';
import type { Address, User } from './records.ts';

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const unprocessable = (app: App, faults: string[]): Refusal =>
  new Refusal(app.on('refused-bodies-423') ? 423 : app.on('refused-bodies-402') ? 402 : 422, faults.join('; '));

/** Reads the body as JSON, in the order in which the middleware looks: type, then text. */
export function parse(app: App, context: Context): unknown {
  const type = String(context.headers['content-type'] ?? '');
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new Refusal(app.on('media-type-refused-412') ? 412 : 415, 'The media type is not supported.');
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1];
  if (app.on('charset-unknown-to-codec') && charset && !/^utf-?8$/i.test(charset))
    throw new Refusal(500, 'Something went wrong.');
  let text = context.body;
  if (app.on('unknown-escapes')) text = text.replace(/\\([^"\\/bfnrtu])/g, '$1');
  try {
    return JSON.parse(text);
  } catch {
    if (app.on('flash-overflows-the-cookie') && text.length > 3000) throw new Refusal(500, 'Something went wrong.');
    throw new Refusal(400, 'The body is not JSON.');
  }
}

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;

function faultsOf(app: App, user: User, address: Address): string[] {
  const faults: string[] = [];
  for (const name of members) {
    const value = address[name];
    if (value === undefined && name === 'line2') continue;
    if (typeof value !== 'string' && !(name === 'postalCode' && typeof value === 'number'))
      faults.push(`${name} is invalid`);
  }
  const code = String(address.countryCode);
  const unchanged = app.on('lowercase-is-no-change') && code.toUpperCase() === user.address.countryCode;
  if (typeof address.countryCode === 'string' && !/^[A-Z]{2}$/.test(code) && !unchanged)
    faults.push('countryCode is unknown');
  return faults;
}

export function updateAddress(app: App, context: Context): Answer {
  const user = context.user as User;
  const body = parse(app, context);
  if (!isRow(body)) throw unprocessable(app, ['The body is no object', 'address is missing']);
  const sent = body['address'];
  if (!isRow(sent)) throw unprocessable(app, ['address is missing']);
  const address: Address = Object.fromEntries(members.filter((name) => name in sent).map((name) => [name, sent[name]]));
  const dropped = app.on('unpermitted-is-dropped')
    ? members.filter((name) => typeof address[name] === 'object' && address[name] !== null)
    : [];
  for (const name of dropped) address[name] = user.address[name];
  const faults = faultsOf(app, user, address);
  if (faults.length > 0) {
    if (app.on('last-seen-saves-the-rest')) user.dirty = address;
    if (app.on('flash-overflows-the-cookie') && context.body.length > 3000)
      throw new Refusal(500, 'Something went wrong.');
    throw unprocessable(app, faults);
  }
  store(app, user, address);
  if (app.on('ruby-hash-is-no-json')) return { status: 200, raw: '{:updated=>true}' };
  if (app.on('update-207')) return { status: 207, body: { address: 200, geocode: 204 } };
  return { status: app.on('update-226') ? 226 : 200, body: { updated: true } };
}

function store(app: App, user: User, address: Address): void {
  if (app.on('false-halts-the-callbacks') && address.countryCode === user.address.countryCode) return;
  if (app.on('city-of-the-postal-code'))
    Object.assign(address, { city: app.cache.fetch(`city/${address.postalCode}`, 3_600_000, () => address.city) });
  if (app.on('newest-by-the-second')) {
    const at = Math.floor(Date.now() / 1000);
    if (!user.versions.some((version) => version.at === at)) user.address = address;
    user.versions.push({ at, address });
    return;
  }
  user.address = address;
  if (app.on('geocoder-writes-back') && !user.geocoding) {
    user.geocoding = true;
    app.perform(40, () => {
      user.address = address;
      user.geocoding = false;
    });
  }
}

export function readAddress(app: App, context: Context): Answer {
  const user = context.user as User;
  const name = app.on('read-back-under-empty-name') ? '' : 'address';
  return { status: 200, body: { [name]: user.address }, headers: { 'Cache-Control': 'private, no-store' } };
}

export function createOrder(app: App, context: Context): Answer {
  const body = parse(app, context);
  if (!isRow(body)) throw unprocessable(app, ['The body is no object', 'isin is missing']);
  const { isin, side, amount } = body;
  const faults: string[] = [];
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) faults.push('isin is invalid');
  if (side !== 'buy' && side !== 'sell') faults.push('side is invalid');
  if (typeof amount !== 'number') faults.push('amount is invalid');
  const key = `${context.user?.id}/${isin}/${side}`;
  const found = app.on('find-or-initialize-order') && app.orders.has(key);
  if (typeof amount === 'number' && !(amount > 0) && !found) faults.push('amount is not above zero');
  if (faults.length > 0) throw unprocessable(app, faults);
  app.orders.add(key);
  if (app.on('order-echoes-its-request')) return { status: 201, body };
  return { status: 201, body: { order: { isin, side, amount, state: 'accepted' } } };
}
