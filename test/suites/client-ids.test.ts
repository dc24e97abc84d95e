import { expect, test } from 'vitest';
import type { Bound, Request } from '../../engine/index.ts';
import { sentHeader } from '../../engine/index.ts';
import { refusedUnderOwnIds } from '../../suites/every-endpoint/client-ids.ts';
import { asking, boundTo } from './asking.ts';

async function sentTo(name: string, changes: Partial<Bound['endpoint']> = {}) {
  const sent = new Map<string, Request>();
  const ask = asking((step, _path, _nth, request) => {
    sent.set(step, request);
    return { status: 401 };
  });
  const bound = boundTo(name);
  expect(await refusedUnderOwnIds({ ...bound, endpoint: { ...bound.endpoint, ...changes } }, ask)).toEqual([]);
  return sent;
}

test.each<[string, readonly string[], Partial<Bound['endpoint']>]>([
  ['cash', ['own-id-no-token', 'own-id-no-user'], {}],
  ['address', ['own-id-no-token', 'own-id-no-user'], {}],
  ['guide', ['own-id-no-token'], {}],
  ['cash', ['own-id-no-token'], { user: 'none' }],
  ['orders', [], {}],
])('%s is asked for %j under ids of the client', async (name, steps, changes) => {
  expect([...(await sentTo(name, changes)).keys()]).toEqual(steps);
});

test('the ids are no UUIDs, and others in every request', async () => {
  const sent = await sentTo('cash');
  const [token, user] = [...sent.values()];
  if (!token || !user) throw new Error('nothing was sent');
  for (const name of ['X-Request-Id', 'X-Correlation-Id', 'Request-Id', 'X-Trace-Id']) {
    expect(sentHeader(token, name)).toEqual([`m2m-conformance:${name.toLowerCase()}:{{unique}}`]);
  }
  expect(sentHeader(token, 'authorization')).toEqual([]);
  expect(sentHeader(user, 'x-user-id')).toEqual(['m2m-conformance']);
});
