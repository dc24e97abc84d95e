import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Check, check, monitor, scenario } from '../../../engine/catalogue/check.ts';
import { replayAttempts } from '../../../engine/evidence/replay.ts';
import type { Key } from '../../../engine/exchange/key.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { requestText, withHeader } from '../../../engine/exchange/request.ts';
import { held, judgeRefusal, violated } from '../../../engine/judging/answer.ts';
import type { Part } from '../../../engine/outcome/part.ts';
import { generated, series } from '../../../engine/run/series.ts';
import { catalogueOf, config, endpoint, get, head, runOn, target, tokenEndpoint } from '../samples.ts';

const cash = endpoint();
const bad = (value: string) => ({ request: withHeader(get(), 'x', value), label: value });

const refusing: Parameters<typeof check>[0] = {
  ...head,
  id: 'cash/refuses',
  endpoints: ({ name }) => name === 'cash',
  cases: () => series([bad('a'), bad('b'), bad('c')]),
  judge: (exchange) => judgeRefusal(exchange, 'it was accepted'),
};

const catalogueWith = (...requirements: Parameters<typeof catalogueOf>[1]['cash'] & object) =>
  catalogueOf([tokenEndpoint, cash], { cash: requirements });
const tallyOf = (part: Part, id = 'cash/refuses') => part.tallies[`${id}|GET /cash`];
const isControl = ({ step, requirement }: Key) => step.startsWith('control') || requirement === 'run/setup';

const runCheck = (changes: Partial<Check>, answer: Parameters<typeof target>[0]) => {
  const attempts = target(answer);
  return runOn(catalogueWith(check({ ...refusing, ...changes })), attempts).then((part) => ({ part, ...attempts }));
};

test('three refusals beside an accepted control are three cases that held', async () => {
  const { part } = await runCheck({}, (key) => (isControl(key) ? 200 : 400));
  expect(tallyOf(part)).toMatchObject({ held: 3, violated: 0, unanswered: 0 });
  expect(part.findings).toEqual({});
});

test('without an accepted control nothing is sent, and nothing is concluded', async () => {
  const { part, asked } = await runCheck({}, ({ requirement }) => (requirement === 'run/setup' ? 200 : 403));
  expect(tallyOf(part)).toMatchObject({ held: 0, violated: 0, unanswered: 1 });
  expect(tallyOf(part)?.reasons[0]).toContain('the positive control is not accepted: 403');
  expect(asked.filter(({ key }) => key.step === 'case')).toEqual([]);
});

test('when the control is no longer accepted afterwards, only acceptances count', async () => {
  const { part } = await runCheck(
    { judge: ({ answer }) => (answer.status === 401 ? held() : violated(`${answer.status}`, '401', 'another')) },
    (key) => {
      if (key.step === 'control-after') return 401;
      if (isControl(key)) return 200;
      return key.index === 0 ? 401 : key.index === 1 ? 404 : 200;
    },
  );
  expect(tallyOf(part)).toMatchObject({ held: 0, violated: 1, unanswered: 2 });
  expect(Object.values(part.findings).map(({ cause }) => cause)).toEqual(['200']);
});

test('a request that would not break the rule is no case', async () => {
  const cases = () => series([{ ...bad('a'), proof: () => false }, bad('b')]);
  const { part } = await runCheck({ cases }, (key) => (isControl(key) ? 200 : 400));
  expect(tallyOf(part)).toMatchObject({ held: 1, unanswered: 0 });
});

test.each([
  ['could be sent', [{ ...bad('a'), proof: () => false }]],
  ['nothing to ask', []],
])('no case at all is no pass (%s)', async (why, boundary) => {
  const { part } = await runCheck({ cases: () => series(boundary) }, () => 200);
  expect(tallyOf(part)).toMatchObject({ held: 0, unanswered: 1 });
  expect(tallyOf(part)?.reasons[0]).toContain(why);
});

test('what takes several requests is asked once the cases have held, and judged where it is asked', async () => {
  const further: Check['further'] = async (_bound, ask, control) => {
    const exchange = await ask('step', get());
    return [control ? violated('it was let in', 'a refusal', 'a success', exchange) : held()];
  };
  const answer = (ofCase: number) => (of: Key) => (isControl(of) || of.step === 'further-step' ? 200 : ofCase);
  const { part } = await runCheck({ further }, answer(400));
  expect(tallyOf(part)).toMatchObject({ held: 3, violated: 1, unanswered: 0 });
  expect(Object.values(part.findings)).toMatchObject([{ cause: 'it was let in', exchange: { key: { index: 0 } } }]);
  const broken = await runCheck({ further }, answer(200));
  expect(tallyOf(broken.part)).toMatchObject({ held: 0, violated: 3 });
  expect(broken.asked.map(({ key }) => key.step)).not.toContain('further-step');
  const alone = await runCheck({ further, cases: () => series([]) }, answer(400));
  expect(tallyOf(alone.part)).toMatchObject({ held: 0, violated: 1, unanswered: 0 });
});

