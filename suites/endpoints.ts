import type { Area, Endpoint } from '../engine/index.ts';
import {
  addressAbroad,
  addressesWithLetters,
  neighbouringAddress,
  otherAddress,
  sampleAddress,
} from '../fixtures/samples/address.ts';
import { sampleOrder } from '../fixtures/samples/order.ts';

/** Default: a specified endpoint that reads for a user. */
function row(id: string, name: string, area: Area, more: Partial<Endpoint> = {}): Endpoint {
  const [method = '', path = ''] = id.split(' ');
  const usual = {
    origin: 'api',
    safety: 'read',
    user: 'required',
    scopes: [],
    mayBeAbsent: false,
  } as const;
  return { id, name, area, method, path, ...usual, source: 'specified', ...more };
}

/** Every method and path that the specification gives. */
export const endpoints: readonly Endpoint[] = [
  row('POST {auth_url}', 'token', 'authentication', { origin: 'token', path: '', user: 'none' }),
  row('GET /learn/learning-guides', 'guides', 'learn', { scopes: ['service:nbg'] }),
  row('GET /learning-guides/{id}', 'guide', 'learn', { user: 'not-shown', source: 'named' }),
  row('GET /learn/analyst-insights', 'insights', 'learn', { mayBeAbsent: true, source: 'named' }),
  row('PATCH /users/me/address', 'address', 'users', {
    safety: 'write',
    sample: { address: sampleAddress },
    stores: [
      sampleAddress,
      otherAddress,
      neighbouringAddress,
      addressAbroad,
      ...addressesWithLetters,
    ],
  }),
  row('GET /daily-summaries', 'summaries', 'daily-summaries'),
  row('GET /b2b/notification-settings', 'notifications', 'notification-settings'),
  row('GET /cash', 'cash', 'cash', { mayBeAbsent: true, source: 'named' }),
  row('GET /portfolios', 'portfolios', 'portfolios', { mayBeAbsent: true, source: 'named' }),
  row('POST /api/m2m/investments/orders', 'orders', 'investment-orders', {
    safety: 'order',
    sample: sampleOrder,
    source: 'named',
  }),
];

/** Tested with missing, malformed and forged tokens. */
export const inAuthBattery = (endpoint: Endpoint): boolean => endpoint.origin === 'api';

/** Tested with missing, malformed and unknown users. */
export const inUserBattery = (endpoint: Endpoint): boolean =>
  endpoint.origin === 'api' && endpoint.user === 'required';

/** The name of a declared endpoint is its id. */
export function named(...names: readonly string[]): (endpoint: Endpoint) => boolean {
  return (endpoint) => names.includes(endpoint.name);
}
