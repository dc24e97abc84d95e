import { expect, test } from 'vitest';
import type { Bound, Request } from '../../engine/index.ts';
import { sentHeader, valueText } from '../../engine/index.ts';
import { askForAnything } from '../../suites/every-endpoint/any-accept.ts';
import { asking, boundTo } from './asking.ts';

/** What is sent to an endpoint, by step. */
async function sentTo(name: string, changes: Partial<Bound['endpoint']> = {}): Promise<ReadonlyMap<string, Request>> {
  const sent = new Map<string, Request>();
  const ask = asking((step, _path, _nth, request) => {
    sent.set(step, request);
    return {};
  });
  const bound = boundTo(name);
  expect(await askForAnything({ ...bound, endpoint: { ...bound.endpoint, ...changes } }, ask)).toEqual([]);
  return sent;
}

const twice = (...names: readonly string[]) =>
  ['none', 'any'].flatMap((accept) => names.map((name) => `accept-${accept}-${name}`));

test.each<[string, readonly string[], Partial<Bound['endpoint']>]>([
  ['cash', ['plain', 'no-token', 'no-user'], {}],
  ['guide', ['plain', 'no-token', 'no-guide'], {}],
  ['address', ['no-token', 'no-json'], {}],
  ['insights', ['no-token'], { safety: 'write' }],
  ['insights', ['plain', 'no-token'], { user: 'none' }],
  ['orders', [], {}],
])('%s is asked for %j, with no Accept and with any', async (name, names, changes) => {
  expect([...(await sentTo(name, changes)).keys()]).toEqual(twice(...names));
});

test('each request differs from the well-formed one in its Accept, and a refused one in one respect more', async () => {
  const sent = await sentTo('cash');
  const fields = (step: string) => {
    const request = sent.get(step) as Request;
    return ['accept', 'authorization', 'x-user-id'].map((name) => sentHeader(request, name).join());
  };
  const [token, user] = ['Bearer {{token:scoped}}', '{{user:first}}'];
  expect(fields('accept-none-plain')).toEqual(['', token, user]);
  expect(fields('accept-any-plain')).toEqual(['*/*', token, user]);
  expect(fields('accept-any-no-token')).toEqual(['*/*', '', user]);
  expect(fields('accept-none-no-user')).toEqual(['', token, 'm2m-conformance']);
});

test('the body and the id of what is refused are none', async () => {
  expect((await sentTo('address')).get('accept-any-no-json')?.body).toBe('{"address":');
  expect(valueText((await sentTo('guide')).get('accept-none-no-guide')?.path ?? '')).toMatch(/\/m2m-conformance$/);
});
