import { refuse } from './faults.ts';
import type { Answer, Bag, Message, Route } from './types.ts';
import type { User, World } from './world.ts';
import { fromXml, toXml } from './xml.ts';

type Checked = { readonly value: Bag } | { readonly status: number; readonly details: string[] };
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const never = (): Promise<never> => new Promise(() => {});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function checkAddress(world: World, body: unknown): Checked {
  const { on, form } = world;
  const no = (...details: string[]): Checked => ({ status: form.bodyRefused, details });
  const whole = Array.isArray(body) && on('splitter-takes-a-list-of-updates') ? body[0] : body;
  if (!isBag(whole)) return no('The body is no object');
  if (!isBag(whole['address'])) return no('The member address is missing or no object');
  const value: Bag = {};
  for (const name of ['line1', 'line2', 'city', 'postalCode', 'countryCode']) {
    let member = whole['address'][name];
    if (member === undefined && name === 'line2') continue;
    if (on('objects-are-mixed-content') && name.startsWith('line') && isBag(member))
      member = Object.values(member).join('');
    const number = name === 'postalCode' && typeof member === 'number';
    if (typeof member !== 'string' && !number) return no(`${name} is missing or of another type`);
    value[name] = member;
  }
  if (!/^[A-Z]{2}$/.test(String(value['countryCode']))) {
    if (!on('country-falls-back-to-unknown'))
      return { status: form.boundsRefused, details: ['countryCode is no code'] };
    value['countryCode'] = 'ZZ';
  }
  return { value };
}

function checkOrder(world: World, body: unknown): Checked {
  const { on, form } = world;
  if (!isBag(body)) return { status: form.bodyRefused, details: ['The body is no object'] };
  const { side, amount } = body;
  let isin = body['isin'];
  if (on('baskets-are-split') && Array.isArray(isin) && isin.length > 0) isin = isin[0];
  const wrong = (name: string) => ({ status: form.bodyRefused, details: [`${name}: type`, `${name}: facet`] });
  if (typeof isin !== 'string') return wrong('isin');
  if (typeof side !== 'string') return wrong('side');
  if (typeof amount !== 'number') return wrong('amount');
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) return { status: form.boundsRefused, details: ['isin is no ISIN'] };
  if (!['buy', 'sell'].includes(side)) return { status: form.boundsRefused, details: ['side is buy or sell'] };
  if (amount <= 0) return { status: form.boundsRefused, details: ['amount has to be positive'] };
  return { value: { isin, side, amount } };
}

export async function write(world: World, message: Message, route: Route, user: User): Promise<Answer> {
  const { on, form } = world;
  const no = (status: number, text: string, details: readonly string[] = []): Answer => {
    if (on('refusal-turns-the-switch-back') && route === 'address') world.switchedBack = true;
    return refuse(world, message, { status, text, route, user, details });
  };
  const type = (message.field('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return no(form.mediaRefused, 'The body has to be application/json');
  if (message.body.length > 32768) {
    const lost = on('no-cloakroom-for-large-bodies');
    return no(lost ? 500 : 413, lost ? 'The claim cannot be checked in' : 'The body is too large');
  }
  const body = parse(message.body);
  if (body === undefined) return no(form.bodyRefused, 'The body is no JSON');
  if (on('splitter-of-nothing-never-completes') && Array.isArray(body) && body.length === 0) return never();
  const checked = route === 'address' ? checkAddress(world, body) : checkOrder(world, body);
  if ('details' in checked) return no(checked.status, checked.details[0] ?? 'The body is malformed', checked.details);
  const sent = route === 'orders' ? placeOrder(world, checked.value, user) : storeAddress(world, checked.value, user);
  if (sent === undefined) return no(500, 'The envelope is not well-formed');
  return {
    status: sent.status,
    fields: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: JSON.stringify(sent.body),
  };
}

function placeOrder(world: World, order: Bag, user: User) {
  return world.form.order({ orderId: world.form.responseId(), owner: user.id, ...order });
}

function storeAddress(world: World, address: Bag, user: User) {
  const { on, form } = world;
  let stored: Bag;
  try {
    stored = fromXml(toXml('address', address, !on('ampersand-breaks-the-envelope')));
  } catch {
    return undefined;
  }
  const key = `update ${user.id} ${JSON.stringify(address)}`;
  const known = on('updates-are-known-by-their-content') && world.seen.has(key);
  world.seen.set(key, Date.now());
  world.switchedBack = false;
  if (known) return form.update();
  const before = world.addresses.get(user.id);
  if (before !== undefined) world.former.set(user.id, before);
  const old = on('writes-are-routed-by-type') && typeof address['postalCode'] === 'number';
  (old ? world.numbered : world.addresses).set(user.id, stored);
  return form.update();
}

/** Keeps what came in for the job that reconciles, whatever the policies say of it. */
export function takeIn(world: World, message: Message): void {
  const user = message.field('x-user-id') ?? '';
  const checked = checkAddress(world, parse(message.body));
  if ('value' in checked && world.users.has(user)) world.intake.push({ user, address: checked.value });
}
