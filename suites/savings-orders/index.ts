import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area and gives no endpoint: it comes alive through those that a profile declares. */
export const savingsOrdersArea: AreaSuites = {
  area: 'savings-orders',
  purpose: 'Creates and manages top-up and withdrawal orders for savings plans.',
  specified: false,
  suites: [],
};
