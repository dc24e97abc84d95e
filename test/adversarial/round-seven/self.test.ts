import { describe, expect, test } from 'vitest';
import { fewOf } from '../../extent.ts';
import { defects } from './defects.ts';
import { probes } from './probes.ts';
import { openTester, type Tester, validAddress, validOrder } from './probing.ts';
import { start } from './start.ts';
import { variations } from './variations.ts';

async function within<T>(toggle: string | undefined, use: (tester: Tester) => Promise<T>): Promise<T> {
  const target = await start(toggle);
  try {
    return await use(await openTester(target));
  } finally {
    await target.close();
  }
}

async function serveEverything({ ask, patch, order, target }: Tester, toggle?: string): Promise<string[]> {
  const unserved: string[] = [];
  const prefix = toggle === 'guide-without-prefix' ? '' : '/learn';
  const { data } = (await ask('/learn/learning-guides')).json;
  const reads = [`${prefix}/learning-guides/${data[0].id}`, '/learn/analyst-insights', '/daily-summaries', '/cash'];
  for (const path of ['/learn/learning-guides', ...reads, '/portfolios', '/b2b/notification-settings']) {
    for (const user of [target.users.first, target.users.second]) {
      const { status, json } = await ask(path, { user });
      const isServed = status === 200 ? json !== undefined : status === 204 && path === '/cash';
      if (!isServed) unserved.push(`${path} ${status}`);
    }
  }
  for (const seen of [await patch(validAddress), await patch(validAddress), await order(validOrder)])
    if (seen.status >= 300) unserved.push(`write ${seen.status} ${seen.text}`);
  return unserved;
}

test('there are sixty defects and sixty variations, each with an id of its own', () => {
  expect([defects.length, variations.length]).toEqual([60, 60]);
  expect(new Set([...defects, ...variations].map(({ id }) => id)).size).toBe(120);
});

test('the correct target serves everything', async () => {
  expect(await within(undefined, serveEverything)).toEqual([]);
});

describe('defects', () => {
  test.each(fewOf(defects).map(({ id }) => id))('%s shows', async (id) => {
    const probe = probes[id];
    if (probe === undefined) throw new Error('a defect needs a probe');
    expect(await within(id, probe)).not.toEqual(await within(undefined, probe));
  });
});

describe('variations', () => {
  test.each(fewOf(variations).map(({ id }) => id))('%s serves everything', async (id) => {
    expect(await within(id, (tester) => serveEverything(tester, id))).toEqual([]);
  });
});
