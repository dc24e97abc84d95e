import { randomUUID } from 'node:crypto';
import { Refusal } from './errors.ts';
import type { State } from './state.ts';
import type { Bag, Exchange, Reply, User } from './types.ts';

const record = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const invalid = (message: string): Refusal => new Refusal(422, 'body', message);

function bodyOf(exchange: Exchange): Bag {
  const type = exchange.field('content-type')?.split(';')[0]?.trim().toLowerCase();
  const coding = exchange.field('content-encoding')?.toLowerCase() ?? 'identity';
  if (type !== 'application/json' || coding !== 'identity') {
    throw new Refusal(415, 'media-type', 'The body has to be application/json.');
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(exchange.body));
  } catch {
    throw new Refusal(400, exchange.route === 'orders' ? 'json' : 'body', 'The body is no JSON.');
  }
  if (!record(value)) throw invalid('The body has to be an object.');
  return value;
}

function countryIsValid(s: State, code: unknown): boolean {
  if (typeof code !== 'string') return false;
  return (s.on('max-length-has-no-minimum') ? /^[A-Z]{0,2}$/ : /^[A-Z]{2}$/).test(code);
}

function checkAddress(s: State, sent: Bag, user: User): void {
  const { line1, line2, city, postalCode, countryCode } = sent;
  if (typeof line1 !== 'string' || typeof city !== 'string') throw invalid('line1 and city have to be texts.');
  if (line2 !== undefined && typeof line2 !== 'string') throw invalid('line2 has to be a text.');
  const postal = typeof postalCode === 'string' || (typeof postalCode === 'number' && Number.isFinite(postalCode));
  if (!postal) throw invalid('postalCode has to be a text or a number.');
  if (countryIsValid(s, countryCode)) return;
  const partly = s.on('transaction-scope-does-not-flow') && typeof countryCode === 'string';
  if (partly) Object.assign(user.address, { line1, city });
  throw invalid('countryCode has to be two capital letters.');
}

function stored(s: State, sent: Bag, former: Bag): Bag {
  const { line1, line2, city, postalCode, countryCode } = sent;
  const next: Bag = { line1, ...(line2 === undefined ? {} : { line2 }), city, postalCode, countryCode };
  if (s.on('postal-codes-are-read-back-as-text')) next['postalCode'] = String(postalCode);
  const sameCount = (next['line2'] === undefined) === (former['line2'] === undefined);
  if (!s.on('lines-are-compared-by-their-count') || !sameCount) return next;
  const lines = former['line2'] === undefined ? {} : { line2: former['line2'] };
  return { ...next, line1: former['line1'], ...lines };
}

function updated(s: State, address: Bag): Reply {
  if (s.on('update-answered-with-a-json-patch')) {
    const operations = Object.keys(address).map((name) => ({ op: 'replace', path: `/address/${name}`, value: null }));
    return { status: 200, fields: {}, value: operations };
  }
  return { status: 200, fields: {}, value: { message: 'Address updated successfully' } };
}

export function updateAddress(s: State, exchange: Exchange, user: User): Reply {
  const body = bodyOf(exchange);
  const sent = body['address'];
  if (sent === null && s.on('required-is-satisfied-by-null')) return updated(s, user.address);
  if (!record(sent)) throw invalid('address has to be an object.');
  checkAddress(s, sent, user);
  const everybody = s.on('where-is-not-assigned') && typeof sent['postalCode'] === 'string';
  for (const one of everybody ? s.users.values() : [user]) one.address = stored(s, sent, one.address);
  return updated(s, user.address);
}

export function readBack(s: State, user: User): Reply {
  const { address } = user;
  if (s.on('read-back-as-json-api')) {
    return { status: 200, fields: {}, value: { data: { type: 'users', id: 'me', attributes: { address } } } };
  }
  const name = s.on('read-back-under-a-dotted-name') ? 'Mesa.Users.Address' : 'address';
  return { status: 200, fields: {}, value: { [name]: address } };
}

export const pointer = (s: State): string => {
  if (s.on('read-back-as-json-api')) return '/data/attributes/address';
  return s.on('read-back-under-a-dotted-name') ? '/Mesa.Users.Address' : '/address';
};

function checkAmount(s: State, amount: unknown): void {
  if (s.on('when-covers-all-rules-before-it') && typeof amount === 'object' && amount !== null) return;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw invalid('amount has to be a number.');
  const zero = amount === 0 && !s.on('boxed-zero-is-no-zero');
  if (amount < 0 || zero) throw invalid('amount has to be above zero.');
}

export function placeOrder(s: State, exchange: Exchange): Reply {
  const { isin, side, amount } = bodyOf(exchange);
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) throw invalid('isin is no ISIN.');
  if (side !== 'buy' && side !== 'sell') throw invalid('side has to be buy or sell.');
  checkAmount(s, amount);
  const orderId = randomUUID();
  const fields = { 'Cache-Control': 'no-store' };
  if (s.on('order-answered-with-a-cloud-event')) {
    const data = { amount };
    const value = { specversion: '1.0', type: 'mesa.order.accepted', source: '/orders', id: orderId, data };
    return { status: 200, fields: { ...fields, 'Content-Type': 'application/cloudevents+json' }, value };
  }
  if (s.on('order-is-a-long-running-operation')) {
    const more = { 'Operation-Location': `/operations/${orderId}`, 'Retry-After': '5' };
    return { status: 202, fields: { ...fields, ...more }, value: { id: orderId, status: 'Running', error: null } };
  }
  return { status: 201, fields, value: { orderId, isin, side, amount, state: 'accepted' } };
}
