import type { AreaSuites } from '../../engine/index.ts';
import { portfolios } from './portfolios.ts';

/** The endpoint is given, its response is not shown. */
export const portfoliosArea: AreaSuites = {
  area: 'portfolios',
  purpose: 'Returns holdings, target allocation, prices and returns by tenor.',
  specified: true,
  suites: [portfolios],
};
