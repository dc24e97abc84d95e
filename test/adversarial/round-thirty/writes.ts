import { randomUUID } from 'node:crypto';
import { badInput, GraphError } from './errors.ts';
import type { Reply } from './reply.ts';
import type { Address, User, World } from './world.ts';

type Input = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'];
const lines = ['line1', 'city'] as const;

function text(world: World, address: Input, name: string): string | undefined {
  const value = address[name];
  const { habits } = world;
  if (typeof value === 'string') return value;
  if (value === undefined && habits.absentMembersAccepted === true) return '';
  if (habits.wholeNumbersAsText === true && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'object' && value !== null && name !== 'countryCode') {
    if (world.on('errors-in-nullable-inputs-leave-a-null')) return '';
    if (world.on('wrong-types-fail-on-the-way-out') && !Array.isArray(value)) {
      throw new GraphError('String cannot represent an object.', 'INTERNAL_SERVER_ERROR');
    }
  }
  return undefined;
}

function unwrap(world: World, body: unknown): Input | undefined {
  if (!isObject(body)) throw badInput('The body has to be an object.');
  const given = body['address'];
  if (Array.isArray(given) && world.on('single-input-is-a-list-of-one')) {
    const [first]: readonly unknown[] = given;
    return isObject(first) ? first : undefined;
  }
  if (!isObject(given)) throw badInput('The member address has to be an object.', 'address');
  return given;
}

function postalCode(world: World, given: Input): string | number {
  const value = given['postalCode'];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const coerced = text(world, given, 'postalCode');
  if (coerced === undefined) throw badInput('The postal code has to be a number or a text.', 'address.postalCode');
  return coerced;
}

function parseAddress(world: World, given: Input): Address {
  const stray = world.habits.knownMembersOnly === true && Object.keys(given).find((name) => !members.includes(name));
  if (typeof stray === 'string') throw badInput(`Field "${stray}" is not defined. Did you mean "line1"?`, 'address');
  const [line1, city] = lines.map((name) => {
    const value = text(world, given, name);
    if (value === undefined) throw badInput(`The member ${name} has to be a text.`, `address.${name}`);
    return value;
  });
  const line2 = given['line2'] === undefined ? undefined : text(world, given, 'line2');
  if (given['line2'] !== undefined && line2 === undefined) throw badInput('line2 has to be a text.', 'address.line2');
  const code = postalCode(world, given);
  const countryCode = given['countryCode'] === undefined ? text(world, given, 'countryCode') : given['countryCode'];
  const address = { line1: line1 ?? '', ...(line2 === undefined ? {} : { line2 }), city: city ?? '', postalCode: code };
  if (typeof countryCode !== 'string') throw badInput('countryCode has to be a text.', 'address.countryCode');
  const absent = countryCode === '' && given['countryCode'] === undefined;
  if (!/^[A-Z]{2}$/.test(countryCode) && !absent && !world.on('scalar-has-no-parse-value')) {
    throw new GraphError('The country code has to be two capitals.', 'BAD_USER_INPUT', {
      description: 'address.countryCode',
      members: { address },
    });
  }
  return { ...address, countryCode };
}

function store(world: World, user: User, address: Address): void {
  user.address = address;
  world.memory.delete(`optimistic:${user.id}`);
  if (world.on('address-has-no-key-fields')) world.memory.set('Address:{}', address);
}

export function updateAddress(world: World, user: User, body: unknown): Reply {
  const given = unwrap(world, body);
  if (given === undefined) return { status: 200, body: { updated: true } };
  try {
    store(world, user, parseAddress(world, given));
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const parts = error.options.members?.['address'];
    if (isObject(parts) && world.on('mutation-has-two-root-fields')) user.address = { ...user.address, ...parts };
    throw new GraphError(error.message, error.code, { description: error.options.description ?? null });
  }
  return { status: 200, body: { updated: true } };
}

/** What the client library of the facade shows before it knows the outcome. */
export function writeOptimistically(world: World, user: User, body: unknown): void {
  if (!isObject(body) || !isObject(body['address'])) return;
  world.memory.set(`optimistic:${user.id}`, body['address']);
}

export function readAddress(world: World, user: User): unknown {
  const layer = world.memory.get(`optimistic:${user.id}`);
  if (layer !== undefined) return layer;
  if (world.on('prime-does-not-replace')) return world.recall(`loader:${user.id}`, () => user.address);
  if (world.on('address-has-no-key-fields')) return world.recall('Address:{}', () => user.address);
  return user.address;
}

const isin = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

function refuse(world: World, message: string, path: string): never {
  if (!world.on('coercion-errors-keep-the-form-of-the-graph')) throw badInput(message, path);
  const list = [{ message, path: [path], extensions: { code: 'BAD_USER_INPUT' } }];
  throw new GraphError(message, 'BAD_USER_INPUT', { body: { errors: list } });
}

export function placeOrder(world: World, user: User, body: unknown): Reply {
  if (!isObject(body)) throw badInput('The body has to be an object.');
  const { isin: asset, side, amount } = body;
  const reference = isObject(asset) && world.on('any-scalar-takes-references');
  if (!reference && (typeof asset !== 'string' || !isin.test(asset))) refuse(world, 'isin is malformed.', 'isin');
  if (side !== 'buy' && side !== 'sell') refuse(world, 'side has to be buy or sell.', 'side');
  if (typeof amount !== 'number' || !Number.isFinite(amount))
    return refuse(world, 'amount has to be a number.', 'amount');
  if (amount <= 0 && !world.on('printed-schema-has-no-constraints'))
    throw badInput('amount has to be above 0.', 'amount');
  return { status: 201, body: { orderId: randomUUID(), owner: user.id, side, amount, state: 'accepted' } };
}