test('where the target hangs on the cases, nothing further is asked', async () => {
  const cases = () => series(['a', 'b', 'c', 'd'].map(bad));
  const further = async () => [held()];
  const { part } = await runCheck({ cases, further, inSequence: true }, (key) => (isControl(key) ? 200 : 'timeout'));
  expect(tallyOf(part)).toMatchObject({ held: 0 });
});

test('where failures in a row count, the control is asked between the cases as well', async () => {
  const cases = () => series(['a', 'b', 'c', 'd', 'e'].map(bad));
  const changes = { cases, inSequence: true, controlEvery: 2 };
  const { part, asked } = await runCheck(changes, (key) => (isControl(key) ? 200 : 400));
  expect(tallyOf(part)).toMatchObject({ held: 5, violated: 0, unanswered: 0 });
  const steps = asked.map(({ key }) => key).filter(({ requirement }) => requirement === 'cash/refuses');
  const inOrder = steps.map(({ step, index }) => (step === 'case' ? index : step));
  expect(inOrder).toEqual(['control', 0, 1, 'control-2', 2, 3, 'control-4', 4, 'control-after']);
});

test('load shedding in every attempt is neither refusal nor failure', async () => {
  const { part } = await runCheck({}, (key) => (isControl(key) ? 200 : 429));
  expect(tallyOf(part)).toMatchObject({ held: 0, violated: 0, unanswered: 3 });
});

test('a judge that throws is an error of the harness, and no finding', async () => {
  const judge = () => {
    throw new Error('broken judge');
  };
  const { part } = await runCheck({ judge }, (key) => (isControl(key) ? 200 : 400));
  expect(part.harnessErrors).toMatchObject([{ where: 'cash/refuses|GET /cash' }]);
  expect(part.harnessErrors[0]?.message).toContain('broken judge');
  expect(part.findings).toEqual({});
});

test('a violation is sent again, and says how often it showed', async () => {
  const { part } = await runCheck({}, (key) => (key.step === 'again-2' ? 400 : 200));
  expect(Object.values(part.findings)).toMatchObject([{ count: 3, reproduced: { of: 2, times: 1 } }]);
});

test('a generated violation is shrunk, and what is sent again is the smallest with a proof of its own', async () => {
  const numbers = generated({
    arbitrary: fc.integer({ min: 1_000, max: 1_000_000 }),
    counts: [3, 3, 3],
    toCase: (value) => ({ ...bad(String(value)), proof: () => proven.push(value) > 0 }),
  });
  const proven: number[] = [];
  const { part, asked } = await runCheck({ cases: () => series([], numbers) }, () => 200);
  const [found] = Object.values(part.findings);
  expect(found).toMatchObject({ count: 3, reproduced: { of: 2, times: 2 } });
  expect(found?.exchange?.request.headers).toEqual([['x', '1000']]);
  const again = asked.filter(({ key }) => key.step.startsWith('again'));
  expect(again.map(({ request }) => request.headers)).toEqual([[['x', '1000']], [['x', '1000']]]);
  expect(proven.slice(-2)).toEqual([1_000, 1_000]);
});

test('an order is asked once, whatever comes of it', async () => {
  const order = endpoint({ method: 'POST', path: '/orders', name: 'cash', safety: 'order' });
  const attempts = target(() => 200);
  await runOn(catalogueOf([tokenEndpoint, order], { cash: [check(refusing)] }), attempts);
  expect(attempts.asked.filter(({ key }) => key.endpoint === order.id).map(({ key }) => key.step)).toEqual([
    'control',
    'case',
    'case',
    'case',
    'control-after',
  ]);
});

const steps = (run: Parameters<typeof scenario>[0]['run']) =>
  scenario({ ...head, id: 'cash/steps', endpoints: ({ name }) => name === 'cash', run });

test('a scenario that asks two things under one name is an error of the harness', async () => {
  const run = steps(async (_bound, ask) => {
    await ask('same', get());
    await ask('same', get('/other'));
    return [held()];
  });
  const part = await runOn(
    catalogueWith(run),
    target(() => 200),
  );
  expect(part.harnessErrors[0]?.message).toContain('cash/steps|GET /cash|0|same|0');
  expect(tallyOf(part, 'cash/steps')).toMatchObject({ held: 0 });
});

