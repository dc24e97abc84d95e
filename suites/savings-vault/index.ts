import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area and gives no endpoint: it comes alive through those that a profile declares. */
export const savingsVaultArea: AreaSuites = {
  area: 'savings-vault',
  purpose: 'Returns user savings vault balances across all savings products.',
  specified: false,
  suites: [],
};
