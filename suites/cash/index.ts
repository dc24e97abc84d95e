import type { AreaSuites } from '../../engine/index.ts';
import { cash } from './cash.ts';

/** The endpoint is given, its response is not shown. */
export const cashArea: AreaSuites = {
  area: 'cash',
  purpose: 'Returns user cash balances across currencies.',
  specified: true,
  suites: [cash],
};
