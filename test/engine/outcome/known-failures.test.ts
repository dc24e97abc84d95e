import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../engine/catalogue/catalogue.ts';
import { check, monitor, suite } from '../../../engine/catalogue/check.ts';
import { compareKnown, type KnownFailure, verdictBesides } from '../../../engine/outcome/known-failures.ts';
import type { RequirementResult, Result } from '../../../engine/result.ts';
import { series } from '../../../engine/run/series.ts';
import { endpoints } from '../../../suites/endpoints.ts';

const head = { level: 'must', rule: 'It holds.', section: 'Errors' } as const;
const catalogue: Catalogue = {
  endpoints,
  areas: [
    {
      area: 'every-endpoint',
      purpose: '',
      specified: true,
      suites: [
        suite('a', [
          check({
            ...head,
            id: 'a/check',
            endpoints: ({ method }) => method === 'GET',
            cases: () => series([]),
            judge: () => ({ kind: 'held' }),
          }),
          monitor({ ...head, id: 'a/monitor', endpoints: () => true, matches: () => true }),
        ]),
      ],
    },
  ],
};

type Outcome = RequirementResult['outcome'];

function requirement(id: string, outcome: Outcome, places: Readonly<Record<string, Outcome>>): RequirementResult {
  const at = Object.entries(places).map(([endpoint, one]) => ({ endpoint, outcome: one, cases: 1 }));
  const { level, rule, section } = head;
  return { id, area: 'every-endpoint', level, title: rule, section, claimed: true, outcome, cases: 1, endpoints: at };
}

function result(...requirements: readonly RequirementResult[]): Result {
  const other = requirement('a/other', 'pass', { 'GET /cash': 'pass' });
  return {
    requirements: [...requirements, other],
    waived: [],
    harnessErrors: [],
    run: { startedAt: '2026-06-30T23:59:59.000Z' },
  } as unknown as Result;
}

const reason = 'known';
const compare = (list: readonly KnownFailure[], of: Result, isPart = false) =>
  compareKnown(list, of, { catalogue, endpoints, isPart });

describe('an entry', () => {
  const failing = result(requirement('a/check', 'fail', { 'GET /cash': 'fail', 'GET /portfolios': 'pass' }));

  test('matches what failed or warned', () => {
    const entry = { requirement: 'a/check', endpoint: 'GET /cash', reason };
    expect(compare([entry], failing)).toEqual({ matched: [entry], stale: [], unknown: [], unlisted: [] });
    const warning = result(requirement('a/check', 'warn', { 'GET /cash': 'warn' }));
    expect(compare([entry], warning).matched).toEqual([entry]);
  });

  test('of no endpoint matches every endpoint', () => {
    expect(compare([{ requirement: 'a/check', reason }], failing).unlisted).toEqual([]);
  });

  test('of another endpoint is stale, and the failure is new', () => {
    const entry = { requirement: 'a/check', endpoint: 'GET /portfolios', reason };
    expect(compare([entry], failing)).toMatchObject({
      stale: [entry],
      unlisted: [{ requirement: 'a/check', endpoint: 'GET /cash' }],
    });
  });

  test('counts on its last day, and not on the next', () => {
    const until = (day: string) => compare([{ requirement: 'a/check', reason, until: day }], failing);
    expect(until('2026-06-30').matched).toHaveLength(1);
    expect(until('2026-06-29').unknown[0]?.why).toBe('it expired on 2026-06-29');
    expect(until('2026-06-29').unlisted).toHaveLength(1);
  });

  test('is not stale where anything of it was not assessed', () => {
    for (const outcome of ['inconclusive', 'not-run'] as const) {
      const open = result(requirement('a/check', outcome, { 'GET /cash': 'pass', 'GET /portfolios': outcome }));
      expect(compare([{ requirement: 'a/check', reason }], open).stale).toEqual([]);
    }
    expect(compare([{ requirement: 'a/check', reason }], result()).stale).toEqual([]);
  });

  test('on a monitor is stale after a whole run only', () => {
    const held = result(requirement('a/monitor', 'pass', { 'GET /cash': 'pass' }));
    const list = [{ requirement: 'a/monitor', reason }];
    expect(compare(list, held, true).stale).toEqual([]);
    expect(compare(list, held).stale).toEqual(list);
  });
});

describe('the verdict besides', () => {
  const list = [{ requirement: 'a/check', reason }];
  const besides = (of: Result) => verdictBesides(compare(list, of), of);

  test('is that of all other requirements', () => {
    expect(besides(result(requirement('a/check', 'fail', { 'GET /cash': 'fail' })))).toBe('conformant');
    const both = result(
      requirement('a/check', 'fail', { 'GET /cash': 'fail' }),
      requirement('a/monitor', 'fail', { 'GET /cash': 'fail' }),
    );
    expect(besides(both)).toBe('non-conformant');
  });

  test('stays open where the known failure hides what could not be judged', () => {
    const open = { 'GET /cash': 'fail', 'GET /portfolios': 'inconclusive' } as const;
    expect(besides(result(requirement('a/check', 'fail', open)))).toBe('inconclusive');
  });

  test('is none for a list that is not true', () => {
    expect(besides(result(requirement('a/check', 'pass', { 'GET /cash': 'pass' })))).toBe('non-conformant');
  });
});
