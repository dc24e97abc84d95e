import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { certify, configOf, withOutcome } from '../engine/session/in-process.ts';

// Code says `if (!body.address)`, so a falsy value of a type takes another way than a truthy one.

const crashes = [
  ['false-address-500', 'address/*'],
  ['one-as-address-500', 'address/*'],
  ['false-city-500', 'address/*'],
  ['false-amount-500', 'orders/*'],
  ['false-deposit-500', 'declared/*'],
  ['empty-list-as-currency-500', 'declared/*'],
  ['token-crashes-on-false-client', 'token/*'],
  ['token-crashes-on-empty-list', 'token/*'],
] as const;

test.each(crashes)(
  'one of the two values of a JSON type crashes the handler: %s',
  { timeout: 120_000 },
  async (id, group) => {
    const fault = faults.find((one) => one.id === id) ?? expect.fail();
    const only = [group, 'http/no-server-error'];
    const { result } = await certify(
      { ...configOf(fault), depth: 'standard', seed: 3, only },
      { compose: fault.compose },
    );
    expect(withOutcome(result, 'fail')).toEqual(['http/no-server-error']);
  },
);
