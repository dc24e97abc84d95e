import { describe, expect, test } from 'vitest';
import { cause, ofHarness } from '../../../engine/catalogue/cause.ts';
import type { Requirement, Scenario } from '../../../engine/catalogue/check.ts';
import { onSameConnection } from '../../../engine/catalogue/recipe.ts';
import { type Config, emptyProfile } from '../../../engine/config/config.ts';
import { plannedConfig } from '../../../engine/config/planned-config.ts';
import { say } from '../../../engine/exchange/sentence.ts';
import { inconclusive, observed, pass } from '../../../engine/judging/answer.ts';
import {
  type Assembly,
  assemble,
  catalogueDigest,
  specification,
} from '../../../engine/outcome/assemble.ts';
import { type Finding, finding, findingId } from '../../../engine/outcome/finding.ts';
import { addTime, emptyHistogram } from '../../../engine/outcome/latency.ts';
import type { Part } from '../../../engine/outcome/part.ts';
import { count, emptyTally, type Tally } from '../../../engine/outcome/tally.ts';
import type { Verdict } from '../../../engine/schema/vocabulary.ts';
import { inWords } from '../../in-words.ts';
import { failed } from '../failed.ts';
import { asks, cash, catalogueWith, emptyPart, listens } from '../run/running.ts';
import { answered, config, endpoint, get, key, lost } from '../samples.ts';

const portfolios = endpoint({ path: '/portfolios', name: 'portfolios', area: 'portfolios' });

const must = asks([], { id: 'cash/must' });
const should = asks([], { id: 'cash/should', level: 'should' });
const observe = asks([], { id: 'cash/observe', level: 'observe' });
const other = asks([], { id: 'portfolios/must' });
const heard = listens({ id: 'every-endpoint/heard' });
const catalogue = catalogueWith([heard, must, should, observe, other], [cash, portfolios]);

const tally = (
  { id }: Requirement,
  judgements: readonly Parameters<typeof count>[1][],
  changes: Partial<Tally> = {},
): Tally => {
  const made = emptyTally(id, changes.endpoint ?? 'GET /cash');
  for (const judgement of judgements) count(made, judgement);
  return { ...made, ...changes };
};

