import { expect, test } from 'vitest';
import { type Bound, sentHeader, valueText } from '../../../engine/index.ts';
import { refusedUnderOwnIds } from '../../../suites/every-endpoint/errors-response-id.ts';
import { askForAnything } from '../../../suites/every-endpoint/errors-shape.ts';
import { boundAs, recorded } from '../recorded.ts';

/** Resolves to the requests that the probing sends to an endpoint. Expects no judgements. */
async function sentTo(
  probing: typeof askForAnything | typeof refusedUnderOwnIds,
  name: string,
  endpoint: Partial<Bound['endpoint']> = {},
) {
  const run = await recorded((ask) => probing(boundAs(name, endpoint), ask));
  expect(run.judgements).toEqual([]);
  return run;
}

test.each<[string, readonly string[], Partial<Bound['endpoint']>]>([
  ['cash', ['plain', 'no-token', 'no-user'], {}],
  ['guide', ['plain', 'no-token', 'no-guide'], {}],
  ['address', ['no-token', 'no-json'], {}],
  ['insights', ['no-token'], { safety: 'write' }],
  ['insights', ['plain', 'no-token'], { user: 'none' }],
  ['orders', [], {}],
])('%s gets the requests %j without Accept and with Accept */*', async (name, names, endpoint) => {
  const { steps } = await sentTo(askForAnything, name, endpoint);
  expect(steps).toEqual(
    ['none', 'any'].flatMap((accept) => names.map((one) => `accept-${accept}-${one}`)),
  );
});

const [token, user] = ['Bearer {{token:scoped}}', '{{user:first}}'];
test.each([
  ['none-plain', ['', token, user]],
  ['any-plain', ['*/*', token, user]],
  ['any-no-token', ['*/*', '', user]],
  ['none-no-user', ['', token, 'm2m-conformance']],
])(
  '%s differs from the well-formed request in Accept and at most one other header',
  async (step, fields) => {
    const request = (await sentTo(askForAnything, 'cash')).request(`accept-${step}`);
    const names = ['accept', 'authorization', 'x-user-id'];
    expect(names.map((name) => sentHeader(request, name).join())).toEqual(fields);
  },
);

test('the body and the id that must be refused are malformed', async () => {
  const { request } = await sentTo(askForAnything, 'address');
  expect(request('accept-any-no-json').body).toBe('{"address":');
  const guide = await sentTo(askForAnything, 'guide');
  expect(valueText(guide.request('accept-none-no-guide').path)).toMatch(/\/m2m-conformance$/);
});

test.each<[string, readonly string[], Partial<Bound['endpoint']>]>([
  ['cash', ['own-id-no-token', 'own-id-no-user'], {}],
  ['address', ['own-id-no-token', 'own-id-no-user'], {}],
  ['guide', ['own-id-no-token'], {}],
  ['cash', ['own-id-no-token'], { user: 'none' }],
  ['orders', [], {}],
])('%s gets the requests %j with request ids of the client', async (name, steps, endpoint) => {
  expect((await sentTo(refusedUnderOwnIds, name, endpoint)).steps).toEqual(steps);
});

test('the request ids of the client are not UUIDs, and differ in every request', async () => {
  const { sent } = await sentTo(refusedUnderOwnIds, 'cash');
  const valuesOf = (nth: number, name: string) =>
    sent.slice(nth, nth + 1).flatMap(({ request }) => sentHeader(request, name));
  for (const name of ['X-Request-Id', 'X-Correlation-Id', 'Request-Id', 'X-Trace-Id'])
    expect(valuesOf(0, name)).toEqual([`m2m-conformance:${name.toLowerCase()}:{{unique}}`]);
  expect(valuesOf(0, 'authorization')).toEqual([]);
  expect(valuesOf(1, 'x-user-id')).toEqual(['m2m-conformance']);
});
