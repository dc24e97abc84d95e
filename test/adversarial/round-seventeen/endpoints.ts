import { shown, updated } from './addresses.ts';
import { balances, expected, holdings, ordered } from './areas.ts';
import { full, listed, listingHeaders } from './guides.ts';
import type { Call, Endpoint } from './pipeline.ts';
import { preferences } from './settings.ts';
import { history } from './summaries.ts';

const personal = (call: Call) => ({ 'Cache-Control': call.site.knobs.privateCache ?? 'private, no-store' });
const editorial = { 'Cache-Control': 'public, max-age=60', Vary: 'x-user-id, authorization' };

/** Notification settings have no policy in the sheet of their own when it is filled from the row above. */
const preferencesPolicy = (call: Call) =>
  call.site.on('missing-policy-is-filled-from-the-row-above')
    ? { 'Cache-Control': 'public, max-age=60' }
    : personal(call);

export const endpoints: readonly Endpoint[] = [
  {
    name: 'guides',
    method: 'GET',
    path: /^\/learn\/learning-guides$/,
    user: true,
    scope: 'service:nbg',
    headers: listingHeaders,
    stages: [listed],
  },
  {
    name: 'guide',
    method: 'GET',
    path: /^\/learn\/learning-guides\/([^/]+)$/,
    user: false,
    headers: () => ({ 'Cache-Control': 'public, max-age=300' }),
    stages: [full],
  },
  {
    name: 'insights',
    method: 'GET',
    path: /^\/learn\/analyst-insights$/,
    user: true,
    headers: () => editorial,
    stages: [expected],
  },
  { name: 'cash', method: 'GET', path: /^\/cash$/, user: true, headers: personal, stages: [balances] },
  { name: 'portfolios', method: 'GET', path: /^\/portfolios$/, user: true, headers: personal, stages: [holdings] },
  { name: 'summaries', method: 'GET', path: /^\/daily-summaries$/, user: true, headers: personal, stages: [history] },
  {
    name: 'notifications',
    method: 'GET',
    path: /^\/b2b\/notification-settings$/,
    user: true,
    headers: preferencesPolicy,
    stages: [preferences],
  },
  {
    name: 'address',
    method: 'PATCH',
    path: /^\/users\/me\/address$/,
    user: true,
    takesBody: true,
    status: (call) => call.site.knobs.update?.status ?? 200,
    headers: personal,
    stages: [updated],
  },
  { name: 'read-back', method: 'GET', path: /^\/users\/me\/address$/, user: true, headers: personal, stages: [shown] },
  {
    name: 'orders',
    method: 'POST',
    path: /^\/api\/m2m\/investments\/orders$/,
    user: true,
    takesBody: true,
    status: () => 201,
    headers: personal,
    stages: [ordered],
  },
];
