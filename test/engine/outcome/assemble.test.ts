import { describe, expect, test } from 'vitest';
import { monitor, type Requirement, scenario } from '../../../engine/catalogue/check.ts';
import type { Config } from '../../../engine/config/config.ts';
import { emptyProfile } from '../../../engine/config/config.ts';
import { plannedConfig } from '../../../engine/evidence/replay.ts';
import { held, observed, unanswered, violated } from '../../../engine/judging/answer.ts';
import { type Assembly, assemble, catalogueDigest, specification } from '../../../engine/outcome/assemble.ts';
import { addTime, emptyHistogram } from '../../../engine/outcome/latency.ts';
import type { Part } from '../../../engine/outcome/part.ts';
import { count, emptyTally, type Tally } from '../../../engine/outcome/tally.ts';
import { catalogueOf, config, endpoint, head, tokenEndpoint } from '../samples.ts';

const cash = endpoint();
const portfolios = endpoint({ path: '/portfolios', name: 'portfolios', area: 'portfolios' });

const asks = (id: string, changes: Partial<Requirement> = {}): Requirement =>
  ({ ...scenario({ ...head, id, run: async () => [] }), ...changes }) as Requirement;
const listens = (id: string): Requirement => monitor({ ...head, id, matches: () => true, judge: () => held() });

const must = asks('cash/must');
const should = asks('cash/should', { level: 'should' });
const observe = asks('cash/observe', { level: 'observe' });
const other = asks('portfolios/must');
const heard = listens('every-endpoint/heard');
const catalogue = catalogueOf([tokenEndpoint, cash, portfolios], {
  'every-endpoint': [heard],
  cash: [must, should, observe],
  portfolios: [other],
});

const tally = (
  { id }: Requirement,
  judgements: readonly Parameters<typeof count>[1][],
  changes: Partial<Tally> = {},
): Tally => {
  const made = emptyTally(id, changes.endpoint ?? 'GET /cash');
  for (const judgement of judgements) count(made, judgement);
  return { ...made, ...changes };
};

const partOf = (tallies: readonly Tally[], changes: Partial<Part> = {}): Part => ({
  tallies: Object.fromEntries(tallies.map((one) => [`${one.requirement}|${one.endpoint}`, one])),
  findings: {},
  folds: {},
  harnessErrors: [],
  notices: [],
  latencies: {},
  requests: 0,
  ...changes,
});

const assembled = (
  tallies: readonly Tally[],
  changes: Partial<Config> = {},
  more: Partial<Assembly> = {},
  part: Partial<Part> = {},
) =>
  assemble({
    catalogue,
    plan: plannedConfig(config(changes)),
    part: partOf(tallies, part),
    harness: { name: 'a harness', version: '1' },
    run: { id: 'a-run', startedAt: '2026-01-01T00:00:00.000Z', durationMs: 5 },
    ...more,
  });

const resultOf = ({ requirements }: ReturnType<typeof assembled>, { id }: Requirement) =>
  requirements.find((requirement) => requirement.id === id);

const bad = violated('a cause', 'this', 'that');
const all = [
  tally(must, [held()]),
  tally(should, [held()]),
  tally(observe, [observed('x')]),
  tally(other, [held()], { endpoint: 'GET /portfolios' }),
  tally(heard, [held()]),
];

