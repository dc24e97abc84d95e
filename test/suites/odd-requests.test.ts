import { describe, expect, test } from 'vitest';
import type { Bound, Request } from '../../engine/index.ts';
import { laneOf } from '../../engine/run/lanes.ts';
import { oddContentTypes } from '../../fixtures/malformed/content-type.ts';
import {
  clientFields,
  coreFields,
  meaninglessFields,
  mistakenFields,
  unusualFields,
} from '../../fixtures/malformed/header-field.ts';
import { incompleteBodies, oddBodies } from '../../fixtures/malformed/odd-body.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import { http } from '../../suites/every-endpoint/http.ts';
import { askOddly, hasOddField } from '../../suites/every-endpoint/odd-requests.ts';
import { answered } from './answered.ts';
import { boundTo } from './asking.ts';

/** What is sent to an endpoint, by step. */
async function sentTo(name: string, changes: Partial<Bound> = {}): Promise<Map<string, Request>> {
  const sent = new Map<string, Request>();
  const judgements = await askOddly(boundTo(name, changes), async (step, request) => {
    expect(sent.has(step)).toBe(false);
    sent.set(step, request);
    return answered({ step, request });
  });
  expect(judgements).toEqual([]);
  return sent;
}

const begins = (steps: Iterable<string>, prefix: string) => [...steps].filter((step) => step.startsWith(prefix));

describe('what is odd, and well-formed', () => {
  test('of what is read: HEAD and OPTIONS, each on a connection of its own', async () => {
    const sent = await sentTo('cash');
    for (const method of ['HEAD', 'OPTIONS']) {
      const request = sent.get(method.toLowerCase());
      expect(request).toMatchObject({ method, path: '/cash' });
      expect(request?.headers).toContainEqual(['Connection', 'close']);
    }
    expect(begins(sent.keys(), 'odd-')).toEqual([]);
    expect(sent.has('after-odd')).toBe(false);
  });

  test('of what is read first: every field; of the others some', async () => {
    const all = begins((await sentTo('guides')).keys(), 'field-');
    expect(all).toHaveLength(meaninglessFields.length + unusualFields.length);
    const some = await sentTo('cash');
    expect(begins(some.keys(), 'field-')).toHaveLength(coreFields);
    const { name, value } = meaninglessFields[1] ?? { name: '', value: '' };
    expect(some.get('field-1')?.headers).toContainEqual([name, value]);
  });

  test('as clients send them: each field by itself of what is read first, all at once and another format of the others', async () => {
    const all = await sentTo('guides');
    const steps = begins(all.keys(), 'by-itself-client-');
    expect(steps).toHaveLength(clientFields.length + mistakenFields.length);
    expect(all.get('by-itself-client-1')?.headers).toContainEqual(['Accept-Encoding', 'gzip, deflate, br, zstd']);
    const some = await sentTo('cash');
    expect(begins(some.keys(), 'by-itself-')).toEqual(['by-itself-client-all', 'by-itself-client-format']);
    expect(some.get('by-itself-client-format')?.headers).toContainEqual(['Accept', 'application/xml']);
    const { headers = [] } = some.get('by-itself-client-all') ?? {};
    for (const { name, value } of clientFields) expect(headers).toContainEqual([name, value]);
    const written = await sentTo('address');
    expect(written.get('by-itself-client-type')?.headers).toContainEqual([
      'Content-Type',
      'application/json; charset=utf-8',
    ]);
  });

  test.each<[boolean, string, string]>([
    [true, 'http/no-server-error', 'field-3'],
    [false, 'http/no-server-error', 'odd-3'],
    [false, 'errors/json', 'field-3'],
  ])('a field is for others to judge (%s): %s, %s', (isOne, requirement, step) => {
    expect(hasOddField(answered({ requirement, step }))).toBe(isOne);
  });

  test('of what is written: every body and every media type, and the well-formed one after them', async () => {
    const sent = await sentTo('address');
    const bodies = oddBodies({ address: sampleAddress });
    expect(begins(sent.keys(), 'odd-type-')).toHaveLength(oddContentTypes.length);
    expect(begins(sent.keys(), 'odd-')).toHaveLength(bodies.length + oddContentTypes.length);
    expect(sent.get('odd-3')?.body).toEqual(bodies[3]?.value);
    expect(sent.get('odd-type-0')?.headers).toContainEqual(['Content-Type', 'json']);
    expect([...sent.keys()].at(-1)).toBe('after-odd');
    expect(begins(sent.keys(), 'field-')).toEqual([]);
    expect(sent.has('head') || sent.has('options')).toBe(false);
  });

  test('of what is written: while nobody else reads', () => {
    const row = { area: 'every-endpoint', requirement: http.requirements.find(({ id }) => /server-error/.test(id)) };
    const lane = (name: string) => laneOf({ row, endpoint: boundTo(name).endpoint } as Parameters<typeof laneOf>[0]);
    expect(['address', 'orders', 'cash', 'token'].map(lane)).toEqual(['alone', 'alone', 'odd', 'odd']);
  });

  test('of orders six bodies alone, and incomplete ones', async () => {
    const sent = await sentTo('orders');
    const odd = 6;
    expect([...sent.keys()]).toEqual(Array.from({ length: odd + 7 }, (_, nth) => `odd-${nth}`));
    expect(sent.get(`odd-${odd}`)?.body).toEqual(incompleteBodies(sampleOrder)[0]?.value);
  });

  test('of what is written without a body nothing', async () => {
    const { endpoint } = boundTo('cash');
    const written = { ...endpoint, id: 'POST /seen', name: 'POST /seen', method: 'POST', safety: 'write' as const };
    expect([...(await sentTo('cash', { endpoint: written })).keys()]).toEqual([]);
  });

  test('of the token endpoint nothing', async () => {
    expect([...(await sentTo('token')).keys()]).toEqual([]);
  });
});
