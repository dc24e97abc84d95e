import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check, Requirement, Scenario } from '../../../engine/catalogue/check.ts';
import { type Key, keyText } from '../../../engine/exchange/key.ts';
import { requestText } from '../../../engine/exchange/request.ts';
import { say } from '../../../engine/exchange/sentence.ts';
import {
  generated,
  Inconclusive,
  pass,
  refusedOr,
  series,
  type Tally,
} from '../../../engine/index.ts';
import { replayAttempts } from '../../../engine/judge.ts';
import { inWords } from '../../in-words.ts';
import { failed } from '../failed.ts';
import { get } from '../samples.ts';
import {
  type Answer,
  asks,
  catalogueWith,
  checks,
  listens,
  running,
  runOn,
  target,
} from './running.ts';

const bad = (value: string, name = 'x') => ({
  request: { ...get(), headers: [[name, value] as const] },
  label: value,
});
const allBad = (...values: readonly string[]) => series(values.map((value) => bad(value)));

const refusing = (changes: Partial<Check> = {}) =>
  checks({
    cases: () => allBad('a', 'b', 'c'),
    judge: (exchange) => refusedOr(exchange, failed('accepted')),
    ...changes,
  });
const isControl = ({ step, requirement }: Pick<Key, 'step' | 'requirement'>) =>
  step.startsWith('control') || requirement === 'run/setup';
/** Accepts the control, and responds to every case as given. */
const toCases =
  (answer: ReturnType<Answer>): Answer =>
  (key) =>
    isControl(key) ? 200 : answer;

async function runCheck(changes: Partial<Check>, answer: Answer) {
  const { part, asked } = await running([refusing(changes)], answer);
  const steps = asked.filter(({ key }) => key.requirement === 'cash/checks').map(({ key }) => key);
  return {
    part,
    asked,
    steps,
    tally: part.tallies['cash/checks|GET /cash'],
    found: Object.values(part.findings),
  };
}

const judge401: Check['judge'] = ({ answer }) =>
  answer.status === 401 ? pass() : failed(`${answer.status}`);
const refusedAfter: Answer = (key) => {
  if (key.step === 'control-after') return 401;
  if (isControl(key)) return 200;
  return [401, 404, 200][key.index] ?? 200;
};
const hopeless = { ...bad('a'), proof: () => false };
const letIn: Check['followUps'] = async (_bound, ask, control) => {
  const exchange = await ask('step', get());
  return [control ? failed('it was let in', exchange) : pass()];
};
const further = (ofCase: number): Answer => {
  const answer = toCases(ofCase);
  return (key, request) => (key.step === 'further-step' ? 200 : answer(key, request));
};
const nothing: Check['cases'] = () => series([]);
const vain: Check['cases'] = () => series([hopeless]);
const refusing403: Answer = ({ requirement }) => (requirement === 'run/setup' ? 200 : 403);
const cookie: Check['cases'] = () => series([bad('a=b', 'Cookie')]);
const four = () => allBad('a', 'b', 'c', 'd');
const hanging: Partial<Check> = { cases: four, followUps: async () => [pass()], inSequence: true };

test.each<[what: string, Partial<Check>, Answer, Partial<Tally>, reason?: string]>([
  [
    'three refusals beside an accepted control pass',
    {},
    toCases(400),
    { held: 3, violated: 0, unanswered: 0 },
  ],
  [
    'without an accepted control nothing is concluded',
    {},
    refusing403,
    { unanswered: 1 },
    'is not accepted: 403',
  ],
  [
    'acceptances count without a control',
    { judge: judge401 },
    refusedAfter,
    { held: 0, violated: 1, unanswered: 2 },
  ],
  [
    'a valid case is skipped',
    { cases: () => series([hopeless, bad('b')]) },
    toCases(400),
    { held: 1, unanswered: 0 },
  ],
  [
    'no case does not pass',
    { cases: nothing },
    () => 200,
    { held: 0, unanswered: 1 },
    'no request to send',
  ],
  [
    'no case was possible',
    { cases: vain },
    () => 200,
    { held: 0, unanswered: 1 },
    'could not send',
  ],
  [
    'further requests follow passed cases',
    { followUps: letIn },
    further(400),
    { held: 3, violated: 1, unanswered: 0 },
  ],
  [
    'further requests need no case',
    { followUps: letIn, cases: nothing },
    further(400),
    { violated: 1, unanswered: 0 },
  ],
  [
    'no further requests follow cases that fail',
    { followUps: letIn },
    further(200),
    { held: 0, violated: 3 },
  ],
  [
    'no further requests follow cases on which the target hangs',
    hanging,
    toCases('timeout'),
    { held: 0 },
  ],
  [
    'a refusal of a cookie is not judged',
    { cases: cookie, judge: judge401 },
    toCases(403),
    { held: 1, violated: 0 },
  ],
  [
    'what a cookie lets in is judged',
    { cases: cookie, judge: judge401 },
    toCases(200),
    { held: 0, violated: 1 },
  ],
  [
    'load shedding neither passes nor fails',
    {},
    toCases(429),
    { held: 0, violated: 0, unanswered: 3 },
  ],
  ...[404, 500].map((status): [string, Partial<Check>, Answer, Partial<Tally>, string] => [
    `a ${status} to a positive case does not pass`,
    { control: 'none', judge: () => pass() },
    toCases(status),
    { held: 0, violated: 0, unanswered: 3 },
    `the response is not judged: ${status}`,
  ]),
  [
    'a positive case is judged by the responses that the check selects',
    { control: 'none', judge: () => pass(), judges: ({ answer }) => answer.status === 404 },
    toCases(404),
    { held: 3, unanswered: 0 },
  ],
])('%s', async (_what, changes, answer, expected, reason = '') => {
  const { tally, steps } = await runCheck(changes, answer);
  expect(tally).toMatchObject(expected);
  expect(inWords(tally?.reasons[0] ?? '')).toContain(reason);
  // Without an accepted control no case is sent.
  if (answer === refusing403) expect(steps.filter(({ step }) => step === 'case')).toEqual([]);
});

