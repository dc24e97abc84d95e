import type { Catalogue } from '../engine/index.ts';
import { authenticationArea } from './authentication/index.ts';
import { cashArea } from './cash/index.ts';
import { dailySummariesArea } from './daily-summaries/index.ts';
import { endpoints } from './endpoints.ts';
import { everyEndpoint } from './every-endpoint/index.ts';
import { investmentOrdersArea } from './investment-orders/index.ts';
import { investmentProductsArea } from './investment-products/index.ts';
import { learnArea } from './learn/index.ts';
import { notificationSettingsArea } from './notification-settings/index.ts';
import { portfoliosArea } from './portfolios/index.ts';
import { savingsOrdersArea } from './savings-orders/index.ts';
import { savingsVaultArea } from './savings-vault/index.ts';
import { testArea } from './test/index.ts';
import { usersArea } from './users/index.ts';

/** All requirements, in the order of the reports. Each id, level and rule is defined in one suite. */
export const catalogue: Catalogue = {
  endpoints,
  areas: [
    authenticationArea,
    everyEndpoint,
    learnArea,
    cashArea,
    portfoliosArea,
    usersArea,
    dailySummariesArea,
    notificationSettingsArea,
    investmentOrdersArea,
    savingsVaultArea,
    investmentProductsArea,
    savingsOrdersArea,
    testArea,
  ],
};
