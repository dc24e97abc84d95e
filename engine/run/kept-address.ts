import type { Bound } from '../catalogue/bound.ts';
import type { Unit } from '../catalogue/plan.ts';
import { isAnswered, type Send } from '../exchange/exchange.ts';
import { type Request, withBody, withUser } from '../exchange/request.ts';
import { symbol } from '../exchange/value.ts';
import { isObject, isSuccess, type Json, json, summarize } from '../judging/answer.ts';
import { atPointer } from '../judging/json-pointer.ts';

const shown = ['line1', 'line2', 'city', 'postalCode', 'countryCode'];

interface Kept {
  /** Restores the addresses. Resolves to a notice if one of them differs from before the run. */
  readonly putBack: () => Promise<string | undefined>;
}

/**
 * Reads the test users' addresses before any check may change them, and writes them back after the last check. The
 * second user's address is only written back if a target that confuses users has changed or deleted it. Does nothing if
 * no unit concerns the address.
 */
export async function keepAddress(units: readonly Unit[], bind: (unit: Unit) => Bound, send: Send): Promise<Kept> {
  const unit = units.find(({ endpoint }) => endpoint.name === 'address');
  if (!unit) return { putBack: async () => undefined };
  const bound = bind(unit);
  const { addressReadBack } = bound.profile;
  if (!addressReadBack || !bound.covers(addressReadBack.endpoint)) {
    return { putBack: async () => `${changed}: declare profile.addressReadBack, so that it can be restored` };
  }
  const ask = (user: string, step: string, index: number, request: Request) => {
    const named = `address-${step}-${user}`;
    const key = { requirement: 'run/setup', endpoint: unit.endpoint.id, index, step: named, attempt: 0 };
    return send(key, withUser(request, symbol(`user:${user}`)));
  };
  const restoring = (request: Request): Request => ({ ...request, purpose: 'restore' });
  const current = bound.wellFormed(addressReadBack.endpoint);
  const read = async (user: string, step = 'put-back-check', request = restoring(current)) => {
    const exchange = await ask(user, step, 0, request);
    if (isAnswered(exchange) && [204, 404].includes(exchange.answer.status)) return { exchange, address: null };
    const body = isAnswered(exchange) && isSuccess(exchange) ? json(exchange) : undefined;
    return { exchange, address: body && 'value' in body ? atPointer(body.value, addressReadBack.address) : undefined };
  };
  const [first, second] = [await read('first', 'before', current), await read('second', 'before', current)];
  const isChanged = async (user: string, original: Json | undefined) => {
    if (!isObject(original)) return false;
    const { address } = await read(user);
    return isObject(address) ? plain(address) !== plain(original) : address === null;
  };
  const write = async (user: string, address: { readonly [name: string]: Json }, nth: number) => {
    let said = '';
    for (const [index, form] of forms(address).entries()) {
      const update = withAddress(bound.wellFormed(unit.endpoint.name), form);
      const exchange = await ask(user, 'put-back', nth * 2 + index, restoring(update));
      if (isAnswered(exchange) && isSuccess(exchange)) return undefined;
      said = summarize(exchange);
    }
    return `${changed}: the request that restores it got ${said}`;
  };
  return {
    putBack: async () => {
      if (!isObject(first.address)) {
        return `${changed}: ${addressReadBack.endpoint} returned no address at the start (${summarize(first.exchange)})`;
      }
      const problem = await write('first', first.address, 0);
      if (second.address === null && isObject((await read('second')).address)) {
        return problem ?? given;
      }
      if (!(await isChanged('second', second.address))) return problem;
      await write('second', second.address as { [name: string]: Json }, 0);
      // If the target confuses the two users, the first user's address is written last.
      return (await isChanged('first', first.address)) ? write('first', first.address, 1) : problem;
    },
  };
}

/** Serialises an address to compare it: its specified members, or all if it has none. Replicas may differ in others. */
function plain(address: { readonly [name: string]: Json }): string {
  const named = shown.filter((name) => address[name] !== undefined && address[name] !== null);
  const members = named.length > 0 ? named : Object.keys(address).sort();
  return JSON.stringify(members.map((name) => [name, address[name] ?? null]));
}

const changed = "The test user's address was changed and not restored";
const given = 'The second test user had no address, and the run created one';

/** Returns the address as read, and with its specified members only, for servers that store more than they accept. */
function forms(original: { readonly [name: string]: Json }): (typeof original)[] {
  const known = Object.entries(original).filter(([name, value]) => shown.includes(name) && value !== null);
  return [original, Object.fromEntries(known)];
}

function withAddress(request: Request, address: { readonly [name: string]: Json }): Request {
  return withBody(request, JSON.stringify({ address }));
}
