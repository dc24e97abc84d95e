import type { Bound } from '../catalogue/bound.ts';
import { isAnswered, type Send } from '../exchange/exchange.ts';
import { putBackStep } from '../exchange/key.ts';
import { type Request, withBody } from '../exchange/request.ts';
import { briefly, isObject, isSuccess, type Json, json } from '../judging/answer.ts';
import { atPointer } from '../judging/json-pointer.ts';
import type { Unit } from './plan.ts';

const shown = ['line1', 'line2', 'city', 'postalCode', 'countryCode'];

interface Kept {
  /** Resolves to what the operator should know, where the address is not as it was. */
  readonly putBack: () => Promise<string | undefined>;
}

/**
 * Reads the test user's address before any check may change it, and writes it back after the last. Does nothing where no
 * unit concerns the address.
 */
export async function keepAddress(units: readonly Unit[], bind: (unit: Unit) => Bound, send: Send): Promise<Kept> {
  const unit = units.find(({ endpoint }) => endpoint.name === 'address');
  if (!unit) return { putBack: async () => undefined };
  const bound = bind(unit);
  const key = (step: string, index: number) => ({
    requirement: 'run/setup',
    endpoint: unit.endpoint.id,
    index,
    step,
    attempt: 0,
  });
  const { addressReadBack } = bound.profile;
  if (!addressReadBack || !bound.covers(addressReadBack.endpoint)) {
    return { putBack: async () => `${changed}: declare profile.addressReadBack so that it can be read and put back` };
  }
  const before = await send(key('address-before', 0), bound.wellFormed(addressReadBack.endpoint));
  const stored = isAnswered(before) && isSuccess(before) ? json(before) : undefined;
  const original = stored && 'value' in stored ? atPointer(stored.value, addressReadBack.address) : undefined;
  if (!isObject(original)) {
    const why = `${addressReadBack.endpoint} gave no address at the start (${briefly(before)})`;
    return { putBack: async () => `${changed}: ${why}` };
  }
  const writing = bound.wellFormed(unit.endpoint.name);
  return {
    putBack: async () => {
      let said = '';
      for (const [index, address] of forms(original).entries()) {
        const exchange = await send(key(putBackStep, index), withAddress(writing, address));
        if (isAnswered(exchange) && isSuccess(exchange)) return undefined;
        said = briefly(exchange);
      }
      return `${changed}: putting the original back was answered with ${said}`;
    },
  };
}

const changed = "The test user's address was changed and is not put back";

/** As it was read, and, for a server that stores more than it takes, with the members of the specification alone. */
function forms(original: { readonly [name: string]: Json }): (typeof original)[] {
  const known = Object.entries(original).filter(([name, value]) => shown.includes(name) && value !== null);
  return [original, Object.fromEntries(known)];
}

function withAddress(request: Request, address: { readonly [name: string]: Json }): Request {
  return withBody(request, JSON.stringify({ address }));
}
