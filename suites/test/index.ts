import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area but no endpoint. Only the endpoints that a profile declares are tested. */
export const testArea: AreaSuites = {
  area: 'test',
  purpose: 'Sandbox-only: creates test users, simulates deposits, manages test data.',
  specified: false,
  suites: [],
};
