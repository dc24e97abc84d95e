import type { AreaSuites } from '../../engine/index.ts';
import { cash } from './cash.ts';

/** The specification gives the endpoint, but not its response. */
export const cashArea: AreaSuites = {
  area: 'cash',
  purpose: 'Returns user cash balances across currencies.',
  specified: true,
  suites: [cash],
};
