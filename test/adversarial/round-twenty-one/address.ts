import type { Address } from './address-store.ts';
import { badBody, badShape, badType, isMembers, type Members, parse, parseOnDemand } from './bodies.ts';
import type { User } from './catalogue.ts';
import { panic } from './errors.ts';
import type { Answer, Context, Handler } from './http-types.ts';
import { failure, type Result, success } from './result.ts';
import type { World } from './world.ts';

const previewBytes = 11;

const isBytes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one) && one >= 0 && one < 256);

const textOf = (world: World, value: unknown): unknown =>
  world.is('lists-of-bytes-are-text') && isBytes(value) ? Buffer.from(value).toString('utf8') : value;

/** Letters are packed into five bits each. */
function unpackCountry(text: string): string | undefined {
  const letters = [...text].map((letter) => letter.charCodeAt(0) & 31);
  const fits = letters.length === 2 && letters.every((letter) => letter > 0 && letter < 27);
  return fits ? String.fromCharCode(...letters.map((letter) => letter + 64)) : undefined;
}

function country(world: World, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (world.is('country-letters-in-five-bits')) return unpackCountry(value);
  return /^[A-Z]{2}$/.test(value) ? value : undefined;
}

function toAddress(world: World, given: Members): Result<Address> {
  const texts = [given['line1'], given['line2'] ?? '', given['city']].map((value) => textOf(world, value));
  const [line1, line2, city] = texts;
  if (typeof line1 !== 'string' || typeof line2 !== 'string' || typeof city !== 'string') {
    return failure('line1, line2 and city are texts');
  }
  const postalCode = textOf(world, given['postalCode']);
  const isNumber = typeof postalCode === 'number' && Number.isFinite(postalCode);
  if (typeof postalCode !== 'string' && !isNumber) return failure('postalCode is a text or a number');
  if (world.is('postal-codes-of-nine-places') && String(postalCode).length > 9)
    return failure('postalCode is too long');
  const countryCode = country(world, given['countryCode']);
  if (countryCode === undefined) return failure('countryCode is two capitals');
  const keepsLine2 = given['line2'] !== undefined || world.is('omitted-line2-is-an-empty-text');
  return success({ line1, city, postalCode, countryCode, ...(keepsLine2 && { line2 }) });
}

/** The log shows the beginning of each text, cut by bytes. */
const cutsCharacter = (text: string): boolean => ((Buffer.from(text)[previewBytes] ?? 0) & 0xc0) === 0x80;

function refused(context: Context, answer: Answer): Answer {
  const { world, body } = context;
  world.tick('attempts');
  if (world.is('stored-slices-alias-the-read-buffer')) world.addresses.recycle(context.user as User, body);
  return answer;
}

function answered(world: World): Answer {
  if (world.is('update-answered-with-a-log-sequence'))
    return { status: 200, body: { lsn: '0/16B3748', durable: false, errors: [] } };
  return { status: 200, body: { updated: true } };
}

export const updateAddress: Handler = async (context) => {
  const { world, body } = context;
  const wrongType = badType(context);
  if (wrongType) return wrongType;
  if (world.poisoned) {
    world.poisoned = false;
    return panic(world);
  }
  const parsed = world.is('on-demand-parser') ? parseOnDemand(body, 'address') : parse(body);
  if (!parsed.ok) return refused(context, badBody(context, parsed.why));
  const given = isMembers(parsed.value) ? parsed.value['address'] : undefined;
  if (!isMembers(given)) return refused(context, badShape(context, 'address is an object'));
  const address = toAddress(world, given);
  if (!address.ok) {
    world.poisoned = world.is('poisoned-lock');
    return refused(context, badShape(context, address.why));
  }
  const { line1, line2, city } = address.value;
  if (world.is('slice-within-a-character') && [line1, line2 ?? '', city].some(cutsCharacter)) return panic(world);
  world.addresses.write(context.user as User, address.value);
  return answered(world);
};

export const readAddress: Handler = async (context) => {
  const { world } = context;
  const address = world.addresses.read(context.user as User);
  const headers = { 'Cache-Control': 'private, no-store' };
  if (world.is('read-back-counts-attempts-beside-it')) {
    return { status: 200, body: { attempts: world.tick('attempts'), address }, headers };
  }
  if (world.is('read-back-twelve-levels-deep')) {
    const body = Array.from({ length: 12 }).reduce<unknown>((inner) => ({ n: inner, left: null }), { address });
    return { status: 200, body, headers };
  }
  return { status: 200, body: { address }, headers };
};
