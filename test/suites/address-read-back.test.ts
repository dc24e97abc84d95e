import { expect, test } from 'vitest';
import { type Exchange, orInconclusive } from '../../engine/index.ts';
import { readBack } from '../../suites/address-read-back.ts';
import { putAddress } from '../../suites/address-update.ts';
import { type Given, withHeaders } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, silence, type Target } from './asking.ts';
import { addressBound, readBackId, serving } from './users/address-stub.ts';

const read = (target: Given | Exchange | Target, user: 'first' | 'second' = 'first') =>
  readBack(addressBound(), asking(typeof target === 'function' ? target : () => target), 'read', user);
const whyNot = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error) => orInconclusive(error).why,
  );

test('a read-back is requested once from the endpoint in the profile, and not at all without one', async () => {
  const { ask, steps } = serving();
  await readBack(addressBound(), ask, 'read');
  expect([steps, addressBound().profile.addressReadBack?.endpoint]).toEqual([['read'], readBackId]);
  const { addressReadBack: _none, ...profile } = addressBound().profile;
  expect(await whyNot(readBack({ ...addressBound(), profile }, ask, 'read'))).toMatch(/declares no read-back/);
});

test.each<[string, Given | Exchange]>([
  ['silence', silence('closed')],
  ['a refusal', apiError(403)],
  ['a failure', { status: 500, body: { address: {} } }],
  ['no JSON', { body: 'text' }],
  ['nothing at the place', { body: { data: {} } }],
  ['a 404 without ApiError', { status: 404, body: { address: {} } }],
  ['a response from a cache', withHeaders({ Age: '5' }, { body: { address: {} } })],
])('a read-back that is %s is inconclusive', async (_what, given) => {
  expect(await whyNot(read(given))).toBeTypeOf('string');
});

test.each([{ status: 204 }, apiError(404), { body: { address: null } }])('nothing is stored if %j', async (given) => {
  expect(await read(given)).toMatchObject({ texts: [] });
});

const there: Given = { body: { address: { a: 'b' } } };
test.each<[string, Given]>([
  ['a missing member', { body: {} }],
  ['an empty list', { body: { addresses: [] } }],
  ['an empty body', { body: '' }],
])('%s means that the second user has no address only if the first user has one there', async (_what, given) => {
  const second = (others: Given) => read((step) => (step === 'read' ? given : others), 'second');
  expect(await second(there)).toMatchObject({ texts: [] });
  const first = read((step) => (step === 'read' ? given : there));
  for (const reading of [second(given), second(apiError(403)), first])
    expect(await whyNot(reading)).toMatch(/nothing at "\/address"/);
});

test.each([apiError(403), { status: 500, body: {} }, { body: 'text' }])(
  '%j does not mean that the second user has no address',
  async (given) => {
    const reading = read((step) => (step === 'read' ? given : there), 'second');
    expect(await whyNot(reading)).toMatch(/^the read-back failed: /);
  },
);

test.each([
  ['0', 'b0'],
  ['1 2 0', 'b2'],
])('a response from a cache is requested again until it is fresh: Age %s', async (ages, text) => {
  const target: Target = (_step, _path, nth) =>
    withHeaders({ Age: ages.split(' ')[nth] ?? '' }, { body: { address: { a: `b${nth}` } } });
  expect(await read(target)).toMatchObject({ texts: [text] });
});

const given = { city: 'Ulm' };
test.each([
  [undefined, 204, undefined],
  [true, 400, undefined],
  [true, 400, [{ city: 'Bonn' }, {}]],
  [false, 400, [given, {}]],
])('the reason tells the operator to configure other addresses, %s: %i with %j', async (isTold, status, addresses) => {
  const bound = addressBound(addresses ? { addresses } : {});
  const ask = asking(() => (status === 204 ? { status } : apiError(status)));
  const why = await whyNot(putAddress(bound, ask, 'update', given));
  expect(why?.includes('profile.addresses')).toBe(isTold);
});
