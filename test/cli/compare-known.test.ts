import { expect, test } from 'vitest';
import { compareKnown, verdictBesides } from '../../cli/known-failures.ts';
import type { RequirementResult, Result } from '../../engine/result.ts';
import type { KnownFailure } from '../../engine/schema/vocabulary.ts';
import { endpoints } from '../../suites/endpoints.ts';
import { catalogueWith, checks, head, listens } from '../engine/run/running.ts';

const catalogue = catalogueWith(
  [
    checks({ id: 'a/check', endpoints: ({ method }) => method === 'GET' }),
    listens({ id: 'a/monitor' }),
  ],
  endpoints,
);

type Outcome = RequirementResult['outcome'];

function requirement(
  id: string,
  outcome: Outcome,
  places: Readonly<Record<string, Outcome>>,
): RequirementResult {
  const at = Object.entries(places).map(([endpoint, one]) => ({
    endpoint,
    outcome: one,
    cases: 1,
  }));
  const { level, rule, section } = head;
  return {
    id,
    area: 'every-endpoint',
    level,
    title: rule,
    section,
    claimed: true,
    outcome,
    cases: 1,
    endpoints: at,
  };
}

function result(...requirements: readonly RequirementResult[]): Result {
  const other = requirement('a/other', 'pass', { 'GET /cash': 'pass' });
  const run = { startedAt: '2026-06-30T23:59:59.000Z' };
  return {
    requirements: [...requirements, other],
    waived: [],
    harnessErrors: [],
    run,
  } as unknown as Result;
}

const entry: KnownFailure = { requirement: 'a/check', reason: 'known' };
const here = { ...entry, endpoint: 'GET /cash' };
const elsewhere = { ...entry, endpoint: 'GET /portfolios' };
const monitored = { ...entry, requirement: 'a/monitor' };
const until = (day: string) => ({ ...entry, until: day });
const check = (outcome: Outcome, places: Readonly<Record<string, Outcome>>) =>
  requirement('a/check', outcome, places);

const failing = result(check('fail', { 'GET /cash': 'fail', 'GET /portfolios': 'pass' }));
const warning = result(check('warn', { 'GET /cash': 'warn' }));
const monitorPassed = result(requirement('a/monitor', 'pass', { 'GET /cash': 'pass' }));
const failure = { requirement: 'a/check', endpoint: 'GET /cash' };
const open = (outcome: Outcome) =>
  result(check(outcome, { 'GET /cash': 'pass', 'GET /portfolios': outcome }));
const compare = (list: readonly KnownFailure[], of: Result, isPart = false) =>
  compareKnown(list, of, { catalogue, endpoints, isPart });

test.each<[what: string, KnownFailure, Result, expected: object, isPart?: boolean]>([
  ['matches a failure', here, failing, { matched: [here], stale: [], unknown: [], unlisted: [] }],
  ['matches a warning', here, warning, { matched: [here] }],
  ['without an endpoint matches every endpoint', entry, failing, { unlisted: [] }],
  ['of another endpoint is stale', elsewhere, failing, { stale: [elsewhere], unlisted: [failure] }],
  ['counts on its last day', until('2026-06-30'), failing, { matched: [until('2026-06-30')] }],
  [
    'expires',
    until('2026-06-29'),
    failing,
    { unknown: [{ why: 'it expired on 2026-06-29' }], unlisted: [failure] },
  ],
  ['is not stale if anything is inconclusive', entry, open('inconclusive'), { stale: [] }],
  ['is not stale if anything is not run', entry, open('not-run'), { stale: [] }],
  ['is not stale if its requirement is absent', entry, result(), { stale: [] }],
  [
    'on a monitor is not stale after a part of a run',
    monitored,
    monitorPassed,
    { stale: [] },
    true,
  ],
  ['on a monitor is stale after a whole run', monitored, monitorPassed, { stale: [monitored] }],
])('an entry %s', (_what, listed, of, expected, isPart = false) => {
  expect(compare([listed], of, isPart)).toMatchObject(expected);
});

const stale = result(check('pass', { 'GET /cash': 'pass' }));
const harnessErrors = [{ where: 'a/other', message: 'broken' }];
const alone = check('fail', { 'GET /cash': 'fail' });
const hiding = check('fail', { 'GET /cash': 'fail', 'GET /portfolios': 'inconclusive' });

test.each<[what: string, verdict: string, Result]>([
  ['that of all other requirements', 'conformant', result(alone)],
  [
    'bad if others fail',
    'non-conformant',
    result(alone, requirement('a/monitor', 'fail', { 'GET /cash': 'fail' })),
  ],
  [
    'inconclusive if the known failure hides something inconclusive',
    'inconclusive',
    result(hiding),
  ],
  ['bad if the list is stale', 'non-conformant', stale],
  [
    'inconclusive if the harness failed, even if the list looks stale',
    'inconclusive',
    { ...stale, harnessErrors },
  ],
])('the verdict besides known failures is %s', (_what, verdict, of) => {
  expect(verdictBesides(compare([entry], of), of)).toBe(verdict);
});
