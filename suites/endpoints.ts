import type { Endpoint } from '../engine/index.ts';
import { sampleAddress } from '../fixtures/samples/address.ts';
import { sampleOrder } from '../fixtures/samples/order.ts';

const read = {
  origin: 'api',
  method: 'GET',
  safety: 'read',
  user: 'required',
  scopes: [],
  mayBeAbsent: false,
} as const;

/** The endpoint table: every method and path that the specification gives. */
export const endpoints: readonly Endpoint[] = [
  {
    ...read,
    id: 'POST {auth_url}',
    name: 'token',
    area: 'authentication',
    origin: 'token',
    method: 'POST',
    path: '',
    user: 'none',
    source: 'specified',
  },
  {
    ...read,
    id: 'GET /learn/learning-guides',
    name: 'guides',
    area: 'learn',
    path: '/learn/learning-guides',
    scopes: ['service:nbg'],
    source: 'specified',
  },
  {
    ...read,
    id: 'GET /learning-guides/{id}',
    name: 'guide',
    area: 'learn',
    path: '/learning-guides/{id}',
    user: 'not-shown',
    source: 'named',
  },
  {
    ...read,
    id: 'GET /learn/analyst-insights',
    name: 'insights',
    area: 'learn',
    path: '/learn/analyst-insights',
    mayBeAbsent: true,
    source: 'named',
  },
  {
    ...read,
    id: 'PATCH /users/me/address',
    name: 'address',
    area: 'users',
    method: 'PATCH',
    path: '/users/me/address',
    safety: 'write',
    sample: { address: sampleAddress },
    source: 'specified',
  },
  {
    ...read,
    id: 'GET /daily-summaries',
    name: 'summaries',
    area: 'daily-summaries',
    path: '/daily-summaries',
    source: 'specified',
  },
  {
    ...read,
    id: 'GET /b2b/notification-settings',
    name: 'notifications',
    area: 'notification-settings',
    path: '/b2b/notification-settings',
    source: 'specified',
  },
  { ...read, id: 'GET /cash', name: 'cash', area: 'cash', path: '/cash', mayBeAbsent: true, source: 'named' },
  {
    ...read,
    id: 'GET /portfolios',
    name: 'portfolios',
    area: 'portfolios',
    path: '/portfolios',
    mayBeAbsent: true,
    source: 'named',
  },
  {
    ...read,
    id: 'POST /api/m2m/investments/orders',
    name: 'orders',
    area: 'investment-orders',
    method: 'POST',
    path: '/api/m2m/investments/orders',
    safety: 'order',
    sample: sampleOrder,
    source: 'named',
  },
];

/** Selects the endpoints that are tested with missing, malformed and forged tokens. */
export function inAuthBattery(endpoint: Endpoint): boolean {
  return endpoint.origin === 'api';
}

/** Selects the endpoints that are tested with missing, malformed and unknown users. */
export function inUserBattery(endpoint: Endpoint): boolean {
  return endpoint.origin === 'api' && endpoint.user === 'required';
}

/** Selects the endpoints with these names. */
export function named(...names: readonly string[]): (endpoint: Endpoint) => boolean {
  return (endpoint) => names.includes(endpoint.name);
}
