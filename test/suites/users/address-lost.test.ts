import { expect, test } from 'vitest';
import { orNothing } from '../../../engine/index.ts';
import { otherAddress, sampleAddress } from '../../../fixtures/samples/address.ts';
import { askLost } from '../../../suites/users/address-lost.ts';
import { apiError } from '../api-error.ts';
import { addressBound, type Behaviour, first, type Members, second, serving, without } from './address-stub.ts';

/** The second user's address, with a value in every member. */
const others: Members = { ...otherAddress, line2: 'Suite 412' };

/** Stores the first user's address without the named members, and with additional ones. */
const losing = (names: string, beside: Members = {}): Behaviour => ({
  store: (sent, _former, _stored, user) =>
    user === first ? { ...without(sent, ...names.split(' ')), ...beside } : sent,
});

/** Resolves to the kind of the judgement and the steps. */
async function found(behaviour: Behaviour, address: Members = sampleAddress, theirs = others) {
  const { ask, steps, stored } = serving(behaviour);
  stored.set(second, theirs);
  const judgement = await askLost(addressBound({ addresses: [address, otherAddress] }), ask).catch(orNothing);
  return { kind: judgement?.kind, steps };
}

test('a member that was sent is read back, and the second user is left alone', async () => {
  expect(await found({})).toEqual({ kind: undefined, steps: ['lost', 'lost-read'] });
});

test.each<[string, Behaviour, Members?, Members?]>([
  ['the city is nowhere', losing('city')],
  ['the first line is nowhere', losing('line1')],
  ['the city is empty', losing('', { city: '' })],
  ['two others are read back, and not more', losing('city line2')],
  ['the second user has three letters', losing('city'), sampleAddress, { ...others, city: 'Ulm' }],
  ['of its words two digits alone stand elsewhere', losing('line1', { reference: 'A-1770' })],
])('a lost member is a finding: %s', async (_what, behaviour, address, theirs) => {
  expect((await found(behaviour, address, theirs)).kind).toBe('fail');
});

const short = { ...sampleAddress, city: 'Au' };
test.each<[string, Behaviour, Members?, Members?]>([
  ['one of its words stands elsewhere', losing('line1', { street: 'Unt. den Lind.' })],
  ['not every address has one', losing('line2')],
  ['it is too short to be looked for', losing('city', { place: '10117 Au' }), short],
  ['no user has it', losing('postalCode'), sampleAddress, without(others, 'postalCode')],
  ['it has another name', losing('city', { town: 'Berlin' })],
  ['it is in a line', losing('city', { place: '10117 Berlin' })],
  ['the others have other names', { store: () => ({ street: sampleAddress.line1, zip: sampleAddress.postalCode }) }],
  ['nothing can be read', { ...losing('city'), show: () => apiError(403) }],
])('nothing is found if %s', async (_what, behaviour, address, theirs) => {
  expect((await found(behaviour, address, theirs)).kind).toBeUndefined();
});

test('nothing is found if the update is refused and what was stored before lacks it', async () => {
  const hasty: Behaviour['hasty'] = (_sent, stored, user) => stored.set(user, without(sampleAddress, 'city'));
  expect(await found({ hasty, check: () => apiError(409) })).toEqual({ kind: undefined, steps: ['lost'] });
});

test.each<[string, Behaviour['show'], Members]>([
  ['has none either', undefined, without(others, 'city')],
  ['is refused', (at) => (at?.['city'] === 'Bremen' ? apiError(403) : { body: { address: at } }), { city: 'Bremen' }],
])('nothing is found, and no more read, if the second user %s', async (_what, show, theirs) => {
  const { kind, steps } = await found({ ...losing('city'), ...(show && { show }) }, sampleAddress, theirs);
  expect([kind, steps.at(-1)]).toEqual([undefined, 'lost-other-read']);
});

test('a member may show later than the rest, up to the last reading', async () => {
  let readings = 0;
  const show: Behaviour['show'] = (address = {}) => ({
    body: { address: ++readings < 5 ? without(address, 'city') : address },
  });
  expect(await found({ show })).toMatchObject({ kind: undefined, steps: { length: 6 } });
});

test('nothing is found if one reading in ten shows it', async () => {
  let readings = 0;
  const show: Behaviour['show'] = (address) => {
    const isWhole = address?.['city'] === undefined && readings++ % 10 === 9;
    return { body: { address: isWhole ? { ...address, city: 'Berlin' } : address } };
  };
  expect((await found({ ...losing('city'), show })).kind).toBeUndefined();
});
