import { expect, test } from 'vitest';
import { sampleAddress } from '../../../fixtures/samples/address.ts';
import { firstAddress } from '../../../suites/address-update.ts';
import { postalCodes } from '../../../suites/users/address.ts';
import { addressBound } from './address-bound.ts';

const builtIn = sampleAddress.postalCode;
test.each<[unknown, readonly [unknown, boolean], readonly [unknown, boolean]]>([
  [undefined, [builtIn, true], [String(builtIn), true]],
  [10115, [10115, true], ['10115', false]],
  ['01067', [builtIn, false], ['01067', true]],
  ['SW1A', [builtIn, false], ['SW1A', true]],
  [{}, [builtIn, false], [String(builtIn), false]],
])('postal codes are derived from %j: %j, %j', (postalCode, asNumber, asString) => {
  const bound = addressBound(postalCode === undefined ? [] : [{ postalCode }]);
  const codes = postalCodes(bound, firstAddress(bound));
  const found = [codes.number, codes.string].map(({ address, given }) => [
    address['postalCode'],
    given,
  ]);
  expect(found).toEqual([asNumber, asString]);
});
