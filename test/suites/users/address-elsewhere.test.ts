import { expect, test } from 'vitest';
import { addressAbroad, otherAddress, sampleAddress } from '../../../fixtures/samples/address.ts';
import { staysElsewhere } from '../../../suites/users/address-elsewhere.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { addressBound, type Behaviour, first, inUs, type Members, refusing, serving } from './address-stub.ts';

const never: Behaviour = { store: (sent) => ({ ...sent, city: 'Bremerhaven' }) };
const refusingAll = (...addresses: readonly Members[]): Behaviour =>
  refusing(({ line1 }) => addresses.some((address) => line1 === address['line1']));

async function moved(
  behaviour: Behaviour,
  at?: RegExp,
  given: Given = apiError(403),
  from: Members = otherAddress,
  more = {},
) {
  const { ask, steps, stored } = serving(behaviour, at ? [[at, given]] : []);
  const stays = await staysElsewhere(addressBound(more), ask, 'to', from);
  return { stays, steps, stored: stored.get(first) };
}

test('one move shows a member that is never updated, without waiting', async () => {
  expect(await moved(never)).toEqual({
    stays: true,
    steps: ['to-0-from', 'to-0-from-read', 'to-0', 'to-0-read'],
    stored: { ...addressAbroad, city: 'Bremerhaven' },
  });
  expect((await moved({})).stays).toBe(false);
});

test.each([/-from-read(?:-later-[123])?$/, /^to-0-read(?:-later-[123])?$/])(
  'what was sent may be late: %s',
  async (at) => {
    const late = { body: { address: { line1: 'Old Street 3', city: 'Bremerhaven', postalCode: 53111 } } };
    expect((await moved(never, at, late)).stays).toBe(true);
  },
);

test.each<[string, Behaviour, RegExp?]>([
  ['no address abroad is accepted', refusingAll(addressAbroad)],
  ['the address before cannot be read', {}, /^to-0-from-read$/],
  ['the address after cannot be read', {}, /^to-0-read$/],
])('another move shows it if %s', async (_what, behaviour, at) => {
  for (const [from, to] of [
    [otherAddress, sampleAddress],
    [sampleAddress, otherAddress],
  ] as const) {
    const { stays, stored } = await moved({ ...behaviour, ...never }, at, undefined, from);
    expect([stays, stored?.['line1']]).toEqual([true, to.line1]);
  }
  expect((await moved(behaviour, at)).stays).toBe(false);
});

test('built-in addresses are told apart without a move if no other is accepted', async () => {
  const behaviour = refusingAll(addressAbroad, sampleAddress);
  expect((await moved(behaviour)).stays).toBe(true);
  const addresses = [sampleAddress, otherAddress];
  expect((await moved(behaviour, undefined, undefined, otherAddress, { addresses })).stays).toBe(false);
});

test('a member may stay in the same town, under the name that others give to its parts', async () => {
  const from = inUs('Manhattan', '21 Water Street', 'Suite 9', '10016');
  const away = inUs('Boston', '1 School Lane', 'Door 7', '02108');
  const addresses = [
    inUs('Brooklyn', '10 High Street', 'Flat 2', '11201'),
    from,
    inUs('Manhattan', '33 Grand Avenue', 'Floor 5', '10457'),
    away,
  ];
  const whole: Behaviour = { store: (sent) => ({ ...sent, city: sent['city'] === 'Boston' ? 'Boston' : 'New York' }) };
  expect(await moved(whole, undefined, undefined, from, { addresses })).toMatchObject({ stays: false, stored: away });
  expect((await moved(never, undefined, undefined, from, { addresses })).stays).toBe(true);
});
