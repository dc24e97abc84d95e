import type { Catalogue } from '../engine/index.ts';
import { token } from './authentication/token.ts';
import { cash } from './cash/cash.ts';
import { summaries } from './daily-summaries/summaries.ts';
import { endpoints } from './endpoints.ts';
import { auth } from './every-endpoint/auth.ts';
import { declared } from './every-endpoint/declared.ts';
import { errors } from './every-endpoint/errors.ts';
import { scope } from './every-endpoint/scope.ts';
import { user } from './every-endpoint/user.ts';
import { orders } from './investment-orders/orders.ts';
import { notifications } from './notification-settings/notifications.ts';
import { portfolios } from './portfolios/portfolios.ts';
import { address } from './users/address.ts';

export const catalogue: Catalogue = {
  endpoints,
  areas: [
    { area: 'authentication', purpose: '', specified: true, suites: [token] },
    { area: 'every-endpoint', purpose: '', specified: true, suites: [auth, scope, user, errors, declared] },
    { area: 'cash', purpose: '', specified: true, suites: [cash] },
    { area: 'portfolios', purpose: '', specified: true, suites: [portfolios] },
    { area: 'users', purpose: '', specified: true, suites: [address] },
    { area: 'daily-summaries', purpose: '', specified: true, suites: [summaries] },
    { area: 'notification-settings', purpose: '', specified: true, suites: [notifications] },
    { area: 'investment-orders', purpose: '', specified: true, suites: [orders] },
  ],
};