test('what shows a scenario’s violation is the step asked last, in whatever order the answers came', async () => {
  const run = steps(async (_bound, ask) => {
    await Promise.all([ask('first', get()), ask('second', get('/second'))]);
    return [violated('wrong', 'this', 'that')];
  });
  for (const slow of ['first', 'second']) {
    const attempts = target(() => 200);
    const part = await runOn(catalogueWith(run), {
      ...attempts,
      once: async (key, ...rest) => {
        const exchange = await attempts.once(key, ...rest);
        if (key.step === slow) await new Promise((resolve) => setTimeout(resolve, 10));
        return exchange;
      },
    });
    expect(Object.values(part.findings)[0]?.exchange?.key.step).toBe('second');
  }
});

const generatedTexts = generated({ arbitrary: fc.string(), counts: [20, 20, 20], toCase: bad });
const several = catalogueWith(
  check({ ...refusing, cases: () => series([bad('a')], generatedTexts) }),
  check({
    ...refusing,
    id: 'cash/shapes',
    judge: ({ answer }) => (answer.status < 500 ? held('it answered') : violated('5xx', 'less', 'more')),
  }),
  steps(async (_bound, ask) =>
    Promise.all(['a', 'b'].map(async (step) => judgeRefusal((await ask(step, get())) as never, 'accepted'))),
  ),
);
const oddly = ({ requirement, index, step }: Key) => {
  if (isControl({ requirement, step } as Key)) return 200;
  if (requirement === 'cash/shapes') return index === 1 ? 503 : index === 2 ? ('closed' as const) : 500;
  return index % 3 === 0 ? 200 : 404;
};

test('the same is asked, and the same comes of it, at any concurrency', async () => {
  const runs = await Promise.all(
    [1, 3, 16].map(async (concurrency) => {
      const attempts = target(oddly);
      const part = await runOn(several, attempts, { concurrency });
      return {
        asked: attempts.asked.map(({ key, request }) => `${keyText(key)}\n${requestText(request)}`).sort(),
        part,
      };
    }),
  );
  for (const run of runs.slice(1)) expect(run).toEqual(runs[0]);
});

test('judging what was recorded yields the same part, requests included', async () => {
  const attempts = target(oddly);
  const live = await runOn(several, attempts);
  expect(await runOn(several, replayAttempts(attempts.exchanges))).toEqual(live);
});

test('judging yields the same also where there was no time to ask again', async () => {
  const attempts = target(oddly);
  const live = await runOn(several, { ...attempts, wait: async () => false });
  expect(await runOn(several, replayAttempts(attempts.exchanges))).toEqual(live);
});

test('a part is plain JSON, also where the request that shows a finding holds bytes', async () => {
  const bytes = { ...get(), headers: [['x', new Uint8Array([0xe9, 0])] as const] };
  const { part } = await runCheck({ cases: () => series([{ request: bytes, label: 'bytes' }]) }, () => 200);
  expect(JSON.parse(JSON.stringify(part))).toEqual(part);
});

test('a finding does not keep more of an answer than is shown', async () => {
  const body = 'x'.repeat(1_000_000);
  const { part } = await runCheck({}, () => ({ status: 200, body }));
  expect(JSON.stringify(part).length).toBeLessThan(20_000);
});

test('where no token is issued, every requirement on the API says so, and nothing is sent for it', async () => {
  const attempts = target(() => 200);
  const part = await runOn(catalogueWith(check(refusing)), {
    ...attempts,
    once: async (key, request, ...rest) =>
      request.origin === 'token'
        ? replayAttempts(new Map()).once(key, request, ...rest)
        : attempts.once(key, request, ...rest),
  });
  expect(tallyOf(part)?.reasons[0]).toContain('no access token was issued');
  expect(attempts.asked.filter(({ key }) => key.requirement === 'cash/refuses')).toEqual([]);
  expect(config().clients.scoped).toBeDefined();
});

test('where nothing lets the run in, none of it is accused, and nothing more is sent for it', async () => {
  const { endpoints: _cash, ...onTheRun } = refusing;
  const json = monitor({
    ...head,
    id: 'errors/json',
    endpoints: ({ name }) => name === 'cash',
    matches: () => true,
    judge: (exchange) => violated('no JSON', 'JSON', 'a page', exchange),
  });
  const all = { 'every-endpoint': [json], cash: [check(refusing), check({ ...onTheRun, id: 'cash/on-the-run' })] };
  const attempts = target(() => 404);
  const part = await runOn(catalogueOf([tokenEndpoint, cash], all), attempts);
  expect(part.findings).toEqual({});
  expect(tallyOf(part)?.reasons[0]).toContain('no endpoint lets the well-formed request in: 404');
  expect(part.tallies['cash/on-the-run|(run)']?.reasons[0]).toContain('HARNESS_BASE_URL');
  expect(new Set(attempts.asked.map(({ key }) => key.requirement))).toEqual(new Set(['run/setup']));
});
