import type { Catalogue } from '../engine/index.ts';
import { token } from './authentication/token.ts';
import { cash } from './cash/cash.ts';
import { summaries } from './daily-summaries/summaries.ts';
import { endpoints } from './endpoints.ts';
import { auth } from './every-endpoint/auth.ts';
import { declared } from './every-endpoint/declared.ts';
import { errors } from './every-endpoint/errors.ts';
import { http } from './every-endpoint/http.ts';
import { robustness } from './every-endpoint/robustness.ts';
import { scope } from './every-endpoint/scope.ts';
import { user } from './every-endpoint/user.ts';
import { orders } from './investment-orders/orders.ts';
import { guide } from './learn/guide.ts';
import { guides } from './learn/guides.ts';
import { insights } from './learn/insights.ts';
import { notifications } from './notification-settings/notifications.ts';
import { portfolios } from './portfolios/portfolios.ts';
import { address } from './users/address.ts';

/**
 * All requirements, in the order of the reports. Each id, level and rule is defined in one suite. The specification
 * names no endpoint of the areas without a suite. There, only the endpoints that a profile declares are tested.
 */
export const catalogue: Catalogue = {
  endpoints,
  areas: [
    {
      area: 'authentication',
      purpose: 'Issues the access tokens of the service, using the client credentials flow.',
      suites: [token],
    },
    {
      area: 'every-endpoint',
      purpose: 'Tokens, users, errors and general HTTP rules, on every endpoint that the claim covers.',
      // Robustness comes last: its lane runs in this order.
      suites: [auth, scope, user, errors, http, declared, robustness],
    },
    {
      area: 'learn',
      purpose: 'Returns editorial content, learning guides, news articles and glossary entries.',
      suites: [guides, guide, insights],
    },
    {
      area: 'cash',
      purpose: 'Returns user cash balances across currencies.',
      suites: [cash],
    },
    {
      area: 'portfolios',
      purpose: 'Returns holdings, target allocation, prices and returns by tenor.',
      suites: [portfolios],
    },
    {
      area: 'users',
      purpose:
        'Creates and manages user accounts: personal information, address, tax residency, nationality, employment details.',
      suites: [address],
    },
    {
      area: 'daily-summaries',
      purpose: 'Returns historical daily portfolio snapshots with performance metrics and market insights.',
      suites: [summaries],
    },
    {
      area: 'notification-settings',
      purpose: "Returns the user's app and email notification preferences.",
      suites: [notifications],
    },
    {
      area: 'investment-orders',
      purpose: 'Submits single-instrument trades and returns enriched transaction responses.',
      suites: [orders],
    },
    {
      area: 'savings-vault',
      purpose: 'Returns user savings vault balances across all savings products.',
      suites: [],
    },
    {
      area: 'investment-products',
      purpose: 'Returns listed instruments, fundamentals, tickers and asset-specific data.',
      suites: [],
    },
    {
      area: 'savings-orders',
      purpose: 'Creates and manages top-up and withdrawal orders for savings plans.',
      suites: [],
    },
    {
      area: 'test',
      purpose: 'Sandbox-only: creates test users, simulates deposits, manages test data.',
      suites: [],
    },
  ],
};
