import { randomUUID } from 'node:crypto';
import type { Flow } from './flow.ts';
import { readJson } from './idp.ts';
import type { Exchange, Json, Reply, User } from './model.ts';
import { isObject, json, Refusal } from './model.ts';

export function isJsonType(exchange: Exchange): boolean {
  const type = exchange.headers.get('content-type') ?? '';
  return /^application\/json *(; *charset *= *"?utf-8"? *)?;?$/i.test(type.trim());
}

function checkType(exchange: Exchange): void {
  if (!isJsonType(exchange) || !/^(identity)?$/i.test(exchange.headers.get('content-encoding') ?? '')) {
    throw new Refusal('media', 415, 'The body has to be application/json');
  }
}

export function parseBody(exchange: Exchange): unknown {
  try {
    return readJson(exchange.body);
  } catch {
    throw new Refusal('json', 400, 'The body is not valid JSON');
  }
}

function shape(flow: Flow, message: string, mistakes = 1): Refusal {
  return new Refusal('shape', flow.settings.status.shape, message, { mistakes });
}

const TEXTS = ['line1', 'city', 'countryCode'] as const;
const MEMBERS = ['line1', 'line2', 'city', 'postalCode', 'countryCode'] as const;

export function checkAddress(flow: Flow, body: unknown): Json {
  const address = isObject(body) && Object.hasOwn(body, 'address') ? body.address : undefined;
  if (!isObject(address)) throw shape(flow, 'The member address has to be an object', TEXTS.length + 1);
  const wrong: string[] = TEXTS.filter((name) => typeof address[name] !== 'string');
  const line2 = address.line2;
  if (line2 !== undefined && line2 !== null && typeof line2 !== 'string') wrong.push('line2');
  const code = address.postalCode;
  if (typeof code !== 'string' && !(typeof code === 'number' && Number.isFinite(code))) wrong.push('postalCode');
  if (wrong.length > 0) throw shape(flow, `Missing or of a wrong type: ${wrong.join(', ')}`, wrong.length);
  if (!/^[A-Z]{2}$/.test(String(address.countryCode))) {
    throw new Refusal('bounds', flow.settings.status.shape, 'countryCode has to be two capitals');
  }
  const sent = MEMBERS.filter((name) => Object.hasOwn(address, name));
  return Object.fromEntries(sent.map((name) => [name, address[name]]));
}

export function updateAddress(flow: Flow, user: User, exchange: Exchange): Reply {
  checkType(exchange);
  const address = flow.checkAddress(flow.parseBody(exchange));
  flow.storeAddress(user, address);
  return json(200, flow.updateAnswer());
}

interface Order {
  readonly isin: unknown;
  readonly side: string;
  readonly amount: number;
}

function checkOrder(flow: Flow, body: unknown): Order {
  if (!isObject(body)) throw shape(flow, 'An order has to be an object');
  const { isin, side, amount } = body;
  flow.checkIsin(isin);
  if (side !== 'buy' && side !== 'sell') throw shape(flow, 'side has to be buy or sell');
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw shape(flow, 'amount has to be a number');
  const bounded = flow.boundAmount(amount);
  if (bounded <= 0) {
    throw new Refusal('bounds', flow.settings.status.shape, 'amount has to be greater than zero');
  }
  return { isin, side, amount: bounded };
}

export function checkIsin(flow: Flow, isin: unknown): void {
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) {
    throw shape(flow, 'isin has to be an ISIN');
  }
}

export function placeOrder(flow: Flow, exchange: Exchange): Reply {
  checkType(exchange);
  const order = checkOrder(flow, flow.parseBody(exchange));
  return json(201, flow.orderAnswer({ orderId: randomUUID(), state: 'accepted', ...order }));
}
