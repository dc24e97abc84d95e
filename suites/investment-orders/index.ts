import type { AreaSuites } from '../../engine/index.ts';
import { orders } from './orders.ts';

/** The specification gives the request, but not the response. */
export const investmentOrdersArea: AreaSuites = {
  area: 'investment-orders',
  purpose: 'Submits single-instrument trades and returns enriched transaction responses.',
  specified: true,
  suites: [orders],
};
