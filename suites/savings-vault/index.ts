import type { AreaSuites } from '../../engine/index.ts';

/** The specification names the area but no endpoint. Only the endpoints that a profile declares are tested. */
export const savingsVaultArea: AreaSuites = {
  area: 'savings-vault',
  purpose: 'Returns user savings vault balances across all savings products.',
  specified: false,
  suites: [],
};
