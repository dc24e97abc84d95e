import { describe, expect, test } from 'vitest';
import { rows } from '../../../engine/catalogue/catalogue.ts';
import { check, type Monitor, monitor, scenario } from '../../../engine/catalogue/check.ts';
import type { LostWhy } from '../../../engine/exchange/exchange.ts';
import { held, judgeStatus, violated } from '../../../engine/judging/answer.ts';
import { conclude, foldMerger } from '../../../engine/outcome/conclude.ts';
import { mergeParts } from '../../../engine/outcome/part.ts';
import { series } from '../../../engine/run/series.ts';
import { catalogueOf, endpoint, get, head, runOn, target, tokenEndpoint } from '../samples.ts';

const cash = endpoint();
const portfolios = endpoint({ path: '/portfolios', name: 'portfolios', area: 'portfolios' });

const asking = (id: string, paths: readonly string[]) =>
  scenario({
    ...head,
    id,
    endpoints: ({ name }) => name === 'cash',
    run: async (_bound, ask) => {
      await Promise.all(paths.map((path, nth) => ask(`step-${nth}`, get(path))));
      return [held()];
    },
  });

/** The statuses that were seen, as a set. */
const counting = monitor<Record<string, number>>({
  ...head,
  id: 'every-endpoint/statuses',
  matches: () => true,
  fold: {
    empty: () => ({}),
    add: (state, { answer }) => ({ ...state, [answer.status]: (state[answer.status] ?? 0) + 1 }),
    merge: (left, right) => {
      const sum = { ...left };
      for (const [status, count] of Object.entries(right)) sum[status] = (sum[status] ?? 0) + count;
      return sum;
    },
    conclude: (state) => ((state['500'] ?? 0) > 1 ? violated('two of them', 'one', 'two') : held()),
  },
});

const judging = (changes: Partial<Monitor> = {}) =>
  monitor({
    ...head,
    id: 'every-endpoint/judged',
    endpoints: ({ origin }) => origin === 'api',
    matches: ({ answer }) => answer.status >= 400,
    judge: (answered) => judgeStatus(answered, 400, 'another status'),
    ...changes,
  });

const catalogueWith = (monitors: readonly Monitor[], paths: readonly string[] = ['/a', '/b']) =>
  catalogueOf([tokenEndpoint, cash, portfolios], { 'every-endpoint': monitors, cash: [asking('cash/asks', paths)] });

const byPath = (statuses: Record<string, number>) => target((_key, { path }) => statuses[String(path)] ?? 200);

test('what is asked by itself is for the monitor that asks', async () => {
  const asksItself = (id: string) =>
    judging({
      id,
      probing: async (_bound, ask) => {
        await ask('by-itself-1', get('/a'));
        return [];
      },
    });
  const asking = catalogueOf([cash], { 'every-endpoint': [asksItself('every-endpoint/asks'), judging()] });
  const part = await runOn(asking, byPath({ '/a': 404 }));
  expect(part.tallies['every-endpoint/asks|GET /cash']).toMatchObject({ violated: 1 });
  expect(part.tallies['every-endpoint/judged|GET /cash']).toMatchObject({ held: 0, violated: 0 });
});

test('a monitor judges what it matches, wherever it came from, and nothing else', async () => {
  const part = await runOn(catalogueWith([judging()]), byPath({ '/a': 400, '/b': 404 }));
  expect(part.tallies['every-endpoint/judged|GET /cash']).toMatchObject({ held: 1, violated: 1 });
  expect(part.tallies['every-endpoint/judged|GET /portfolios']).toMatchObject({ held: 0, violated: 0 });
});

test('what it objects to is sent again, judged again, and not counted again', async () => {
  const part = await runOn(catalogueWith([judging()]), byPath({ '/b': 404 }));
  expect(Object.values(part.findings)).toMatchObject([{ count: 1, reproduced: { of: 2, times: 2 } }]);
});

test('what it objects to on an endpoint that writes is sent again one at a time', async () => {
  const address = endpoint({ method: 'PATCH', path: '/address', name: 'address', area: 'users', safety: 'write' });
  let active = 0;
  let most = 0;
  const attempts = target(() => 404);
  const causes = check({
    ...head,
    id: 'users/all',
    endpoints: ({ name }) => name === 'address',
    control: 'none',
    cases: () => series(['a', 'b', 'c'].map((label) => ({ request: get(`/${label}`), label }))),
    judge: () => held(),
  });
  const each = judging({ judge: ({ request }) => violated(`wrong ${String(request.path)}`, 'this', 'that') });
  await runOn(catalogueOf([tokenEndpoint, address], { 'every-endpoint': [each], users: [causes] }), {
    ...attempts,
    once: async (key, ...rest) => {
      if (key.step.startsWith('again')) most = Math.max(most, ++active);
      const exchange = await attempts.once(key, ...rest);
      if (key.step.startsWith('again')) active--;
      return exchange;
    },
  });
  expect(most).toBe(1);
  expect(attempts.asked.filter(({ key }) => key.step.startsWith('again'))).toHaveLength(6);
});

