import type { RunningReference } from '../../fixtures/reference/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import type { Ask } from './plain-http.ts';
import { authorizations, users } from './probe-inputs.ts';

interface Probe {
  readonly name: string;
  readonly path: string;
  readonly ask: Ask;
}

const savingsOrder = { product: 'easy-access', type: 'top-up', amount: 25.5 };
const deposit = { amount: 250, currency: 'EUR' };

/** Every endpoint but cash, on which all of this is tried already. */
const endpoints: readonly (readonly [path: string, ask: Ask])[] = [
  ...[
    '/learn/learning-guides',
    '/learn/learning-guides/65f2a7d19c3b8e0041aa0c06',
    '/learn/analyst-insights',
    '/daily-summaries',
    '/b2b/notification-settings',
    '/portfolios',
    '/savings-vault',
    '/investment-products/US0378331005',
    '/learn/glossary/dividend',
  ].map((path) => [path, {}] as const),
  ['/users/me/address', { method: 'PATCH', body: JSON.stringify({ address: sampleAddress }) }],
  ['/api/m2m/investments/orders', { method: 'POST', body: JSON.stringify(sampleOrder) }],
  ['/savings-orders', { method: 'POST', body: JSON.stringify(savingsOrder) }],
  ['/test/deposits', { method: 'POST', body: JSON.stringify(deposit) }],
];

/** Bodies that are wrong in one place, by path. */
const wrongBodies: Readonly<Record<string, readonly unknown[]>> = {
  '/users/me/address': [{ address: { ...sampleAddress, city: ['a'] } }],
  '/api/m2m/investments/orders': [
    { ...sampleOrder, amount: [25] },
    { ...sampleOrder, amount: {} },
  ],
  '/savings-orders': [null],
};

/** Each endpoint with every credential, user and query of the lists, and with the forged tokens. */
export function endpointProbes(
  server: RunningReference,
  good: string,
  unscoped: string,
  forged: Readonly<Record<string, string>>,
): readonly Probe[] {
  const { first } = server.users;
  const ids = { ...users(server), like: `${first.slice(0, 23)}_`, cut: first.slice(0, 23) };
  const near = { firstHalf: `${first.slice(0, 12)}${'0'.repeat(12)}`, lastHalf: `${'0'.repeat(12)}${first.slice(12)}` };
  const tokens = Object.fromEntries(Object.entries(forged).map(([name, token]) => [name, `Bearer ${token}`]));
  const given = { ...authorizations(server, good), ...tokens, missing: undefined, unscoped: `Bearer ${unscoped}` };
  const authorised = Object.entries(given).map(
    ([name, Authorization]) => [`authorization ${name}`, { Authorization }] as const,
  );
  const asUsers = Object.entries({ ...ids, ...near, second: server.users.second }).map(
    ([name, id]) => [`user ${name}`, { 'x-user-id': id }] as const,
  );
  return [['/cash', {}] as const, ...endpoints].flatMap(([path, ask]) => {
    const type = ask.body === undefined ? {} : { 'Content-Type': 'application/json' };
    const probe = (name: string, headers: Ask['headers'] & object, query = '', body = ask.body) => ({
      name: `${path} ${name}`,
      path: path + query,
      ask: { ...ask, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body }) },
    });
    return [
      ...[...authorised, ...asUsers].map(([name, headers]) => probe(name, headers)),
      ...['?m2m=1', '?m2m[]=1', '?m2m=%ff', `?access_token=${good}`].map((query) =>
        probe(`query ${query.slice(0, 9)}`, {}, query),
      ),
      ...(path === '/learn/glossary/dividend'
        ? [probe('query only', { Authorization: undefined }, `?access_token=${good}`)]
        : []),
      ...(wrongBodies[path] ?? []).map((body, nth) => probe(`wrong body ${nth}`, {}, '', JSON.stringify(body))),
    ];
  });
}