describe('the verdict of a part', () => {
  test('is conformant where every claimed must passed', () => {
    expect(assembled(all)).toMatchObject({
      verdict: 'conformant',
      totals: { pass: 4, fail: 0, warn: 0, observed: 1, inconclusive: 0, notRun: 0 },
      waived: [],
    });
  });

  test('counts each outcome', () => {
    const silent = tally(other, [unanswered('why')], { endpoint: 'GET /portfolios' });
    const skipped = tally(observe, [], { notRun: 'a reason' });
    const { verdict, totals } = assembled([
      tally(must, [bad]),
      tally(should, [bad]),
      skipped,
      silent,
      tally(heard, [held()]),
    ]);
    expect(verdict).toBe('non-conformant');
    expect(totals).toEqual({ pass: 1, fail: 1, warn: 1, observed: 0, inconclusive: 1, notRun: 1 });
  });

  test('is not conformant after an interruption or an error of the harness', () => {
    expect(assembled(all, {}, { interrupted: 'Ctrl+C' })).toMatchObject({
      verdict: 'inconclusive',
      interrupted: 'Ctrl+C',
    });
    const harnessErrors = [{ where: 'cash/must', message: 'broken' }];
    expect(assembled(all, {}, {}, { harnessErrors })).toMatchObject({ verdict: 'inconclusive', harnessErrors });
  });

  test('is strict where the run is', () => {
    const warned = all.with(1, tally(should, [bad]));
    expect(assembled(warned).verdict).toBe('conformant');
    expect(assembled(warned, { strict: true }).verdict).toBe('non-conformant');
  });

  test('lets only be waived what was not run', () => {
    const waivers = [{ id: must.id, reason: 'not here' }];
    const both = { profile: { ...emptyProfile, waivers: [...waivers, { id: should.id, reason: 'nor this' }] } };
    const waiving = { profile: { ...emptyProfile, waivers } };
    const skipped = all.with(0, tally(must, [], { notRun: 'a reason' }));
    expect(assembled(skipped).verdict).toBe('inconclusive');
    expect(assembled(skipped, waiving)).toMatchObject({ verdict: 'conformant', waived: waivers });
    expect(assembled(skipped, both)).toMatchObject({ verdict: 'conformant', waived: waivers });
    expect(assembled(all, waiving)).toMatchObject({ verdict: 'conformant', waived: [] });
    expect(assembled(all.with(0, tally(must, [unanswered('why')])), waiving)).toMatchObject({
      verdict: 'inconclusive',
      waived: [],
    });
  });

  test('binds what is claimed alone', () => {
    const failing = all.with(3, tally(other, [bad], { endpoint: 'GET /portfolios' }));
    expect(assembled(failing, { claim: ['cash'] })).toMatchObject({ verdict: 'conformant', claim: ['cash'] });
    expect(resultOf(assembled(failing, { claim: ['cash'] }), other)).toMatchObject({ claimed: false });
    expect(resultOf(assembled(failing, { claim: ['cash'] }), must)).toMatchObject({ claimed: true });
  });
});

describe('the outcome of a requirement', () => {
  const outcome = (requirement: Requirement, ...tallies: readonly Tally[]) => resultOf(assembled(tallies), requirement);
  const there = { endpoint: 'GET /portfolios' };

  test('is the worst of its endpoints, which stand in that order, with its reason', () => {
    const found = outcome(must, tally(must, [held()]), tally(must, [unanswered('why')], there));
    expect(found).toMatchObject({
      outcome: 'inconclusive',
      reason: 'why',
      cases: 2,
      endpoints: [
        { endpoint: 'GET /portfolios', outcome: 'inconclusive', reason: 'why', cases: 1 },
        { endpoint: 'GET /cash', outcome: 'pass', cases: 1 },
      ],
    });
  });

  test('says why: nothing was sent, something stayed open, or there was nothing to judge', () => {
    expect(outcome(must, tally(must, [unanswered('b'), unanswered('a')]))).toMatchObject({ reason: 'a; b' });
    expect(outcome(must, tally(must, [unanswered('a')], { notRun: 'not sent' }))).toMatchObject({ reason: 'not sent' });
    expect(outcome(must, tally(must, []))).toMatchObject({
      outcome: 'inconclusive',
      reason: 'there was no answer to judge',
      cases: 0,
    });
    expect(outcome(must, tally(must, [held()]))).not.toHaveProperty('reason');
  });

  test('without a tally is not-run, outside the claim', () => {
    expect(outcome(must)).toMatchObject({ outcome: 'not-run', reason: 'outside the claim of this run', endpoints: [] });
    expect(outcome(must)).not.toHaveProperty('blocksNothing');
  });

  test('of a monitor is that of the endpoints where it had something to judge', () => {
    expect(outcome(heard, tally(heard, [held()]), tally(heard, [], there))).toMatchObject({
      outcome: 'pass',
      endpoints: [{ endpoint: 'GET /cash' }],
    });
    expect(outcome(heard, tally(heard, []), tally(heard, [], there))).toMatchObject({
      outcome: 'inconclusive',
      endpoints: [{ endpoint: 'GET /cash' }, { endpoint: 'GET /portfolios' }],
    });
    expect(outcome(must, tally(must, [held()]), tally(must, [], there))).toMatchObject({ outcome: 'inconclusive' });
  });

  test('leaves to the area what its endpoints share', () => {
    const shared = { ...there, notRun: 'orders are not allowed', sharedReason: true } as const;
    expect(outcome(must, tally(must, [held()]), tally(must, [], shared))).toMatchObject({ outcome: 'pass' });
    expect(outcome(must, tally(must, [], shared))).toMatchObject({
      outcome: 'not-run',
      reason: 'orders are not allowed',
    });
  });

  test('blocks nothing only where nothing of it was run for want of something that need not be', () => {
    const free = { notRun: 'a reason', blocksNothing: true } as const;
    expect(outcome(must, tally(must, [], free))).toMatchObject({ outcome: 'not-run', blocksNothing: true });
    expect(outcome(must, tally(must, [], free), tally(must, [], { ...there, notRun: 'another' }))).not.toHaveProperty(
      'blocksNothing',
    );
    expect(outcome(must, tally(must, [bad], free))).not.toHaveProperty('blocksNothing');
  });
});

