import { describe, expect, test } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import { valueText } from '../../engine/index.ts';
import { binder } from '../../engine/run/binding.ts';
import { makePlan } from '../../engine/run/plan.ts';
import { placedCases } from '../../engine/run/series.ts';
import { furtherAuthorizations } from '../../fixtures/malformed/authorization.ts';
import type { Labelled } from '../../fixtures/malformed/labelled.ts';
import { furtherUserIds } from '../../fixtures/malformed/user-id.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { fullConfigFor } from '../kernel/in-process.ts';
import { nowhere } from './at-standard.ts';

const facts = { tokens: {}, refusedTokens: {}, guideIds: [] };

/** The values that each endpoint of a run is sent, by the endpoint's name. */
function sentTo(id: string, field: string, changes: Partial<Config>): ReadonlyMap<string, readonly string[]> {
  const config = fullConfigFor(nowhere, { depth: 'standard', ...changes });
  const plan = makePlan(catalogue, config);
  const bind = binder(config, plan, facts);
  const units = plan.units.filter(({ row, notRun }) => row.requirement.id === id && notRun === undefined);
  const sent = units.map((unit) => {
    const { requirement } = unit.row;
    if (requirement.kind !== 'check') throw new TypeError(`${id} is no check`);
    const { boundary } = requirement.cases(bind(unit));
    const cases = [...placedCases({ boundary, generated: [] }, config.depth, unit.seed)];
    const sentIn = ({ request }: (typeof cases)[number]['case']) =>
      request.headers.filter(([name]) => name.toLowerCase() === field).map(([, value]) => valueText(value))[0] ?? '';
    return [unit.endpoint.name, cases.map((one) => sentIn(one.case))] as const;
  });
  return new Map(sent);
}

describe.each<[string, string, readonly Labelled[]]>([
  ['auth/malformed', 'authorization', furtherAuthorizations],
  ['user/malformed', 'x-user-id', furtherUserIds],
])('%s', (id, field, list) => {
  const values = list.map(({ value }) => valueText(value));
  /** Where each value goes, and to how many others. */
  const receivers = (changes: Partial<Config>) => {
    const sent = [...sentTo(id, field, changes)];
    return values.map((value) => sent.filter(([, all]) => all.includes(value)).map(([name]) => name));
  };

  test.each([1, 2, 3, 4, 5])('sends each further value to one endpoint at standard, with seed %d', (seed) => {
    const all = receivers({ seed });
    expect(all.filter((names) => names.length !== 1)).toEqual([]);
    const counts = [...sentTo(id, field, { seed }).keys()].map(
      (name) => all.filter((names) => names.includes(name)).length,
    );
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  test('sends it to another one with another seed', () => {
    const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
    const firsts = new Set(seeds.map((seed) => receivers({ seed })[0]?.[0]));
    expect(firsts.size).toBeGreaterThan(3);
  });

  test('sends none of them at quick, and at deep all of them to each', () => {
    expect(receivers({ depth: 'quick' }).flat()).toEqual([]);
    const endpoints = sentTo(id, field, { depth: 'deep' }).size;
    expect(receivers({ depth: 'deep' }).filter((names) => names.length !== endpoints)).toEqual([]);
  });

  test('sends all of them where there is one endpoint', () => {
    expect(receivers({ claim: ['cash'] })).toEqual(values.map(() => ['cash']));
  });

  test('sends the same in each shard', () => {
    const whole = receivers({ seed: 3 });
    expect(receivers({ seed: 3, shard: { index: 2, total: 3 } })).toEqual(whole);
  });
});
