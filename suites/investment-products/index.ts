import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area but no endpoint. Only the endpoints that a profile declares are tested. */
export const investmentProductsArea: AreaSuites = {
  area: 'investment-products',
  purpose: 'Returns listed instruments, fundamentals, tickers and asset-specific data.',
  specified: false,
  suites: [],
};
