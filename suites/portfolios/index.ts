import type { AreaSuites } from '../../engine/index.ts';
import { portfolios } from './portfolios.ts';

/** The specification gives the endpoint, but not its response. */
export const portfoliosArea: AreaSuites = {
  area: 'portfolios',
  purpose: 'Returns holdings, target allocation, prices and returns by tenor.',
  specified: true,
  suites: [portfolios],
};
