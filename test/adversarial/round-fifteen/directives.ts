import { addressChange, order } from './codecs.ts';
import type { Address, UserState } from './journal.ts';
import type { Claims, Exchange, Layer } from './layer.ts';
import { Rejection } from './rejections.ts';
import type { Settings } from './settings.ts';
import { type Provider, REQUIRED_SCOPE } from './tokens.ts';
import type { Users } from './users.ts';

export interface App {
  readonly settings: Settings;
  readonly layer: Layer;
  readonly provider: Provider;
  readonly users: Users;
}

/** Lets a request through with what it found out, or rejects it. */
type Directive<T> = (exchange: Exchange, app: App) => Promise<T>;

export const authenticated: Directive<Claims> = async (exchange, { provider }) => {
  const header = exchange.header('authorization');
  if (header === undefined) throw new Rejection('credentials-missing', 'An access token is required.');
  const token = /^bearer[ \t]+([^\s,]+)$/i.exec(header)?.[1];
  if (!token) throw new Rejection('credentials-refused', 'The access token is invalid.', { fault: 'form' });
  return provider.verify(token);
};

export const scoped =
  (claims: Claims): Directive<void> =>
  async (_, { layer }) => {
    const enough = layer.suffices?.(claims) ?? claims.scope.split(' ').includes(REQUIRED_SCOPE);
    if (!enough) throw new Rejection('scope-missing', `The scope ${REQUIRED_SCOPE} is required.`);
  };

export const forUser: Directive<UserState> = async (exchange, { layer, users }) => {
  const id = exchange.header('x-user-id') ?? layer.userMissing?.(exchange);
  if (id === undefined) throw new Rejection('user-missing', 'The header x-user-id is required.');
  if (!/^[a-f0-9]{24}$/.test(id)) throw new Rejection('user-malformed', 'The header x-user-id is malformed.');
  layer.locate?.(id);
  const user = await users(id).ask({ kind: 'get' });
  if (!user)
    throw new Rejection('user-unknown', 'User not found.', exchange.endpoint === 'summaries' ? { status: 401 } : {});
  exchange.user = user;
  return user;
};

const entity: Directive<unknown> = async (exchange, { layer }) => {
  const type = exchange.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Rejection('media-type', 'The body has to be application/json.');
  if (exchange.tooLarge) throw new Rejection('too-large', 'The body is too large.');
  try {
    exchange.raw = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(exchange.text));
  } catch {
    throw new Rejection('malformed-json', 'The body is no JSON.');
  }
  return layer.decoded ? layer.decoded(exchange, exchange.raw) : exchange.raw;
};

const fits = (fit: boolean, at: string): void => {
  if (!fit) throw new Rejection('validation', `${at} is not valid.`, { fault: at });
};

export const newAddress: Directive<Address> = async (exchange, app) => {
  const { address } = addressChange(await entity(exchange, app), 'body');
  const code = address.countryCode;
  fits(app.layer.countryFits?.(code) ?? /^[A-Z]{2}$/.test(code), 'countryCode');
  app.layer.addressFits?.(address);
  return address;
};

export const newOrder: Directive<ReturnType<typeof order>> = async (exchange, app) => {
  const placed = order(await entity(exchange, app), 'body');
  app.layer.orderFits?.(placed, exchange);
  fits(/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(placed.isin), 'isin');
  fits(['buy', 'sell'].includes(placed.side), 'side');
  fits(placed.amount > 0, 'amount');
  return placed;
};
