import { hiding, withinError } from '../../../fixtures/faults/parts/hiding.ts';
import { override } from '../../../fixtures/reference/index.ts';
import { body, type Deceit, found, refusalsOf, spared } from './deceit.ts';

const shown = 'auth/before-effects';
const endpoints = ['guides', 'summaries', 'notifications', 'cash', 'portfolios', 'address'] as const;
const needs = (endpoint: string) => (endpoint === 'address' ? ['writes'] : []);
const stored = (data: object) => ({
  ...data,
  ...('address' in data ? { address: { ...(data.address as object), line1: '12 Harbour Road' } } : {}),
});
const described = (text: (data: object) => string) => withinError((data) => ({ description: text(stored(data)) }));
const beside = (members: Readonly<Record<string, unknown>>) =>
  override('errorBody', (original) => (...given) => ({ ...original(...given), ...members }));
const tells = (reason: string, name: string, members: Readonly<Record<string, unknown>>) =>
  spared(reason, [shown, 'errors/*'], name, beside(members));

/** Refusals that show what they refuse. The faults of `hidden-data` and `shown-too-early` are of the same kind. */
export const hidden: readonly Deceit[] = [
  ...endpoints.flatMap((endpoint) => [
    found(
      'errors/shape',
      `${endpoint} alone, with 401`,
      hiding(endpoint, (_error, data) => data),
      needs(endpoint),
    ),
    found(
      shown,
      `${endpoint} beside the error`,
      hiding(endpoint, (error, data) => ({ ...error, ...data })),
      needs(endpoint),
    ),
    found(
      shown,
      `${endpoint} in result`,
      hiding(endpoint, (error, data) => ({ ...error, result: stored(data) })),
      needs(endpoint),
    ),
    found(
      shown,
      `${endpoint} in error.details`,
      hiding(
        endpoint,
        withinError((data) => ({ details: stored(data) })),
      ),
      needs(endpoint),
    ),
    found(
      shown,
      `${endpoint} as text`,
      hiding(
        endpoint,
        described((data) => JSON.stringify(data)),
      ),
      needs(endpoint),
    ),
    found(
      shown,
      `${endpoint} as indented text`,
      hiding(
        endpoint,
        described((data) => JSON.stringify(data, null, 2)),
      ),
      needs(endpoint),
    ),
  ]),
  found(shown, 'cash beside the error, indented', composedIndent()),
  found(
    shown,
    'portfolios as text in text',
    hiding(
      'portfolios',
      described((data) => `was: ${JSON.stringify(JSON.stringify(data))}`),
    ),
  ),
  found(
    shown,
    'the first guide',
    hiding('guides', (error, data) => ({ ...error, preview: (data as { data: object[] }).data[0] })),
  ),
  found(
    shown,
    'half of the guides as text',
    hiding(
      'guides',
      described((data) => JSON.stringify(data).slice(0, 700)),
    ),
  ),

  tells('further members are allowed: what is wrong, and where', 'a list of what is wrong', {
    errors: [{ field: 'x-user-id', rule: 'pattern', length: 24 }],
    violations: [{ pointer: '/address/city', min: 1, max: 80 }],
    detail: { constraints: [{ name: 'postalCode', max: 12 }] },
  }),
  tells('further members are allowed: links, the build, the gateway', 'links and the build', {
    _links: { self: { href: '/cash' }, help: [{ href: 'https://m2m.example/help', rank: 1 }] },
    app: { name: 'm2m', build: '4.2' },
    gateway: { node: 7, region: { id: 3 } },
  }),
  tells('a description may be JSON of whatever answered behind', 'what the provider behind said, as text', {
    upstream: '{"error":"invalid_token","data":[{"code":7,"field":"aud"}]}',
    note: '{"maxValueDifferences" is a member',
  }),
  tells('null, empty and absent data are no data', 'empty data', {
    data: [],
    app: null,
    holdings: [],
    balances: {},
    result: { data: [] },
  }),
];

function composedIndent() {
  const indented = body(refusalsOf(401), (text) => JSON.stringify(JSON.parse(text), null, 4));
  const showing = hiding('cash', (error, data) => ({ ...error, ...data }));
  return (parts: Parameters<typeof showing>[0]) => indented(showing(parts));
}