test('a finding names the cause and the request that shows it', async () => {
  expect((await runCheck({}, toCases(400))).found).toEqual([]);
  expect((await runCheck({ judge: judge401 }, refusedAfter)).found).toMatchObject([
    { cause: '200' },
  ]);
  const { found } = await runCheck({ followUps: letIn }, further(400));
  expect(found).toMatchObject([{ cause: 'it was let in', exchange: { key: { index: 0 } } }]);
});

test('the control is sent between the cases if failures in a row count', async () => {
  const cases = () => allBad('a', 'b', 'c', 'd', 'e');
  const { tally, steps } = await runCheck(
    { cases, inSequence: true, controlEvery: 2 },
    toCases(400),
  );
  expect(tally).toMatchObject({ held: 5, violated: 0, unanswered: 0 });
  const inOrder = steps.map(({ step, index }) => (step === 'case' ? index : step));
  expect(inOrder).toEqual(['control', 0, 1, 'control-2', 2, 3, 'control-4', 4, 'control-after']);
});

const throwing = (error: Error) => () => {
  throw error;
};
const rejecting = (error: Error) => () => Promise.reject(error);

test.each<[what: string, (error: Error) => Requirement, Partial<Tally>]>([
  ["a check's judge", (error) => refusing({ judge: throwing(error) }), { held: 0, unanswered: 3 }],
  [
    "a check's further requests",
    (error) => refusing({ followUps: rejecting(error) }),
    { held: 3, unanswered: 1 },
  ],
  ['a scenario', (error) => asks(rejecting(error)), { held: 0, unanswered: 1 }],
  [
    "a monitor's probing",
    (error) => listens({ probing: rejecting(error), matches: () => false }),
    { unanswered: 1 },
  ],
  ["a monitor's judge", (error) => listens({ judge: throwing(error) }), { held: 0, unanswered: 1 }],
])(
  '%s throws Inconclusive if nothing can be judged; another error is a harness error',
  async (_what, make, counts) => {
    const unclear = await running([make(new Inconclusive(say`nothing to compare`))], toCases(400));
    const [tally] = Object.values(unclear.part.tallies);
    expect(inWords(tally)).toMatchObject({
      violated: 0,
      ...counts,
      reasons: ['nothing to compare'],
    });
    expect(unclear.part.harnessErrors).toEqual([]);
    const broken = await runOn(catalogueWith([make(new Error('broken'))]), target(toCases(400)));
    expect(broken.harnessErrors).toEqual([
      { where: expect.stringContaining('/'), message: expect.stringContaining('broken') },
    ]);
    expect(broken.findings).toEqual({});
  },
);

test('an inconclusive case leaves the other cases judged', async () => {
  const judge: Check['judge'] = ({ key: { index } }) => {
    if (index === 1) throw new Inconclusive(say`nothing to compare`);
    return index === 0 ? pass() : failed('wrong');
  };
  const { tally, found } = await runCheck({ judge }, toCases(400));
  expect(tally).toMatchObject({ held: 1, violated: 1, unanswered: 1 });
  expect(found).toMatchObject([{ cause: 'wrong', exchange: { key: { index: 2 } } }]);
});

test('a violation is repeated, and the finding says how often it was reproduced', async () => {
  const { found } = await runCheck({}, (key) => (key.step === 'again-2' ? 400 : 200));
  expect(found).toMatchObject([{ count: 3, reproduced: { of: 2, times: 1 } }]);
});

