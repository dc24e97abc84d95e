import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area and gives no endpoint: it comes alive through those that a profile declares. */
export const investmentProductsArea: AreaSuites = {
  area: 'investment-products',
  purpose: 'Returns listed instruments, fundamentals, tickers and asset-specific data.',
  specified: false,
  suites: [],
};
