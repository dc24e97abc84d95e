import { describe, expect, test } from 'vitest';
import { otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { askLost } from '../../suites/users/address-lost.ts';
import { servingBut } from './address-otherwise.ts';
import { addressBound, type Behaviour } from './address-stub.ts';
import { apiError } from './api-error.ts';

type Json = Record<string, unknown>;

/** What the second user has: a value in every member. */
const others: Json = { ...otherAddress, line2: 'Suite 412' };

/** A server that stores an address without these members, and with these beside it. */
function losing(members: readonly string[], beside: Json = {}): Behaviour {
  const left = (sent: Json) => Object.entries(sent).filter(([name]) => !members.includes(name));
  return {
    store: (sent, _former, _stored, user) => (isFirst(user) ? { ...Object.fromEntries(left(sent)), ...beside } : sent),
  };
}

const isFirst = (user: string) => user === '{{user:first}}';

/** What is found where the first user sends `address`, and the second one has `theirs`; and what was asked for that. */
async function found(behaviour: Behaviour, address: Json = sampleAddress, theirs: Json = others) {
  const { ask, steps, stored } = servingBut(undefined, undefined, behaviour);
  stored.set('{{user:second}}', theirs);
  const judgement = await askLost(addressBound({ addresses: [address, otherAddress] }), ask);
  return { found: judgement?.kind, steps };
}

describe('a member of the address that is read back nowhere', () => {
  test.each<[string, Behaviour, Json?, Json?]>([
    ['two others are read back, and not more', losing(['city', 'line2'])],
    ['the second user has one of three letters', losing(['city']), sampleAddress, { ...others, city: 'Ulm' }],
    ['it was sent with three letters', losing(['city']), { ...sampleAddress, city: 'Ulm' }],
    ['of its words two digits alone stand elsewhere', losing(['line1'], { reference: 'A-1770' })],
  ])('is a finding where %s', async (_what, behaviour, address, theirs) => {
    expect((await found(behaviour, address, theirs)).found).toBe('violated');
  });

  test.each<[string, Behaviour, Json?]>([
    ['one of its words stands elsewhere, the rest is shortened', losing(['line1'], { street: 'Unt. den Lind.' })],
    ['not every address has one', losing(['line2'])],
    [
      'it is too short to be looked for elsewhere',
      losing(['city'], { place: '10117 Au' }),
      { ...sampleAddress, city: 'Au' },
    ],
    ['one other alone is read back', losing(['city', 'line2', 'postalCode'])],
  ])('tells nothing where %s', async (_what, behaviour, address) => {
    expect((await found(behaviour, address)).found).toBeUndefined();
  });

  test('tells nothing where the update is refused, and what was stored before lacks it', async () => {
    const { city: _lost, ...former } = sampleAddress;
    const behaviour: Behaviour = {
      hasty: (_sent, stored, user) => stored.set(user, former),
      check: () => apiError(409),
    };
    expect(await found(behaviour)).toEqual({ found: undefined, steps: ['lost'] });
  });

  test('is read no further where the second user has none either', async () => {
    const { city: _none, ...theirs } = others;
    const { found: kind, steps } = await found(losing(['city']), sampleAddress, theirs);
    expect(kind).toBeUndefined();
    expect(steps.at(-1)).toBe('lost-other-read');
  });
});
