import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeParts } from '../../../cli/shards.ts';
import { type Facts, fromTarget, ofHarness } from '../../../engine/catalogue/cause.ts';
import type { Judgement } from '../../../engine/catalogue/check.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { type Request, withToken } from '../../../engine/exchange/request.ts';
import { ofWords } from '../../../engine/exchange/sentence.ts';
import { symbol } from '../../../engine/exchange/value.ts';
import { type Finding, finding, findingId, joinFindings } from '../../../engine/outcome/finding.ts';
import { addTime, emptyHistogram, percentile, total } from '../../../engine/outcome/latency.ts';
import type { Part } from '../../../engine/outcome/part.ts';
import { count, emptyTally } from '../../../engine/outcome/tally.ts';
import { failed } from '../failed.ts';
import { answered, get, key, lost } from '../samples.ts';

const few = (...texts: string[]) => fc.constantFrom(...texts);
const fewSaid = (...texts: string[]) => few(...texts).map(ofWords);
const violation = fc.record({
  kind: fc.constant('fail' as const),
  cause: few('a', 'b'),
  facts: fc.constant({}),
});
const judgement: fc.Arbitrary<Judgement> = fc.oneof(
  fc.constant({ kind: 'pass' } as const),
  fc.record({ kind: fc.constant('observed' as const), value: fewSaid('1', '2', '3') }),
  fc.record({
    kind: fc.constant('inconclusive' as const),
    why: fewSaid('x', 'y', 'z', 'u', 'v', 'w', 't'),
  }),
  fc.record({ kind: fc.constant('not-run' as const), why: fewSaid('x', 'y') }),
  violation,
);

const event = fc.record({
  requirement: few('a/a', 'b/b'),
  endpoint: few('GET /cash', '(run)'),
  judgement,
  index: fc.nat(2),
  step: few('case', 'again-1', ''),
  path: few('/a', '/b', '/b?c'),
  ms: fc.integer({ min: 0, max: 5_000 }),
});

function partOf(
  events: readonly (typeof event extends fc.Arbitrary<infer Event> ? Event : never)[],
  errors: readonly string[],
): Part {
  const tallies: Record<string, ReturnType<typeof emptyTally>> = {};
  const findings: Record<string, ReturnType<typeof finding>> = {};
  const latencies: Record<string, ReturnType<typeof emptyHistogram>> = {};
  for (const { requirement, endpoint, judgement: judged, index, step, path, ms } of events) {
    const unit = `${requirement}|${endpoint}`;
    tallies[unit] ??= emptyTally(requirement, endpoint);
    latencies[endpoint] ??= emptyHistogram();
    count(tallies[unit], judged);
    addTime(latencies[endpoint], ms);
    tallies[unit].durationMs = (tallies[unit].durationMs ?? 0) + ms;
    if (judged.kind !== 'fail') continue;
    const shown = step === '' ? undefined : answered(200, key(step, index), get(path));
    const found = finding(requirement, endpoint, judged, shown);
    const known = findings[findingId(found)];
    findings[findingId(found)] = known ? joinFindings(known, found) : found;
  }
  return {
    tallies,
    findings,
    folds: { 'a/a': events.length },
    pairs: {},
    clashes: {},
    notices: [],
    harnessErrors: errors.toSorted().map((message) => ({ where: 'a/a', message })),
    latencies,
    requests: events.length,
    values: {},
  };
}

const part = fc
  .tuple(fc.array(event, { maxLength: 12 }), fc.array(few('e', 'f', 'g'), { maxLength: 3 }))
  .map(([events, errors]) => partOf(events, errors));
const merge = (left: Part, right: Part) =>
  mergeParts(left, right, (_id, a, b) => (a as number) + (b as number));

test('merging is commutative and associative, and changes no part', () => {
  fc.assert(
    fc.property(part, part, part, (a, b, c) => {
      const before = JSON.stringify([a, b, c]);
      expect(merge(a, b)).toEqual(merge(b, a));
      expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)));
      expect(JSON.stringify([a, b, c])).toBe(before);
    }),
  );
});

test('merged shards yield the part of the whole run', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), fc.nat(20), (events, at) => {
      expect(merge(partOf(events.slice(0, at), []), partOf(events.slice(at), []))).toEqual(
        partOf(events, []),
      );
    }),
  );
});

