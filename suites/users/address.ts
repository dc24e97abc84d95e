import { suite } from '../../engine/index.ts';
import { acceptedRequirements, postalCodeLetters } from './address-accepted.ts';
import { isolation } from './address-isolation.ts';
import { overwrites } from './address-overwrites.ts';
import { refusedRequirements } from './address-refused.ts';
import { refusedUnchanged } from './address-refused-unchanged.ts';

export const address = suite('address', [
  ...acceptedRequirements,
  postalCodeLetters,
  ...refusedRequirements,
  overwrites,
  isolation,
  refusedUnchanged,
]);
