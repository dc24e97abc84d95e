import { addressFrom, checkOrder, readBody } from './bodies.ts';
import { type Answer, type Call, freshId, isObject, type Json, ok, Refusal, type Warm } from './shapes.ts';
import type { Table } from './table.ts';

const broken = (): Refusal => new Refusal(500, 'INTEGRATION_FAILURE', 'Internal server error');

/** The address update and its read-back, and orders. */
export const writesOf = (warm: Warm, table: Table) => {
  const storedOf = (user: string): Json => {
    const pk = `USER#${user}`;
    const several = warm.has('sort-key-holds-the-first-line') ? table.query(pk, 'ADDRESS#') : [];
    if (several[0] !== undefined) return several[0]['address'] as Json;
    return (table.get(pk, 'ADDRESS')?.['address'] ?? {}) as Json;
  };
  const first = (user: string): Json => {
    const key = `first ${user}`;
    if (!warm.memory.has(key)) warm.memory.set(key, storedOf(user));
    return warm.memory.get(key) as Json;
  };
  const store = (user: string, address: Json): void => {
    first(user);
    const sk = warm.has('sort-key-holds-the-first-line') ? `ADDRESS#${address['line1']}` : 'ADDRESS';
    table.put({ pk: `USER#${user}`, sk, address });
  };
  const auditOf = (body: unknown): void => {
    if (!warm.has('empty-set-in-audit') || !isObject(body)) return;
    const lists = Object.values(isObject(body['address']) ? body['address'] : body).filter(Array.isArray);
    if (lists.some((list) => list.length === 0 || new Set(list.map((one) => typeof one)).size > 1)) throw broken();
  };
  const update = async (call: Call): Promise<Answer> => {
    try {
      const body = readBody(warm, call);
      if (warm.has('handler-never-calls-back') && (body === null || typeof body !== 'object'))
        await new Promise(() => {});
      auditOf(body);
      store(call.user, addressFrom(warm, body, storedOf(call.user)));
    } catch (error) {
      if (warm.has('poison-record-rewinds')) store(call.user, first(call.user));
      throw error;
    }
    return ok({ updated: true });
  };
  const redrive = (call: Call): void => {
    try {
      store(call.user, addressFrom(warm, readBody(warm, call), {}));
    } catch {}
  };
  const readBack = (call: Call): Answer => {
    const address = storedOf(call.user);
    if (warm.has('read-back-is-the-whole-document')) return ok(address);
    if (warm.has('read-back-under-keys-of-digits')) return ok({ '1': { '0': { address } } });
    return ok({ address });
  };
  const order = (call: Call): Answer => {
    const body = readBody(warm, call);
    if (warm.has('templates-render-maps') && isObject(body)) {
      const invalid = (value: unknown): boolean =>
        isObject(value)
          ? Object.keys(value).length > 0
          : Array.isArray(value) && value.some((one) => typeof one === 'string');
      if (Object.values(body).some(invalid)) throw broken();
    }
    const key = isObject(body) ? `order ${call.user} ${body['isin']} ${body['side']}` : '';
    const seen = warm.has('idempotency-key-without-the-amount') ? warm.memory.get(key) : undefined;
    if (seen !== undefined) return ok(seen);
    const placed = { orderId: freshId(), state: 'accepted', ...checkOrder(warm, body) };
    warm.memory.set(key, placed);
    if (warm.has('order-in-parts')) return { ...ok({ items: [{ status: 201, order: placed }] }), status: 207 };
    if (warm.has('order-created-elsewhere'))
      return { status: 201, fields: { location: `/orders/${placed.orderId}` }, text: '' };
    return { ...ok(placed), status: 201 };
  };
  return { update, redrive, readBack, order };
};
