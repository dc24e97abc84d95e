import { describe, expect, test } from 'vitest';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import { startClient } from './client.ts';

const { server, ask } = await startClient();
const path = '/users/me/address';
const patch = (body: unknown, more = {}) => ask(path, { method: 'PATCH', body, ...more });

describe('the address', () => {
  test('is overwritten, for that user only', async () => {
    const asSecond = { headers: { 'x-user-id': server.users.second } };
    const other = (await ask(path, asSecond)).json;
    expect((await patch({ address: sampleAddress })).status).toBe(200);
    const { line2: _dropped, ...shorter } = { ...sampleAddress, postalCode: 'SLM 1549' };
    expect((await patch({ address: shorter })).json).toEqual({ address: shorter });
    expect((await ask(path)).json).toEqual({ address: shorter });
    expect((await ask(path, asSecond)).json).toEqual(other);
  });

  test.each([
    ['no object', []],
    ['no address', {}],
    ['an address that is none', { address: 'x' }],
    ['an array', { address: [] }],
    ['an object for a line', { address: { ...sampleAddress, line1: {} } }],
    ['an array for a postal code', { address: { ...sampleAddress, postalCode: [1] } }],
    ['a lowercase country', { address: { ...sampleAddress, countryCode: 'mt' } }],
    ['a country with a line break', { address: { ...sampleAddress, countryCode: 'MT\n' } }],
    ['a missing city', { address: { ...sampleAddress, city: undefined } }],
    ['a member from elsewhere', { address: { ...sampleAddress, constructor: 1 } }],
  ])('%s is refused and changes nothing', async (_what, body) => {
    const before = (await ask(path)).text;
    const { status, json } = await patch(body);
    expect([status, json.status]).toEqual([422, 422]);
    expect((await ask(path)).text).toBe(before);
  });

  test.each([
    ['', 400],
    ['{"address":', 400],
    ['{"__proto__":{"address":{}}}', 422],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 422],
    [`{"address":"${'x'.repeat(1024 * 1024)}"}`, 413],
  ])('a body that is no such JSON is refused', async (text, expected) => {
    const { status, json } = await ask(path, {
      method: 'PATCH',
      text,
      headers: { 'Content-Type': 'application/json' },
    });
    expect([status, json.status]).toEqual([expected, expected]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonx',
  ])('the media type %s is refused', async (type) => {
    expect((await patch({ address: sampleAddress }, { headers: { 'Content-Type': type } })).status).toBe(415);
  });

  test('a charset of UTF-8 is fine', async () => {
    const headers = { 'Content-Type': 'Application/JSON; Charset="UTF-8"' };
    expect((await patch({ address: sampleAddress }, { headers })).status).toBe(200);
  });
});

describe('an order', () => {
  const order = (body: unknown) => ask('/api/m2m/investments/orders', { method: 'POST', body });

  test('becomes a transaction', async () => {
    const { status, json } = await order(sampleOrder);
    expect(status).toBe(201);
    expect(json.transaction).toMatchObject({ ...sampleOrder, id: expect.any(String) });
  });

  test.each([
    { isin: 'US0378331006' },
    { isin: {} },
    { side: [] },
    { side: 'hold' },
    { amount: 'ten' },
    { amount: 0 },
    { amount: -1 },
    { amount: null },
  ])('with %o is refused', async (change) => {
    expect((await order({ ...sampleOrder, ...change })).status).toBe(422);
  });
});
