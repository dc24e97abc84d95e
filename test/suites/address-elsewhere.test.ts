import { describe, expect, test } from 'vitest';
import { addressAbroad, otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import type { Address } from '../../suites/address-update.ts';
import { staysElsewhere } from '../../suites/users/address-elsewhere.ts';
import { servingBut } from './address-otherwise.ts';
import { addressBound, type Behaviour } from './address-stub.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';

const never: Behaviour = { store: (sent) => ({ ...sent, city: 'Bremerhaven' }) };

/** The operator's: two in one town, one more there, and one in another town. */
const inTown = (line1: string, line2: string, postalCode: string, city: string) => ({
  line1,
  line2,
  city,
  postalCode,
  countryCode: 'US',
});
const first = inTown('10 High Street', 'Flat 2', '11201', 'Brooklyn');
const second = inTown('21 Water Street', 'Suite 9', '10016', 'Manhattan');
const nearby = inTown('33 Grand Avenue', 'Floor 5', '10457', 'Manhattan');
const away = inTown('1 School Lane', 'Door 7', '02108', 'Boston');

async function moved(behaviour: Behaviour, at?: RegExp, given?: Given, from: Address = otherAddress, more = {}) {
  const { ask, steps, stored } = servingBut(at, given, behaviour);
  const stays = await staysElsewhere(addressBound(more), ask, 'to', from);
  return { stays, steps, stored: stored.get('{{user:first}}') };
}

const refusing = (...addresses: readonly Address[]): Behaviour => ({
  check: (sent) => (addresses.some(({ line1 }) => line1 === (sent as Address)['line1']) ? apiError(422) : undefined),
});

describe('a member stays as it is in another town', () => {
  test('where it is never updated, which one move shows, and what shows at once is waited for no longer', async () => {
    expect(await moved(never)).toEqual({
      stays: true,
      steps: ['to-0-from', 'to-0-from-read', 'to-0', 'to-0-read'],
      stored: { ...addressAbroad, city: 'Bremerhaven' },
    });
    expect((await moved({})).stays).toBe(false);
  });

  test('where what was sent is seen in the last reading alone', async () => {
    const late = { body: { address: { line1: 'Old Street 3', city: 'Bremerhaven', postalCode: 53111 } } };
    for (const at of [/-from-read(?:-later-[123])?$/, /^to-0-read(?:-later-[123])?$/]) {
      expect((await moved(never, at, late)).stays).toBe(true);
    }
  });

  test.each<[string, Behaviour, RegExp | undefined]>([
    ['no address is accepted abroad', refusing(addressAbroad), undefined],
    ['what stood before cannot be read', {}, /^to-0-from-read$/],
    ['what came of it cannot be read', {}, /^to-0-read$/],
    ['neither can be read', {}, /^to-0-(?:from-)?read$/],
  ])('where another move shows it, as %s', async (_what, behaviour, at) => {
    for (const from of [otherAddress, sampleAddress]) {
      const { stays, stored } = await moved({ ...behaviour, ...never }, at, apiError(403), from);
      expect(stays).toBe(true);
      expect(stored).toMatchObject({ line1: from === otherAddress ? sampleAddress.line1 : otherAddress.line1 });
    }
    expect((await moved(behaviour, at, apiError(403))).stays).toBe(false);
  });

  test.each<[string, Behaviour, RegExp | undefined]>([
    ['no other is accepted', refusing(addressAbroad, sampleAddress), undefined],
    ['the one to move from is not', refusing(otherAddress), undefined],
    ['none can be read', {}, /read$/],
  ])('by what was seen before, of built-in addresses, where %s', async (_what, behaviour, at) => {
    expect((await moved(behaviour, at, apiError(403))).stays).toBe(true);
    const addresses = [sampleAddress, otherAddress];
    expect((await moved(behaviour, at, apiError(403), otherAddress, { addresses })).stays).toBe(false);
  });

  test('but may in the same one, which has the name that others give to its parts', async () => {
    const whole: Behaviour = {
      store: (sent) => ({ ...sent, city: sent['city'] === 'Boston' ? 'Boston' : 'New York' }),
    };
    const addresses = [first, second, nearby, away];
    const { stays, stored } = await moved(whole, undefined, undefined, second, { addresses });
    expect(stays).toBe(false);
    expect(stored).toEqual(away);
    expect((await moved(never, undefined, undefined, second, { addresses })).stays).toBe(true);
  });
});
