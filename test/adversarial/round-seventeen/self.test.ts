import { describe, expect, it } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { at, type Lab, lab, rows, valid } from './lab.ts';
import { probes } from './probes.ts';
import { start } from './start.ts';
import type { Target } from './types.ts';
import { variations } from './variations.ts';

async function within(toggle: string | undefined, act: (lab: Lab) => Promise<void>): Promise<void> {
  const target: Target = await start(toggle);
  try {
    await act(await lab(target));
  } finally {
    await target.close();
  }
}

const reads = [
  '/learn/learning-guides',
  '/learn/analyst-insights',
  '/cash',
  '/portfolios',
  '/daily-summaries',
  '/b2b/notification-settings',
];

async function serves(lab: Lab): Promise<void> {
  for (const path of reads) {
    for (const user of [lab.users.first, lab.users.second]) {
      const { status, json } = await lab.ask(path, { user });
      expect([path, status, json === undefined]).toEqual([path, 200, false]);
    }
    for (const options of [{ token: null }, { token: 'a.b.c' }, { token: lab.target.expiredToken ?? '' }]) {
      const { status, json } = await lab.ask(path, options);
      expect([status, at(json, 'status'), typeof at(json, 'error', 'message')]).toEqual([401, 401, 'string']);
    }
    for (const user of [null, 'A'.repeat(24), '0123456789abcdef01234567']) {
      const { status } = await lab.ask(path, { user });
      expect(status >= 400 && status < 500).toBe(true);
    }
  }
  const [guide] = rows(at((await lab.ask('/learn/learning-guides')).json, 'data'));
  expect((await lab.ask(`/learn/learning-guides/${guide?.['id']}`)).status).toBe(200);
  expect((await lab.ask('/learn/learning-guides/xyz')).status).toBeGreaterThanOrEqual(400);
  expect((await lab.ask('/learn/learning-guides', { token: lab.unscoped })).status).toBe(403);
  expect((await lab.ask('/daily-summaries', { user: lab.users.denied ?? '' })).status).toBe(403);
  expect((await lab.update({ address: valid })).status).toBe(200);
  expect(at(await lab.stored(), 'postalCode')).toBe(valid.postalCode);
  expect((await lab.update({ address: { ...valid, city: {} } })).status).toBeGreaterThanOrEqual(400);
  expect((await lab.order({})).status).toBe(201);
  expect((await lab.order({ amount: 0 })).status).toBeGreaterThanOrEqual(400);
  expect(at((await lab.request(lab.clients.scoped, { client_secret: 'wrong' })).json, 'access_token')).toBeUndefined();
}

it('has sixty of each, with ids of their own and a probe for each defect', () => {
  expect([defects.length, variations.length]).toEqual([60, 60]);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
  expect(Object.keys(probes).sort()).toEqual(defects.map(({ id }) => id).sort());
});

describe('defects', () => {
  it.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
    await within(undefined, async (correct) => expect(await probes[id]?.(correct)).toBe(true));
    await within(id, async (defective) => expect(await probes[id]?.(defective)).toBe(false));
  });
});

describe('variations', () => {
  it.each([undefined, ...fewOf(variations).map(({ id }) => id)])('%s is served', (id) => within(id, serves));
});
