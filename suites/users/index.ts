import type { AreaSuites } from '../../engine/index.ts';
import { address } from './address.ts';

/** The specification only describes the address update. */
export const usersArea: AreaSuites = {
  area: 'users',
  purpose:
    'Creates and manages user accounts: personal information, address, tax residency, nationality, employment details.',
  specified: true,
  suites: [address],
};