const partOf = (tallies: readonly Tally[], changes: Partial<Part>): Part => ({
  ...emptyPart,
  tallies: Object.fromEntries(tallies.map((one) => [`${one.requirement}|${one.endpoint}`, one])),
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

const bad = failed('a cause');

test('facts that do not fit the cause of a foreign part do not stop it', () => {
  const causes = {
    broken: cause<{ names: readonly string[]; title: string }>({
      title: ({ names }) => names.join(', '),
      expected: 'x',
      advice: [{ suspect: 'A.', look: 'B.', when: [({ title }) => title.endsWith('!')] }],
    }),
    silent: cause<{ title: string }>({ title: ({ title }) => title, expected: 'x' }),
  };
  const declared = catalogueWith([{ ...must, causes }], [cash]);
  const found = ['broken', 'silent'].map((id) =>
    finding(must.id, cash.id, { ...failed(''), cause: id, facts: { of: ofHarness(7) } }),
  );
  const findings = Object.fromEntries(found.map((one) => [findingId(one), one]));
  const { failures } = assembled(all, {}, { catalogue: declared }, { findings });
  expect(failures.map(({ title }) => title)).toEqual(['broken', 'undefined']);
});
const all = [
  tally(must, [pass()]),
  tally(should, [pass()]),
  tally(observe, [observed(say`x`)]),
  tally(other, [pass()], { endpoint: 'GET /portfolios' }),
  tally(heard, [pass()]),
];

const there = { endpoint: 'GET /portfolios' };
const harnessErrors = [{ where: 'cash/must', message: 'broken' }];
const skipped = tally(must, [], { notRun: say`a reason` });
const warned = all.with(1, tally(should, [bad]));
const failingElsewhere = all.with(3, tally(other, [bad], there));
const waivers = [{ id: must.id, reason: 'not here' }];
const waiving = { profile: { ...emptyProfile, waivers } };
const waivingMore = {
  profile: { ...emptyProfile, waivers: [...waivers, { id: should.id, reason: 'nor this' }] },
};
const mixed = [
  tally(must, [bad]),
  tally(should, [bad]),
  tally(observe, [], { notRun: say`a reason` }),
  tally(other, [inconclusive(say`why`)], there),
  tally(heard, [pass()]),
];
const passed = { pass: 4, fail: 0, warn: 0, observed: 1, inconclusive: 0, notRun: 0 };
const counted = { pass: 1, fail: 1, warn: 1, observed: 0, inconclusive: 1, notRun: 1 };

test.each<[what: string, verdict: Verdict, rest: object, ...Parameters<typeof assembled>]>([
  ['every claimed must passed', 'conformant', { totals: passed, waived: [] }, all],
  ['every outcome occurs', 'non-conformant', { totals: counted }, mixed],
  [
    'the run was interrupted',
    'inconclusive',
    { interrupted: 'Ctrl+C' },
    all,
    {},
    { interrupted: 'Ctrl+C' },
  ],
  ['there is a harness error', 'inconclusive', { harnessErrors }, all, {}, {}, { harnessErrors }],
  ['there is a warning in a strict run', 'non-conformant', {}, warned, { strict: true }],
  [
    'a must was not run, and is waived',
    'conformant',
    { waived: waivers },
    all.with(0, skipped),
    waiving,
  ],
  ['what passed is waived', 'conformant', { waived: [] }, all, waiving],
  [
    'some of what is waived passed',
    'conformant',
    { waived: waivers },
    all.with(0, skipped),
    waivingMore,
  ],
  [
    'a must outside the claim failed',
    'conformant',
    { claim: ['cash'] },
    failingElsewhere,
    { claim: ['cash'] },
  ],
])('if %s, the verdict is %s', (_what, verdict, rest, ...given) => {
  expect(assembled(...given)).toMatchObject({ verdict, ...rest });
});

test('a finding keeps its id if title, expectation and rule are worded otherwise', () => {
  const worded = (title: string, rule: string) => {
    const wrong = { title, expected: `no ${title}` };
    const requirement = asks([], { id: 'cash/must', rule, causes: { wrong } });
    const violation = { ...failed('wrong'), facts: { member: ofHarness('/data/*/amount') } };
    const found = finding(requirement.id, 'GET /cash', violation, answered(200));
    const known = { catalogue: catalogueWith([requirement]) };
    const part = { findings: { [findingId(found)]: found } };
    return assembled([], {}, known, part).failures.map(({ id, title: said }) => [id, said]);
  };
  const id = 'cash/must#wrong:/data/*/amount';
  expect(worded('a text', 'It is a number.')).toEqual([[id, 'a text']]);
  expect(worded('text', 'Amounts are numbers.')).toEqual([[id, 'text']]);
});

test('the result says whether a requirement is claimed, and on which condition it binds', () => {
  const result = assembled(failingElsewhere, { claim: ['cash'] });
  expect([other, must].map((one) => resultOf(result, one)?.claimed)).toEqual([false, true]);
  const pinned = asks([], { id: 'cash/pinned', when: 'pinned' });
  const conditional = assembled([], {}, { catalogue: catalogueWith([must, pinned]) });
  expect(resultOf(conditional, pinned)).toMatchObject({ when: 'pinned' });
  expect(resultOf(conditional, must)).not.toHaveProperty('when');
});

const at = (...endpoints: readonly string[]) => ({
  endpoints: endpoints.map((endpoint) => ({ endpoint })),
});
const [here, elsewhere] = ['GET /cash', 'GET /portfolios'] as const;
const shared = { ...there, notRun: say`orders are not allowed`, sharedReason: true } as const;
const free = { notRun: say`a reason`, blocksNothing: true } as const;
const isInconclusive = { outcome: 'inconclusive' } as const;
const unclear = { ...isInconclusive, reason: 'why' };
const places = [
  { endpoint: elsewhere, ...unclear, cases: 1 },
  { endpoint: here, outcome: 'pass', cases: 1 },
] as const;
const worstFirst = { ...unclear, cases: 2, endpoints: places };
const [silent, passing] = [tally(must, [inconclusive(say`why`)], there), tally(must, [pass()])];

const timed = { durationMs: 12, endpoints: [{ durationMs: 5 }, { durationMs: 7 }] };

test.each<
  [
    what: string,
    expected: object,
    absent: 'reason' | 'blocksNothing' | 'durationMs' | undefined,
    ...tallies: Tally[],
  ]
>([
  ['the worst of its endpoints, worst first', worstFirst, undefined, passing, silent],
  [
    'with sorted reasons',
    { reason: 'a; b' },
    undefined,
    tally(must, [inconclusive(say`b`), inconclusive(say`a`)]),
  ],
  [
    'without requests',
    { reason: 'not sent' },
    undefined,
    tally(must, [inconclusive(say`a`)], { notRun: say`not sent` }),
  ],
  [
    'without cases',
    { ...isInconclusive, reason: expect.stringMatching(/no response/), cases: 0 },
    undefined,
    tally(must, []),
  ],
  ['without a reason if it passed', { outcome: 'pass' }, 'reason', passing],
  ['of both endpoints of a scenario', isInconclusive, undefined, passing, tally(must, [], there)],
  [
    'without what the area shares',
    { outcome: 'pass' },
    undefined,
    passing,
    tally(must, [], shared),
  ],
  [
    'of what the area shares',
    { outcome: 'not-run', reason: inWords(shared.notRun) },
    undefined,
    tally(must, [], shared),
  ],
  [
    'blocking nothing',
    { outcome: 'not-run', blocksNothing: true },
    undefined,
    tally(must, [], free),
  ],
  ['pass, without a time if nothing was sent', {}, 'durationMs', passing],
  [
    'the worst, with the time of all its requests',
    timed,
    undefined,
    { ...passing, durationMs: 7 },
    { ...silent, durationMs: 5 },
  ],
  [
    'not-run',
    {},
    'blocksNothing',
    tally(must, [], free),
    tally(must, [], { ...there, notRun: say`another` }),
  ],
  ['fail', {}, 'blocksNothing', tally(must, [bad], free)],
])('the outcome of a requirement is %s', (_what, expected, absent, ...tallies) => {
  const found = resultOf(assembled(tallies), must);
  expect(inWords(found)).toMatchObject(expected);
  if (absent) expect(found).not.toHaveProperty(absent);
});

test('a requirement without a tally is not-run', () => {
  const found = resultOf(assembled([]), must);
  expect(found).toMatchObject({
    outcome: 'not-run',
    reason: 'outside the claim of this run',
    endpoints: [],
  });
  expect(found).not.toHaveProperty('blocksNothing');
});

test.each([
  ['judged something', { outcome: 'pass', ...at(here) }, tally(heard, [pass()])],
  ['could have judged something', { ...isInconclusive, ...at(here, elsewhere) }, tally(heard, [])],
])('a monitor lists the endpoints where it %s', (_what, expected, first) => {
  expect(resultOf(assembled([first, tally(heard, [], there)]), heard)).toMatchObject(expected);
});

describe('a failure', () => {
  const alike = asks([], { id: 'cash/alike', sameDefectAs: ['cash/first'] });
  const stray = asks([], { id: 'cash/stray' });
  const first = asks([], { id: 'cash/first' });
  const known = { catalogue: catalogueWith([first, alike, stray], [cash]) };
  const found = ({ id }: Requirement, changes: Partial<Finding> = {}) => {
    const shown = answered(200, key('case', 0, id), get(`/${changes.endpoint ?? ''}`));
    return {
      ...finding(id, 'GET /cash', { ...bad, cause: 'a cause' }, shown),
      ...changes,
    } as Finding;
  };
  const failuresOf = (...all: readonly Finding[]) =>
    assembled([], {}, known, {
      findings: Object.fromEntries(all.map((one) => [findingId(one), one])),
    }).failures;

  test.each<
    [
      what: string,
      member: string | undefined,
      place: string,
      requirement: Scenario,
      isLinked: boolean,
    ]
  >([
    ['an earlier one that its head names', undefined, here, alike, true],
    ['no failure that its head does not name', undefined, here, stray, false],
    ['no failure elsewhere', undefined, elsewhere, alike, false],
    ['no failure of another member', '/data', here, alike, false],
  ])('names %s as the same defect', (_what, member, place, requirement, isLinked) => {
    const facts = member === undefined ? {} : { member: ofHarness(member) };
    const all = failuresOf(found(first), found(requirement, { facts, endpoint: place }));
    const [one, other] = [first, requirement].map(({ id }) =>
      all.find((failure) => failure.requirement === id),
    );
    expect(other?.sameCauseAs).toBe(isLinked ? one?.id : undefined);
    expect(one?.id).toBe('cash/first#a cause');
  });

  const end = asks([], { id: 'cash/end', findsOutage: true });
  const late = asks([], { id: 'cash/late', level: 'should' });
  const ended = { catalogue: catalogueWith([late, stray, first, end, alike], [cash]) };
  const reply = (status: number, body = '') => answered({ status, body });

  test.each([
    [
      'a response that differs in numbers only',
      reply(421, 'no host 1'),
      reply(421, 'no host 2'),
      true,
    ],
    ['silence of the same kind', lost('timeout'), lost('timeout'), true],
    ['no other text', reply(421, 'no host'), reply(421, 'no scope'), false],
    ['no other status', reply(421), reply(422), false],
    ['no success', reply(200), reply(200), false],
  ])(
    'comes after the one that it follows from, and warnings last: an outage explains %s',
    (_what, last, same, isOutage) => {
      const shown = ({ id }: Requirement, exchange: typeof last) =>
        finding(id, here, bad, exchange);
      const all = [
        shown(late, same),
        shown(stray, same),
        found(first),
        shown(end, last),
        found(alike),
      ];
      const findings = Object.fromEntries(all.map((one) => [findingId(one), one]));
      const { failures } = assembled([], {}, ended, { findings });
      const names = failures.map(({ requirement, sameCauseAs }) => {
        const root = failures.find(({ id }) => id === sameCauseAs)?.requirement;
        return root === undefined ? requirement : `${requirement} by ${root}`;
      });
      const rest = ['cash/first', 'cash/alike by cash/first'];
      expect(names).toEqual(
        isOutage
          ? ['cash/end', 'cash/stray by cash/end', 'cash/late by cash/end', ...rest]
          : ['cash/end', 'cash/stray', ...rest, 'cash/late'],
      );
      expect(failures.map(({ replay }) => replay?.command.split(' ').at(-1))).toEqual([
        '1',
        '2',
        '3',
        '4',
        '5',
      ]);
    },
  );

  test('has one id, and shows the plainest request of all its places', () => {
    const [one, ...none] = failuresOf(found(first, { endpoint: elsewhere }), found(first));
    expect(none).toEqual([]);
    expect(one).toMatchObject({ places: [{ endpoint: here }, { endpoint: elsewhere }] });
    expect(one?.request?.url).toMatch(/\/$/);
    expect(failuresOf(found(first))[0]?.id).toBe(one?.id);
    expect(failuresOf(found(first, { cause: 'another' }))[0]?.id).not.toBe(one?.id);
  });

  const second =
    finding('a/a', here, bad, answered(404, key(), get('/second'))).exchange ?? expect.fail();
  test.each<[what: string, Partial<Finding>, commands?: RegExp]>([
    [
      'the whole request, if it recurred',
      { reproduced: { of: 2, times: 1 } },
      /^curl .*\/'[^\n]*$/,
    ],
    ['nothing, if it did not recur', { reproduced: { of: 2, times: 0 } }],
    ['to use one connection', { recipe: onSameConnection(second) }, /^curl .*second'.* --next -sS/],
  ])('says how to send %s', (_what, changes, commands) => {
    const [one] = failuresOf(found(first, changes));
    if (commands) expect(one?.curl).toMatch(commands);
    else expect(one).not.toHaveProperty('curl');
    expect(one?.replay?.command).toContain('--failure 1');
    const { recipe } = one ?? {};
    expect(recipe === undefined).toBe(commands === undefined);
    if (changes.recipe && changes.recipe.steps.length > 1)
      expect(recipe?.steps[0]).toMatchObject({
        request: { method: 'GET' },
        response: { status: 404 },
      });
    expect(recipe?.judged).toBe(recipe && recipe.steps.length - 1);
  });
});

describe('beside the verdict, the result contains', () => {
  test('the observations, by endpoint', () => {
    const more = tally(observe, [observed(say`z`), observed(say`y`)], { endpoint: 'GET /p' });
    const { observations } = assembled([...all, more]);
    const told = observations.map(
      ({ requirement, endpoint, value }) => `${requirement} ${endpoint} ${value}`,
    );
    expect(told).toEqual(
      ['GET /cash x', 'GET /p y', 'GET /p z'].map((one) => `cash/observe ${one}`),
    );
  });

  test('latencies by endpoint, sorted, to a tenth of a millisecond', () => {
    const [slow, quick] = [emptyHistogram(), emptyHistogram()];
    addTime(slow, 20.126);
    for (let nth = 0; nth < 100; nth++) addTime(quick, nth < 90 ? 1 : 100);
    const latencies = { 'GET /guides': slow, 'GET /portfolios': slow, 'GET /cash': quick };
    const { latency } = assembled(all, {}, {}, { latencies });
    const places = ['GET /cash', 'GET /guides', 'GET /portfolios'].map((endpoint) => ({
      endpoint,
    }));
    expect(latency).toMatchObject(places);
    expect(latency).toMatchObject([{ count: 100, maxMs: 100 }, {}, { count: 1, maxMs: 20.1 }]);
    const [{ p50Ms = 0, p95Ms = 0 } = {}] = latency;
    expect([p50Ms, p95Ms]).toEqual([expect.closeTo(1, 0), expect.closeTo(100, -1)]);
    expect(p95Ms * 10).toBeCloseTo(Math.round(p95Ms * 10), 6);
  });

  test('name and build of the target, the shard and the evidence, if they are known', () => {
    const target = { ...config().target, implementation: 'A bank', build: '7' };
    const evidence = { file: 'exchanges.har', sha256: 'abc' };
    const shard = { index: 1, total: 2 };
    const told = assembled(all, { target, shard }, { evidence });
    const run = { id: 'a-run', durationMs: 5, seed: 7, depth: 'quick', shard };
    expect(told).toMatchObject({ target: { implementation: 'A bank', build: '7' }, run, evidence });
    const plain = assembled(all);
    expect(plain.target).toStrictEqual({ baseUrl: target.baseUrl, authUrl: target.authUrl });
    expect(plain.run).not.toHaveProperty('shard');
    expect(plain).not.toHaveProperty('evidence');
    expect(plain).not.toHaveProperty('interrupted');
  });

  test('a digest of the catalogue that covers what it requires, and nothing else', () => {
    const digest = (changes: Partial<Scenario>) =>
      catalogueDigest(catalogueWith([asks([], { id: must.id, ...changes })]));
    const same = digest({});
    expect(digest({ sameDefectAs: ['a/b'] })).toBe(same);
    expect(digest({ when: 'pinned' })).not.toBe(digest({ when: 'declared' }));
    expect(assembled(all).specification).toEqual({
      ...specification,
      catalogueSha256: catalogueDigest(catalogue),
    });
    const others = [
      { level: 'should' },
      { rule: 'Another.' },
      { section: 'Other' },
      { when: 'pinned' },
    ] as const;
    for (const changes of others) expect(digest(changes)).not.toBe(same);
  });
});

test.each([
  [[bad, bad, pass()], 'no token'],
  [[bad, bad], undefined],
])('what a monitor finds in all responses has no change: %j', (judged, changed) => {
  const changes = { changed: 'no token', violating: [], passing: [] };
  const found = { ...finding(heard.id, 'GET /cash', bad, answered(200)), count: 2, changes };
  const part = { findings: { [findingId(found)]: found } };
  expect(assembled([tally(heard, judged)], {}, {}, part).failures[0]?.changed).toBe(changed);
});