describe('what the result tells beside the verdict', () => {
  test('what was observed, where', () => {
    const { observations } = assembled([
      ...all,
      tally(observe, [observed('z'), observed('y')], { endpoint: 'GET /p' }),
    ]);
    expect(observations).toEqual([
      { requirement: 'cash/observe', endpoint: 'GET /cash', value: 'x' },
      { requirement: 'cash/observe', endpoint: 'GET /p', value: 'y' },
      { requirement: 'cash/observe', endpoint: 'GET /p', value: 'z' },
    ]);
  });

  test('times by endpoint, in order, to a tenth of a millisecond', () => {
    const [slow, quick] = [emptyHistogram(), emptyHistogram()];
    addTime(slow, 20.126);
    for (let nth = 0; nth < 100; nth++) addTime(quick, nth < 90 ? 1 : 100);
    const { latency } = assembled(
      all,
      {},
      {},
      { latencies: { 'GET /guides': slow, 'GET /portfolios': slow, 'GET /cash': quick } },
    );
    expect(latency).toMatchObject([
      { endpoint: 'GET /cash', count: 100, maxMs: 100 },
      { endpoint: 'GET /guides' },
      { endpoint: 'GET /portfolios', count: 1, maxMs: 20.1 },
    ]);
    const [{ p50Ms = 0, p95Ms = 0 } = {}] = latency;
    expect(Math.abs(p50Ms - 1)).toBeLessThan(0.1);
    expect(Math.abs(p95Ms - 100)).toBeLessThan(6);
    expect(p95Ms * 10).toBeCloseTo(Math.round(p95Ms * 10), 6);
  });

  test('the target by name and build, the shard and the evidence, where they are known', () => {
    const target = { ...config().target, implementation: 'A bank', build: '7' };
    const evidence = { file: 'exchanges.har', sha256: 'abc' };
    const told = assembled(all, { target, shard: { index: 1, total: 2 } }, { evidence });
    expect(told).toMatchObject({
      target: { baseUrl: target.baseUrl, authUrl: target.authUrl, implementation: 'A bank', build: '7' },
      run: { id: 'a-run', durationMs: 5, seed: 7, depth: 'quick', shard: { index: 1, total: 2 } },
      evidence,
    });
    const plain = assembled(all);
    expect(plain.target).toStrictEqual({ baseUrl: target.baseUrl, authUrl: target.authUrl });
    expect(plain.run).not.toHaveProperty('shard');
    expect(plain).not.toHaveProperty('evidence');
    expect(plain).not.toHaveProperty('interrupted');
  });

  test('when a requirement binds, where it does so on a condition', () => {
    const pinned = asks('cash/pinned', { when: 'pinned' });
    const conditional = catalogueOf([tokenEndpoint, cash], { cash: [must, pinned] });
    const told = assembled([], {}, { catalogue: conditional });
    expect(resultOf(told, pinned)).toMatchObject({ when: 'pinned' });
    expect(resultOf(told, must)).not.toHaveProperty('when');
  });

  test('the catalogue by a digest of what it requires, and of nothing else', () => {
    const digest = (changes: Partial<Requirement>) =>
      catalogueDigest(catalogueOf([tokenEndpoint, cash], { cash: [asks('cash/must', changes)] }));
    const same = digest({});
    expect(digest({ brokenBy: ['a-fault'] })).toBe(same);
    expect(digest({ when: 'pinned' })).not.toBe(digest({ when: 'declared' }));
    expect(assembled(all).specification).toEqual({ ...specification, catalogueSha256: catalogueDigest(catalogue) });
    for (const changes of [
      { level: 'should' },
      { rule: 'Another.' },
      { section: 'Other' },
      { when: 'pinned' },
    ] as const) {
      expect(digest(changes)).not.toBe(same);
    }
  });
});
