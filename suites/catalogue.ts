import type { Catalogue } from '../engine/index.ts';
import texts from '../schemas/statements.json' with { type: 'json' };
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

type AreaSuites = Catalogue['areas'][number];

const purposes: Readonly<Record<AreaSuites['area'], string>> = texts.areas;

/** The specification names no endpoint of the other areas. */
const suites: Readonly<Partial<Record<AreaSuites['area'], AreaSuites['suites']>>> = {
  authentication: [token],
  // Robustness comes last: its lane runs in this order.
  'every-endpoint': [auth, scope, user, errors, http, declared, robustness],
  learn: [guides, guide, insights],
  cash: [cash],
  portfolios: [portfolios],
  users: [address],
  'daily-summaries': [summaries],
  'notification-settings': [notifications],
  'investment-orders': [orders],
};

const areas = Object.keys(purposes) as AreaSuites['area'][];

/** In the order of the reports. */
export const catalogue: Catalogue = {
  endpoints,
  areas: areas.map((area) => ({ area, purpose: purposes[area], suites: suites[area] ?? [] })),
};
