import { describe, expect, test } from 'vitest';
import type { LostWhy } from '../../../engine/exchange/exchange.ts';
import type { Config, Endpoint, Requirement } from '../../../engine/index.ts';
import { pass } from '../../../engine/index.ts';
import { failed } from '../failed.ts';
import { endpoint, get } from '../samples.ts';
import { type Answer, asks, cash, listens, running } from './running.ts';

const silentAt =
  (path: string, why: LostWhy = 'timeout'): Answer =>
  (_key, request) =>
    request.path === path ? why : 200;

const listening = listens({
  lost: ({ answer, request }) =>
    String(request.path).startsWith('/unheard') ? undefined : failed(answer.lost),
});
const finding = (why: string, of = 'GET /cash') => [`every-endpoint/listens#${why}|${of}`];
const silent = asks(['/silent']);

/** Runs one requirement together with a monitor that judges silence. */
async function found(
  requirement: Requirement,
  answer: Answer,
  { endpoints = [cash] as readonly Endpoint[], changes = {} as Partial<Config> } = {},
) {
  const { part, findings, asked } = await running([listening, requirement], answer, {
    endpoints,
    changes,
  });
  expect(part.harnessErrors).toEqual([]);
  const own = asked.filter(({ key }) => key.requirement === requirement.id);
  return { findings, asked: own, steps: [...new Set(own.map(({ key }) => key.step))] };
}

describe('a request that stays silent is repeated between two controls', () => {
  test('at most three times per run, and once for each request', async () => {
    const paths = ['/a', '/a', '/b', '/c', '/d'];
    const { steps } = await found(asks(paths), (_key, { path }) =>
      paths.includes(String(path)) ? 'closed' : 200,
    );
    const again = steps.filter((step) => step.endsWith('-silent-again'));
    expect(again).toEqual([0, 2, 3].map((nth) => `step-${nth}-silent-again`));
  });
});

describe('a target that often hangs gets fewer requests at a time', () => {
  const hanging: Answer = (_key, { path }) =>
    /unheard|hangs/.test(String(path)) ? 'timeout' : 200;
  const spending = (early: readonly string[], later: readonly string[]) =>
    asks(async (_bound, ask) => {
      for (const step of early) await ask(step, get(`/${step}`));
      await Promise.all(
        Array.from({ length: 12 }, (_, nth) => ask(`unheard-${nth}`, get(`/unheard-${nth}`))),
      );
      // The run still repeats single requests, twice in all.
      for (const step of ['unheard-b', 'unheard-c', ...later]) await ask(step, get(`/${step}`));
      return [pass()];
    });
  const lastAnswered: Answer = (key, request) =>
    key.step === 'hangs-a-silent-again-2' ? 404 : hanging(key, request);

  const early = spending(['early-hangs'], ['hangs-a']);
  const one = spending([], ['hangs-a', 'hangs-b']);
  const hangs = finding('timeout');
  const twice = ['hangs-a-silent-again', 'hangs-a-silent-again-2'];

  test.each<[string, Requirement, Answer, findings: string[], again: string[]]>([
    ['one request is repeated as often as necessary', one, hanging, hangs, twice],
    [
      'none is if an earlier one was sent often enough',
      early,
      hanging,
      hangs,
      ['early-hangs-silent-again'],
    ],
    [
      'nothing is found if the last repetition gets a response',
      spending([], ['hangs-a']),
      lastAnswered,
      [],
      twice,
    ],
  ])('%s', async (_what, requirement, answer, findings, again) => {
    const run = await found(requirement, answer);
    expect(run.findings).toEqual(findings);
    const repeated = run.asked
      .map(({ key }) => key.step)
      .filter((step) => step.includes('-silent-again'));
    expect(repeated).toEqual(again);
  });
});

describe('nothing is found', () => {
  test.each<[string, again: number | LostWhy, before: number | LostWhy, after: number | LostWhy]>([
    ['if the repetition gets a response', 404, 200, 200],
    ['if the repetition is silent in another way', 'closed', 200, 200],
    ['if the endpoint is silent before', 'timeout', 'closed', 200],
    ['if the endpoint is silent after', 'timeout', 200, 'closed'],
    ['if the endpoint refuses the control after', 'timeout', 200, 403],
  ])('%s', async (_if, again, before, after) => {
    const answer: Answer = ({ step }, { path }) => {
      if (step.endsWith('-silent-again')) return again;
      if (step.startsWith('control-silent')) return step.endsWith('-after') ? after : before;
      return path === '/silent' ? 'timeout' : 200;
    };
    expect((await found(silent, answer)).findings).toEqual([]);
  });

  const onlyTwice: Answer = ({ attempt }, { path }) =>
    path === '/silent' && attempt < 2 ? 'closed' : 200;

  test.each<[string, Answer, Endpoint]>([
    ['after fewer than three silent attempts', onlyTwice, cash],
    ['for an order', silentAt('/silent'), endpoint({ safety: 'order' })],
  ])('%s', async (_if, answer, on) => {
    const { findings, steps } = await found(silent, answer, { endpoints: [on] });
    expect([findings, steps]).toEqual([[], ['step-0']]);
  });

  test('if no monitor judges silence, and nothing is repeated', async () => {
    const { asked } = await running([silent], silentAt('/silent'));
    expect(asked.filter(({ key }) => key.requirement === silent.id)).toHaveLength(3);
  });
});

describe('in a scenario of the whole run', () => {
  const endpoints = [endpoint({ method: 'POST', name: 'orders', safety: 'order' }), cash];
  const everywhere = (request: ReturnType<typeof get>): Requirement => {
    const { endpoints: _cash, ...scenario } = asks(async (_bound, ask) => {
      await ask('step-0', request);
      return [pass()];
    });
    return scenario;
  };

  test.each([
    ['an unknown path', get('/nowhere')],
    ['another method', { ...get('/cash'), method: 'PUT' }],
    ['an order', { ...get('/cash'), method: 'POST' }],
  ])('there is no control for %s', async (_what, request) => {
    const answer: Answer = ({ step }) => (step === 'step-0' ? 'timeout' : 200);
    const { findings, steps } = await found(everywhere(request), answer, { endpoints });
    expect([findings, steps]).toEqual([[], ['step-0']]);
  });
});

test.each([
  ['counts if it comes each time', {}, finding('invalid-http')],
  [
    'does not count behind a proxy',
    { network: { headers: {}, allowPlainHttp: false, proxy: {} } },
    [],
  ],
])('a response that is not valid HTTP %s', async (_if, changes, findings) => {
  expect((await found(silent, silentAt('/silent', 'invalid-http'), { changes })).findings).toEqual(
    findings,
  );
});