test('a finding says what was changed, and which other changes violate or pass', async () => {
  const accepting: Answer = (key) => (isControl(key) || key.index !== 1 ? 200 : 401);
  const { found } = await runCheck({ cases: four, judge: judge401 }, accepting);
  expect(found).toMatchObject([
    { changes: { changed: 'a', violating: ['c', 'd'], passing: ['b'] } },
  ]);
});

test('a generated violation is shrunk, and the smallest one is proven and repeated', async () => {
  const proven: number[] = [];
  const numbers = generated({
    arbitrary: fc.integer({ min: 1_000, max: 1_000_000 }),
    counts: [3, 3, 3],
    toCase: (value) => ({ ...bad(String(value)), proof: () => proven.push(value) > 0 }),
  });
  const { found, asked } = await runCheck({ cases: () => series([], numbers) }, () => 200);
  expect(found).toMatchObject([
    { count: 3, changes: { changed: '1000' }, reproduced: { of: 2, times: 2 } },
  ]);
  expect(found[0]?.exchange?.request.headers).toEqual([['x', '1000']]);
  const again = asked.filter(({ key }) => key.step.startsWith('again'));
  expect(again.map(({ request }) => request.headers)).toEqual([[['x', '1000']], [['x', '1000']]]);
  expect(proven.slice(-2)).toEqual([1_000, 1_000]);
});

test('a scenario that uses a step twice is a harness error', async () => {
  const twice: Scenario['run'] = async (_bound, ask) => {
    await ask('same', get());
    await ask('same', get('/other'));
    return [pass()];
  };
  const { part } = await running([asks(twice)], () => 200);
  expect(part.harnessErrors[0]?.message).toContain('cash/asks|GET /cash|0|same|0');
  expect(part.tallies['cash/asks|GET /cash']).toMatchObject({ held: 0 });
});

test('the finding of a scenario cites its last request, even if an earlier one took longer', async () => {
  const both: Scenario['run'] = async (_bound, ask) => {
    await Promise.all([ask('first', get()), ask('second', get('/second'))]);
    return [failed('wrong')];
  };
  const attempts = target(() => 200);
  const part = await runOn(catalogueWith([asks(both)]), {
    ...attempts,
    once: async (key, ...rest) => {
      const exchange = await attempts.once(key, ...rest);
      if (key.step === 'first') await new Promise((resolve) => setTimeout(resolve, 10));
      return exchange;
    },
  });
  expect(Object.values(part.findings)[0]?.exchange?.key.step).toBe('second');
});

const texts = generated({ arbitrary: fc.string(), counts: [20, 20, 20], toCase: bad });
const judge5xx: Check['judge'] = ({ answer }) =>
  answer.status < 500 ? pass(say`it answered`) : failed('5xx');
const several = catalogueWith([
  refusing({ cases: () => series([bad('a')], texts) }),
  refusing({ id: 'cash/shapes', judge: judge5xx }),
  asks(async (_bound, ask) =>
    Promise.all(
      ['a', 'b'].map(async (step) =>
        refusedOr((await ask(step, get())) as never, failed('accepted')),
      ),
    ),
  ),
]);
const oddly: Answer = ({ requirement, index, step }) => {
  if (isControl({ requirement, step })) return 200;
  if (requirement === 'cash/shapes') return ([500, 503, 'closed'] as const)[index] ?? 500;
  return index % 3 === 0 ? 200 : 404;
};

test('concurrency changes neither requests nor outcome', async () => {
  const [one, ...others] = await Promise.all(
    [1, 3, 16].map(async (concurrency) => {
      const attempts = target(oddly);
      const part = await runOn(several, attempts, { concurrency });
      const asked = attempts.asked.map(
        ({ key, request }) => `${keyText(key)}\n${requestText(request)}`,
      );
      return { part, asked: asked.sort() };
    }),
  );
  expect(others).toEqual([one, one]);
});

test('judging the evidence yields the same part, even if the run had no time for repetitions', async () => {
  const attempts = target(oddly);
  const live = await runOn(several, { ...attempts, wait: async () => false });
  expect(await runOn(several, replayAttempts(attempts.exchanges))).toEqual(live);
});

test('a part is plain JSON and keeps only an excerpt of a response', async () => {
  const bytes = { ...get(), headers: [['x', new Uint8Array([0xe9, 0])] as const] };
  const { part } = await runCheck(
    { cases: () => series([{ request: bytes, label: 'bytes' }]) },
    () => 200,
  );
  expect(JSON.parse(JSON.stringify(part))).toEqual(part);
  const large = await runCheck({}, () => ({ status: 200, body: 'x'.repeat(1_000_000) }));
  expect(JSON.stringify(large.part).length).toBeLessThan(20_000);
});
