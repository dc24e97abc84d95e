import { describe, expect, test } from 'vitest';
import { laneOf } from '../../../engine/run/lanes.ts';
import { oddContentTypes } from '../../../fixtures/malformed/content-type.ts';
import {
  clientFields,
  coreFields,
  meaninglessFields,
  mistakenFields,
  unusualFields,
} from '../../../fixtures/malformed/header-field.ts';
import { incompleteBodies, oddBodies } from '../../../fixtures/malformed/odd-body.ts';
import { sampleAddress } from '../../../fixtures/samples/address.ts';
import { sampleOrder } from '../../../fixtures/samples/order.ts';
import { http } from '../../../suites/every-endpoint/http.ts';
import { askOddly } from '../../../suites/every-endpoint/odd-requests.ts';
import { boundTo } from '../asking.ts';
import { boundAs, monitorOf, recorded } from '../recorded.ts';

/** Resolves to the requests that a run sends to an endpoint. `begin` returns the steps with a prefix. */
async function sentTo(name: string, bound = boundTo(name)) {
  const { steps, request, judgements } = await recorded((ask) => askOddly(bound, ask));
  expect(judgements).toEqual([]);
  expect(new Set(steps).size).toBe(steps.length);
  return { steps, request, begin: (prefix: string) => steps.filter((step) => step.startsWith(prefix)) };
}

describe('an endpoint that reads', () => {
  test.each(['HEAD', 'OPTIONS'])('gets %s on a connection of its own', async (method) => {
    const { request, begin } = await sentTo('cash');
    expect(request(method.toLowerCase())).toMatchObject({ method, path: '/cash' });
    expect(request(method.toLowerCase()).headers).toContainEqual(['Connection', 'close']);
    expect([begin('odd-'), begin('after-odd')]).toEqual([[], []]);
  });

  test('gets every odd header field if it is the first endpoint, otherwise some', async () => {
    const [all, some] = [await sentTo('guides'), await sentTo('cash')];
    expect(all.begin('field-')).toHaveLength(meaninglessFields.length + unusualFields.length);
    expect(some.begin('field-')).toHaveLength(coreFields);
    const { name, value } = meaninglessFields[1] ?? { name: '', value: '' };
    expect(some.request('field-1').headers).toContainEqual([name, value]);
    expect(some.request('field-1').purpose).toBe('own');
  });

  test('gets the header fields of clients: each alone if it is the first, otherwise all at once and another format', async () => {
    const [all, some] = [await sentTo('guides'), await sentTo('cash')];
    expect(all.begin('by-itself-client-')).toHaveLength(clientFields.length + mistakenFields.length);
    expect(all.request('by-itself-client-1').headers).toContainEqual(['Accept-Encoding', 'gzip, deflate, br, zstd']);
    expect(some.begin('by-itself-')).toEqual(['by-itself-client-all', 'by-itself-client-format']);
    expect(some.request('by-itself-client-format').headers).toContainEqual(['Accept', 'application/xml']);
    const { headers } = some.request('by-itself-client-all');
    for (const { name, value } of clientFields) expect(headers).toContainEqual([name, value]);
  });
});

describe('an endpoint that writes', () => {
  test('gets every odd body and media type, and then the well-formed request', async () => {
    const { steps, request, begin } = await sentTo('address');
    const { core, further } = oddBodies({ address: sampleAddress });
    expect(begin('odd-type-')).toHaveLength(oddContentTypes.length);
    expect(begin('odd-')).toHaveLength(core.length + further.length + oddContentTypes.length);
    expect(request('odd-3').body).toEqual(core[3]?.value);
    expect(['odd-3', 'odd-type-0', 'after-odd'].map((step) => request(step).purpose)).toEqual([
      'odd-body',
      'odd-body',
      undefined,
    ]);
    expect(request('odd-type-0').headers).toContainEqual(['Content-Type', 'json']);
    const media = ['Content-Type', 'application/json; charset=utf-8'];
    expect(request('by-itself-client-type').headers).toContainEqual(media);
    expect(steps.at(-1)).toBe('after-odd');
    expect(['field-', 'head', 'options'].flatMap(begin)).toEqual([]);
  });

  test('gets some odd and the incomplete bodies if it takes orders, and none if it takes no body', async () => {
    const { steps, request } = await sentTo('orders');
    expect(steps).toEqual(Array.from({ length: 11 + 6 + 7 }, (_, nth) => `odd-${nth}`));
    expect(request('odd-17').body).toEqual(incompleteBodies(sampleOrder)[0]?.value);
    const written = boundAs('cash', { id: 'POST /seen', name: 'POST /seen', method: 'POST', safety: 'write' });
    expect((await sentTo('cash', written)).steps).toEqual([]);
    expect((await sentTo('token')).steps).toEqual([]);
    const reading = await sentTo('guides', boundAs('guides', { safety: 'write' }));
    expect(reading.begin('odd')).toEqual([]);
  });

  test.each([
    ['address', 'alone'],
    ['orders', 'alone'],
    ['cash', 'odd'],
    ['token', 'odd'],
  ])('gets them in a lane of their own: %s, %s', (name, lane) => {
    const row = { area: 'every-endpoint', requirement: monitorOf(http, 'http/no-server-error') };
    expect(laneOf({ row, endpoint: boundTo(name).endpoint } as Parameters<typeof laneOf>[0])).toBe(lane);
  });
});