test.each([429, 503])('load shedding (%d) is judged by no monitor', async (status) => {
  const part = await runOn(catalogueWith([judging(), counting]), byPath({ '/a': status }));
  expect(part.findings).toEqual({});
  expect(part.folds['every-endpoint/statuses']).not.toHaveProperty(String(status));
});

test('a monitor that throws is an error of the harness, and others go on', async () => {
  const throwing = judging({
    id: 'every-endpoint/broken',
    matches: () => {
      throw new Error('broken monitor');
    },
  });
  const part = await runOn(catalogueWith([throwing, judging()]), byPath({ '/a': 404 }));
  expect([...new Set(part.harnessErrors.map(({ where }) => where))]).toEqual(['every-endpoint/broken']);
  expect(part.tallies['every-endpoint/judged|GET /cash']).toMatchObject({ violated: 1 });
});

test('a fold sees the whole run once, and its conclusion comes after merging', async () => {
  const catalogue = catalogueWith([counting]);
  const merge = foldMerger(catalogue);
  const whole = await runOn(catalogue, byPath({ '/a': 500 }));
  expect(whole.folds['every-endpoint/statuses']).toMatchObject({ 500: 1 });
  const two = mergeParts(whole, whole, merge);
  expect(conclude(catalogue, whole).findings).toEqual({});
  expect(Object.keys(conclude(catalogue, two).findings)).toEqual(['every-endpoint/statuses|(run)|two of them']);
  expect(conclude(catalogue, two).tallies['every-endpoint/statuses|(run)']).toMatchObject({ violated: 1 });
});

test('what a monitor of the whole run judged stays beside what its fold concludes', async () => {
  const { endpoints: _endpoints, ...judged } = judging();
  const wholeRun: Monitor = {
    ...judged,
    id: 'every-endpoint/both',
    fold: counting.fold as NonNullable<Monitor['fold']>,
  };
  const catalogue = catalogueWith([wholeRun]);
  const part = conclude(catalogue, await runOn(catalogue, byPath({ '/a': 400, '/b': 404 })));
  expect(part.tallies['every-endpoint/both|(run)']).toMatchObject({ held: 2, violated: 1 });
});

test('a request without an answer is shown to monitors only if it was sent', async () => {
  const seen: string[] = [];
  const listening = judging({ lost: ({ answer }) => void seen.push(answer.lost) });
  const cases = ['timeout', 'no-credential', 'target-down'].map((label) => ({ request: get(`/${label}`), label }));
  const asks = check({
    ...head,
    id: 'cash/asks',
    endpoints: ({ name }) => name === 'cash',
    cases: () => series(cases),
    judge: () => held(),
  });
  const catalogue = catalogueOf([tokenEndpoint, cash], { 'every-endpoint': [listening], cash: [asks] });
  const part = await runOn(
    catalogue,
    target(({ step }, { path }) => (step === 'case' ? (String(path).slice(1) as 'timeout') : 200)),
  );
  expect(seen).toEqual(['timeout']);
  expect(rows(catalogue)).toHaveLength(2);
  // Three attempts that timed out, the control before and after, the listing and the token.
  expect(part.requests).toBe(7);
});

describe('a request that stays silent while its control is answered', () => {
  const silent = (why: LostWhy, changes: Partial<Monitor>) => {
    const asks = check({
      ...head,
      id: 'cash/asks',
      endpoints: ({ name }) => name === 'cash',
      cases: () => series([{ request: get('/silent'), label: 'silent' }]),
      judge: () => held(),
    });
    const catalogue = catalogueOf([tokenEndpoint, cash], { 'every-endpoint': [judging(changes)], cash: [asks] });
    return runOn(
      catalogue,
      target((_key, { path }) => (path === '/silent' ? why : 200)),
    );
  };
  const accusing = { lost: () => violated('no answer', 'an answer', 'none') };

  test.each(['closed', 'timeout'] as const)('is judged where it is %s each time', async (why) => {
    const part = await silent(why, accusing);
    expect(Object.keys(part.findings)).toEqual(['every-endpoint/judged|GET /cash|no answer']);
  });

  test('is judged by no monitor that has nothing to say of it', async () => {
    for (const changes of [{}, { lost: () => undefined }]) {
      const part = await silent('closed', changes);
      expect(part.tallies['every-endpoint/judged|GET /cash']).toMatchObject({ held: 0, violated: 0 });
      expect(part.harnessErrors).toEqual([]);
    }
  });

  test('a monitor that throws over it is an error of the harness', async () => {
    const part = await silent('closed', {
      lost: () => {
        throw new Error('broken monitor');
      },
    });
    expect(part.harnessErrors).toMatchObject([{ where: 'every-endpoint/judged' }]);
  });
});

test('what it no longer matches when sent again did not show again', async () => {
  const part = await runOn(
    catalogueWith([judging()]),
    target(({ step }, { path }) => (path === '/b' && !step.startsWith('again') ? 404 : 200)),
  );
  expect(Object.values(part.findings)).toMatchObject([{ count: 1, reproduced: { of: 2, times: 0 } }]);
});
