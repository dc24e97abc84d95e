import { expect, test } from 'vitest';
import { orNothing } from '../../../engine/index.ts';
import { sampleAddress } from '../../../fixtures/samples/address.ts';
import { askVanished } from '../../../suites/users/address-vanished.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { addressBound, roomForOne, second, serving, without } from './address-stub.ts';

const none: Given = { body: { address: null } };

/** Resolves to the finding and the steps if the second user has no address at first. */
async function found(at?: RegExp, given = none, behaviour = roomForOne, bound = addressBound()) {
  const { ask, steps, stored } = serving(behaviour, at ? [[at, given]] : []);
  stored.delete(second);
  return { kind: (await askVanished(bound, ask).catch(orNothing))?.kind, steps };
}
const once = (step: string) =>
  ['given', 'given-read', 'update', 'own', 'after', 'after-more-1'].map((one) => `${step}-${one}`);

test('an address that goes with an update for the first user is a finding if it shows twice', async () => {
  const steps = ['vanished-before', ...once('vanished-1'), ...once('vanished-2')];
  expect(await found()).toEqual({ kind: 'fail', steps });
});

test.each(['given-read', 'own'])('it is a finding if the last reading alone shows the update: %s', async (step) => {
  expect((await found(new RegExp(`-${step}(?:-later-[123])?$`))).kind).toBe('fail');
});

test.each<[string, RegExp, Given?]>([
  ['the second user’s address cannot be read', /^vanished-before$/, apiError(403)],
  ['the address that was given cannot be read', /-given-read$/, apiError(403)],
  ['another one shows than was given', /-given-read/, { body: { address: { city: 'Bremen' } } }],
  ['the update cannot be read', /-own$/, apiError(403)],
  ['the update never shows', /-own/],
  ['the second user’s address cannot be read any more', /-after$/, apiError(403)],
  ['one reading of seventeen still shows it', /-after-more-7$/, { body: { address: sampleAddress } }],
  ['one reading of seventeen fails', /-after-more-7$/, apiError(403)],
])('nothing is found if %s', async (_what, at, given) => {
  expect((await found(at, given)).kind).toBeUndefined();
});

test('no more is requested once the address is seen to be kept, or if no reading tells the addresses apart', async () => {
  const steps = ['vanished-before', ...once('vanished-1').slice(0, -1)];
  expect(await found(undefined, none, {})).toEqual({ kind: undefined, steps });
  const alike = addressBound({ addresses: [without(sampleAddress, 'line2'), sampleAddress] });
  expect(await found(undefined, none, roomForOne, alike)).toEqual({ kind: undefined, steps: ['vanished-before'] });
});
