import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answered,
  type Ask,
  atPointer,
  type Bound,
  briefly,
  isAnswered,
  isApiError,
  isSuccess,
  type Json,
  json,
  symbol,
  withHeader,
} from '../engine/index.ts';
import type { Address } from './address-update.ts';

/**
 * What is stored is compared by the values that tell two updates apart, wherever they stand and however they are written:
 * an implementation may keep a postal code as text, change case, rename or join members, drop some and add others.
 */
export interface Stored {
  readonly exchange: Answered;
  /** The scalars of the stored address, normalised; none where no address is stored. */
  readonly texts: readonly string[];
}

/** Values of two addresses that tell them apart, normalised. */
export interface Marks {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** Shorter values, such as a country code, are found by chance. */
const shortest = 3;

function normalised(value: unknown): string {
  const plain = String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, '');
}

/** The marks of two addresses; empty where they differ in no longer text. */
export function marksOf(first: Address, second: Address): Marks {
  const scalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  const texts = (address: Address) => Object.values(address).filter(scalar).map(normalised);
  const apart = (own: readonly string[], other: readonly string[]) =>
    own.filter((text) => text.length >= shortest && !other.some((one) => one.includes(text) || text.includes(one)));
  const long = (all: readonly string[]) => all.filter((text) => text.length >= shortest);
  const [mine, theirs] = [texts(first), texts(second)];
  return { first: apart(mine, long(theirs)), second: apart(theirs, long(mine)) };
}

/** The marks that a stored address shows. */
export function shown({ texts }: Stored, marks: readonly string[]): readonly string[] {
  return marks.filter((mark) => texts.some((text) => text.includes(mark)));
}

/** The scalars of a stored address, normalised. */
export function textsOf(value: Json): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return typeof value === 'string' || typeof value === 'number' ? [normalised(value)] : [];
}

/** Reads the address of a user back, or says why that is not possible. */
export async function readBack(
  { profile, wellFormed }: Bound,
  ask: Ask,
  step: string,
  user: 'first' | 'second' = 'first',
): Promise<Stored | string> {
  const declared = profile.addressReadBack;
  if (!declared) return 'the profile declares no read-back';
  const exchange = await ask(step, withHeader(wellFormed(declared.endpoint), 'x-user-id', symbol(`user:${user}`)));
  if (!isAnswered(exchange)) return `the read-back: ${briefly(exchange)}`;
  const { status } = exchange.answer;
  // No address is stored yet.
  if (status === 204 || (status === 404 && isApiError(exchange))) return { exchange, texts: [] };
  const parsed = json(exchange);
  if (!isSuccess(exchange) || !('value' in parsed)) return `the read-back: ${briefly(exchange)}`;
  const value = atPointer(parsed.value, declared.address);
  if (value === undefined) {
    return `the answer of the read-back has nothing at "${declared.address}"; check profile.addressReadBack.address`;
  }
  return { exchange, texts: textsOf(value) };
}

/**
 * An update that was answered may take a moment to be seen: milliseconds between readings. They count from the answer, so
 * that what is judged again from evidence waits for nothing.
 */
const pauses = [100, 400, 1_000] as const;

/** Reads back until what is expected is there, or long enough. */
export async function readBackUntil(
  bound: Bound,
  ask: Ask,
  step: string,
  isThere: (stored: Stored) => boolean,
): Promise<Stored | string> {
  let stored = await readBack(bound, ask, step);
  for (const [nth, pause] of pauses.entries()) {
    if (typeof stored === 'string' || isThere(stored)) return stored;
    await sleep(Math.max(0, stored.exchange.endedAt + pause - Date.now()));
    stored = await readBack(bound, ask, `${step}-later-${nth + 1}`);
  }
  return stored;
}
