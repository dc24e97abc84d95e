import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area and gives no endpoint: it comes alive through those that a profile declares. */
export const testArea: AreaSuites = {
  area: 'test',
  purpose: 'Sandbox-only: creates test users, simulates deposits, manages test data.',
  specified: false,
  suites: [],
};
