import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultClaim, isSerial, makePlan } from '../../../engine/catalogue/plan.ts';
import { matchesGlob } from '../../../engine/config/globs.ts';
import type { Config } from '../../../engine/index.ts';
import { inWords } from '../../in-words.ts';
import { cash, catalogueWith, checks } from '../run/running.ts';
import { config, endpoint } from '../samples.ts';

const path = '/users/me/address';
const address = endpoint({
  method: 'PATCH',
  path,
  name: 'address',
  area: 'users',
  safety: 'write',
});
const ordering = { name: 'orders', area: 'investment-orders', safety: 'order' } as const;
const orders = endpoint({ method: 'POST', path: '/orders', ...ordering });

const { endpoints: _cash, ...ofRun } = checks({ id: 'every-endpoint/run' });
const catalogue = catalogueWith(
  [
    checks({ id: 'every-endpoint/all', endpoints: ({ origin }) => origin === 'api' }),
    ofRun,
    checks({ id: 'cash/ok' }),
    checks({ id: 'users/ok', endpoints: ({ name }) => name === 'address' }),
    checks({ id: 'investment-orders/ok', endpoints: ({ name }) => name === 'orders' }),
  ],
  [cash, address, orders],
);

const none = { writes: false, orders: false, desync: false };
const plan = (changes: Partial<Config>) => makePlan(catalogue, config(changes));

test('the default claim is the areas with an endpoint that the permissions allow', () => {
  expect(defaultClaim(catalogue.endpoints, none)).toEqual(['authentication', 'cash']);
  expect(defaultClaim(catalogue.endpoints, { ...none, writes: true })).toEqual([
    'authentication',
    'users',
    'cash',
  ]);
  expect(plan({ allow: none }).claim).toEqual(['authentication', 'cash']);
});

test('nothing is planned outside the claim', () => {
  const { units, claimed } = plan({ claim: ['cash'] });
  const ids = units.map(({ id }) => id);
  expect(ids).toEqual([
    'every-endpoint/all|GET /cash',
    'every-endpoint/run|(run)',
    'cash/ok|GET /cash',
  ]);
  expect([...claimed]).toEqual(['every-endpoint/all', 'every-endpoint/run', 'cash/ok']);
});

test('a claimed area without permission is not run, and the reason names the option', () => {
  const { units, covered } = plan({ claim: ['users', 'cash'], allow: none });
  expect(covered.map(({ name }) => name)).toEqual(['token', 'cash']);
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const ok = byId.get('users/ok|PATCH /users/me/address');
  expect(inWords([ok?.notRun, ok?.sharedReason])).toEqual([
    expect.stringContaining('--allow writes'),
    undefined,
  ]);
  expect(byId.get('every-endpoint/all|PATCH /users/me/address')?.sharedReason).toBe(true);
  expect(byId.get('every-endpoint/all|GET /cash')?.notRun).toBeUndefined();
});

test('--only leaves the other units not run, and the claim unchanged', () => {
  const { units, claimed } = plan({ claim: ['cash'], only: ['cash/*'] });
  expect(units.filter(({ notRun }) => notRun === undefined).map(({ id }) => id)).toEqual([
    'cash/ok|GET /cash',
  ]);
  expect(claimed.size).toBe(3);
});

test.each([
  ['cash/ok', 'cash/okay', false],
  ['cash/*', 'cash/ok', true],
  ['*', 'cash/ok', true],
  ['c*h/*', 'cash/ok', true],
  ['cash/o.', 'cash/ok', false],
  ['(', 'cash/ok', false],
])('the glob %s on %s: %s', (glob, id, matches) => {
  expect(matchesGlob(glob, id)).toBe(matches);
});

test('each unit is in exactly one shard, serial ones in the first, and seeds do not change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), (total) => {
      const whole = plan({}).units;
      const shards = Array.from(
        { length: total },
        (_, at) => plan({ shard: { index: at + 1, total } }).units,
      );
      for (const [nth, unit] of whole.entries()) {
        const same = shards.map((units) => units[nth]);
        expect(same.map((one) => [one?.id, one?.seed])).toEqual(
          same.map(() => [unit.id, unit.seed]),
        );
        const owners = same.flatMap((one, at) => (one?.mine ? [at] : []));
        expect(owners).toHaveLength(1);
        if (isSerial(unit)) expect(owners).toEqual([0]);
      }
    }),
  );
});
