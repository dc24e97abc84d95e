import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area but no endpoint. Only the endpoints that a profile declares are tested. */
export const savingsOrdersArea: AreaSuites = {
  area: 'savings-orders',
  purpose: 'Creates and manages top-up and withdrawal orders for savings plans.',
  specified: false,
  suites: [],
};
