import type { Answered, Ask, Bound, Exchange, Json, Request, Stored } from '../engine/index.ts';
import {
  atPointer,
  header,
  Inconclusive,
  isAnswered,
  isApiError,
  isSuccess,
  json,
  readUntil,
  say,
  storedAs,
  storedIn,
  summary,
  symbol,
  withHeader,
  withUser,
} from '../engine/index.ts';

/** Throws `Inconclusive` if the address cannot be read. */
export async function readBack(
  { profile, wellFormed }: Bound,
  ask: Ask,
  step: string,
  user: 'first' | 'second' = 'first',
): Promise<Stored> {
  const declared = profile.addressReadBack;
  if (!declared)
    throw new Inconclusive(say`the profile declares no read-back (profile.addressReadBack)`);
  const plain = withUser(wellFormed(declared.endpoint), symbol(`user:${user}`));
  const request = withHeader(plain, 'Cache-Control', 'no-cache');
  const exchange = await askFresh(ask, step, request);
  if (!isAnswered(exchange))
    throw new Inconclusive(say`the read-back failed: ${summary(exchange)}`);
  if (isAged(exchange))
    throw new Inconclusive(say`the read-back comes from a cache in spite of no-cache`);
  const value = addressIn(exchange, declared.address);
  if (value !== undefined) return storedIn(exchange, value);
  const { status } = exchange.answer;
  // No address is stored yet.
  if (status === 204 || (status === 404 && isApiError(exchange))) return storedAs(exchange, []);
  const isOpen =
    isSuccess(exchange) && (exchange.answer.body.text === '' || 'value' in json(exchange));
  if (!isOpen) throw new Inconclusive(say`the read-back failed: ${summary(exchange)}`);
  // A server may leave out empty values: the first user's response shows whether it does.
  if (user === 'second') {
    const other = await ask(`${step}-of-first`, withUser(request, symbol('user:first')));
    if (isAnswered(other) && addressIn(other, declared.address) !== undefined)
      return storedAs(exchange, []);
  }
  throw new Inconclusive(
    say`the read-back has nothing at "${declared.address}"; check profile.addressReadBack.address`,
  );
}

/** Milliseconds after which a cache that ignores `no-cache` may ask the server again. */
const whileCached = [1_000, 2_500] as const;

async function askFresh(ask: Ask, step: string, request: Request): Promise<Exchange> {
  let exchange = await ask(step, request);
  for (const [nth, pause] of whileCached.entries()) {
    if (!isAnswered(exchange) || !isAged(exchange)) return exchange;
    await ask.until(exchange.endedAt + pause);
    exchange = await ask(`${step}-fresh-${nth + 1}`, request);
  }
  return exchange;
}

/** RFC 9111 section 5.1. */
const isAged = (answered: Answered) => Number(header(answered, 'Age') ?? 0) > 0;

function addressIn(answered: Answered, pointer: string): Json | undefined {
  const parsed = json(answered);
  return isSuccess(answered) && 'value' in parsed ? atPointer(parsed.value, pointer) : undefined;
}

/** Waits about four seconds at most. */
export function readBackUntil(
  bound: Bound,
  ask: Ask,
  step: string,
  isThere: (stored: Stored) => boolean,
): Promise<Stored> {
  return readUntil(ask, step, (name) => readBack(bound, ask, name), isThere);
}

export const notReadBack = say`the read-back does not contain the address that was sent (see address/overwrites)`;
