import { suite } from '../../engine/index.ts';
import { acceptedRequirements } from './address-accepted.ts';
import { refusedRequirements } from './address-refused.ts';
import { storedRequirements } from './address-stored.ts';

/** Requirements on the update of the postal address. */
export const address = suite('address', [...acceptedRequirements, ...refusedRequirements, ...storedRequirements]);
