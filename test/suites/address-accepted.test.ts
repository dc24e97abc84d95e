import { expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { otherAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { address } from '../../suites/users/address.ts';
import { addressBound, type Behaviour, serving } from './address-stub.ts';
import { apiError } from './api-error.ts';

/** What a row judges of a server of addresses, and the steps that it asks. */
async function judged(id: string, behaviour: Behaviour) {
  const { ask, steps } = serving(behaviour);
  const row = address.requirements.find((one) => one.id === `address/${id}`) as Scenario;
  return { kinds: (await row.run(addressBound(), ask)).map(({ kind }) => kind), steps };
}

const isFrom = (sent: unknown, { city }: { readonly city: string }) => (sent as { city: unknown }).city === city;

test('an address that meets a failure is not sent in other writings', async () => {
  for (const status of [500, 503, 429]) {
    expect(await judged('accepted', { check: () => apiError(status) })).toEqual({
      kinds: ['unanswered'],
      steps: ['address'],
    });
  }
});

test.each([300, 304, 399])('%i neither carries an update out nor refuses it', async (status) => {
  const elsewhere: Behaviour = { check: (sent) => (isFrom(sent, sampleAddress) ? { status } : undefined) };
  expect((await judged('accepted', elsewhere)).kinds).toEqual(['held', 'observed']);
  let updates = 0;
  const repeated: Behaviour = { check: () => (++updates % 3 === 0 ? { status } : undefined) };
  expect((await judged('repeatable', repeated)).kinds).toEqual(['violated']);
});

test.each(['number', 'string'])(
  'whether a second address is taken at all is not for postalCode as a %s',
  async (type) => {
    const refused: Behaviour = { check: (sent) => (isFrom(sent, otherAddress) ? apiError(422) : undefined) };
    expect((await judged(`postal-code-${type}`, refused)).kinds).toEqual(['held']);
  },
);