const usual = [
  ['Accept', 'application/json'],
  ['Authorization', ['Bearer ', symbol('token:scoped')]],
  ['x-user-id', symbol('user:first')],
] as const;
const sent = (changes: Partial<Request> = {}) => ({ ...get('/a'), headers: usual, ...changes });
const long = `/${'x'.repeat(2_000)}`;
const bytes = new Uint8Array([1]);

test.each<[plainer: string, one: Exchange, than: Exchange, labelOfOther?: string]>([
  ['well-formed', answered(500, key('z', 9), sent()), answered(500, key(), sent({ headers: [] }))],
  [
    'not a changed case',
    answered(500, key('z'), sent({ path: long })),
    answered(500, key(), sent()),
    'odd',
  ],
  [
    'without an odd path',
    answered(500, key(), sent()),
    answered(500, key('a'), sent({ path: '/%61' })),
  ],
  [
    'without a raw wire',
    answered(500, key(), sent()),
    answered(500, key('a'), sent({ wire: 'raw' })),
  ],
  [
    'with the usual token',
    answered(500, key(), sent()),
    answered(500, key('a'), withToken(sent(), 'x')),
  ],
  [
    'with JSON',
    answered(500, key(), sent({ body: `{"a":"${long}"}` })),
    answered(500, key('a'), sent({ body: '{' })),
  ],
  ['printable', answered(500, key(), get(long)), answered(500, key('a'), get('/?\u0001'))],
  [
    'without bytes',
    answered(500, key(), get(long)),
    answered(500, key('a'), { ...get('/?'), body: bytes }),
  ],
  ['shorter', answered(500, key('z', 9), get('/?a')), answered(500, key('a'), get('/?ab'))],
  ['with a response', answered(500, key('z', 9), get('/?a')), lost('closed', key('a'), get('/?b'))],
  ['of the lower key', answered(500, key('a'), sent()), answered(500, key('b'), sent())],
])('of two requests, a finding shows the one that is %s', (_what, one, other, label) => {
  const bad = failed('a');
  const [plain, odd] = [one, other].map((exchange) =>
    finding('a/a', 'GET /cash', bad, exchange),
  ) as [Finding, Finding];
  const changes =
    label === undefined ? {} : { changes: { changed: label, violating: [], passing: [] } };
  for (const joined of [
    joinFindings(plain, { ...odd, ...changes }),
    joinFindings({ ...odd, ...changes }, plain),
  ])
    expect(joined).toMatchObject({ exchange: { key: one.key }, count: 2 });
});

test('a finding is identified by its cause and by the member, header or change', () => {
  const idOf = (facts: Facts) =>
    findingId({ requirement: 'a/a', endpoint: 'GET /cash', cause: 'wrong', facts });
  const value = fromTarget('7fec26a4');
  expect(idOf({ value })).toBe('a/a#wrong|GET /cash');
  expect(idOf({ value, member: ofHarness('/data/*/a') })).toBe('a/a#wrong:/data/*/a|GET /cash');
  expect(idOf({ header: ofHarness('Age'), change: ofHarness('none') })).toBe(
    'a/a#wrong:Age:none|GET /cash',
  );
});

test('percentiles are accurate to about four per cent', () => {
  const histogram = emptyHistogram();
  for (let ms = 1; ms <= 1_000; ms++) addTime(histogram, ms);
  expect(total(histogram)).toBe(1_000);
  expect(Math.abs(percentile(histogram, 0.5) - 500)).toBeLessThan(25);
  expect(Math.abs(percentile(histogram, 1) - 1_000)).toBeLessThan(45);
  expect(percentile(emptyHistogram(), 0.5)).toBe(0);
});

test('harness errors and notices of all parts are kept and sorted, each notice once', () => {
  const of = (message: string, notice: string): Part => ({
    ...partOf([], [message]),
    notices: [notice],
  });
  expect(merge(of('f', 'two'), merge(of('e', 'one'), of('e', 'two')))).toMatchObject({
    harnessErrors: [{ message: 'e' }, { message: 'e' }, { message: 'f' }],
    notices: ['one', 'two'],
  });
});
