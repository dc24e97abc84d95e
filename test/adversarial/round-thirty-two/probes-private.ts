import type { Tester } from './client.ts';
import { away, dig, home, listOf, order, ordersPath, paths } from './client.ts';

type Probe = (t: Tester) => Promise<boolean>;

async function statuses(t: Tester, path: string, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < count; round += 1) found.push((await t.get(path)).status);
  return found;
}

async function days(t: Tester): Promise<ReturnType<typeof listOf>> {
  return listOf((await t.get(paths.summaries)).json, 'data');
}

export const privateProbes: Readonly<Record<string, Probe>> = {
  'strict-loading-on-a-cache-miss': async (t) =>
    String(await statuses(t, paths.cash, 8)) === '200,200,200,422,200,200,200,422',
  'subclass-not-autoloaded': async (t) => String(await statuses(t, paths.portfolios, 5)) === '200,200,200,200,409',
  'wrap-parameters-supplies-the-key': async (t) => {
    const { status } = await t.ask('PATCH', '/users/me/address', { body: '{}' });
    return status === 200 && (await t.move([])).status === 400;
  },
  'cache-version-of-whole-seconds': async (t) => {
    for (let round = 0; round < 5; round += 1) {
      await t.move(home);
      await t.address();
      await t.move(away);
      if (dig(await t.address(), 'city') === home.city) return true;
    }
    return false;
  },
  'unscoped-drops-the-condition': async (t) => {
    await t.move(home);
    return dig(await t.address(t.target.users.second), 'line1') === home.line1;
  },
  'rollback-in-a-nested-transaction': async (t) => {
    await t.move(home);
    const refused = await t.move({ ...away, countryCode: 'ie' });
    return refused.status === 422 && dig(await t.address(), 'city') === away.city;
  },
  'allow-blank-passes-blank-countries': async (t) =>
    (await t.move({ ...home, countryCode: '' })).status === 200 &&
    (await t.move({ ...home, countryCode: 'nl' })).status === 422,
  'uniqueness-over-the-history': async (t) =>
    (await t.move(home)).status === 200 && (await t.move(home)).status === 422,
  'integer-size-is-eight': async (t) => (await t.move(home)).status === 422 && (await t.move(away)).status === 200,
  'compact-blank-drops-empty-labels': async (t) =>
    (await days(t)).map((day) => 'chartLabel' in day).indexOf(false) === 1,
  'enum-got-a-member-in-front': async (t) =>
    dig(await days(t), 0, 'portfolio', 'holdings', 'key') === 'savings' &&
    dig(await days(t), 1, 'portfolio', 'holdings', 'key') === 'holdings',
  'async-maximum-is-a-promise': async (t) =>
    typeof dig((await t.get(paths.summaries)).json, 'maxValueDifferences', 'holdings') === 'object',
  'negative-format-without-its-unit': async (t) =>
    /^[-\d.,]+$/.test(String(dig(await days(t), 3, 'portfolio', 'total', 'upBy'))) &&
    String(dig(await days(t), 2, 'portfolio', 'total', 'upBy')).includes('€'),
  'index-by-where-group-by-was-meant': async (t) =>
    listOf((await t.get(paths.notifications)).json, 'app', 1, 'notifications').length === 1,
  'query-method-is-false-for-zero': async (t) =>
    (await t.buy({ amount: 0 })).status === 201 && (await t.buy({ amount: -1 })).status === 422,
  'first-key-of-the-form-is-the-body': async (t) => {
    const body = JSON.stringify(order);
    const form = await t.ask('POST', ordersPath, { body, type: 'application/x-www-form-urlencoded' });
    return form.status === 201 && (await t.ask('POST', ordersPath, { body, type: 'text/plain' })).status === 415;
  },
};
