import { describe, expect, test } from 'vitest';
import type { LostWhy } from '../../../engine/exchange/exchange.ts';
import type { Config, Endpoint, Monitor, Requirement } from '../../../engine/index.ts';
import { pass, series, withHeader } from '../../../engine/index.ts';
import { failed } from '../failed.ts';
import { endpoint, get } from '../samples.ts';
import {
  type Answer,
  asks,
  casesOf,
  cash,
  catalogueWith,
  checks,
  listens,
  running,
  runOn,
  target,
} from './running.ts';

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

const probes = (changes: Partial<Monitor>) =>
  listens({ id: 'every-endpoint/probed', endpoints: ({ name }) => name === 'cash', ...changes });

describe('a request that stays silent is repeated between two controls', () => {
  const control = withHeader(get(), 'x', 'control');
  const refuses = checks({
    control: () => control,
    accepts: ({ answer }) => answer.status === 401,
    cases: () => series(casesOf('/silent')),
  });
  const probing: Monitor['probing'] = async (_bound, ask) => {
    await ask('odd', get('/silent'));
    return [];
  };
  const odd = probes({ probes: () => [get('/a')], probing });
  const accepting401: Answer = ({ requirement }, { path, headers }) => {
    if (requirement === 'run/setup') return 200;
    return path === '/silent' ? 'closed' : headers.length === 1 ? 401 : 403;
  };

  test.each<[string, Requirement, Answer, LostWhy, Endpoint?]>([
    ['in a scenario', silent, silentAt('/silent'), 'timeout'],
    [
      'among probes',
      probes({ probes: () => [get('/a'), get('/silent')] }),
      silentAt('/silent'),
      'timeout',
    ],
    ['when a monitor probes step by step', odd, silentAt('/silent'), 'timeout'],
    ['when it writes', silent, silentAt('/silent'), 'timeout', endpoint({ safety: 'write' })],
    ['in a check, with the control of the check', refuses, accepting401, 'closed'],
  ])('%s', async (_where, requirement, answer, why, on = cash) => {
    expect((await found(requirement, answer, { endpoints: [on] })).findings).toEqual(finding(why));
  });

  test('with these steps', async () => {
    const controls = [
      'control-silent-step-0',
      'step-0-silent-again',
      'control-silent-step-0-after',
    ];
    expect((await found(silent, silentAt('/silent'))).steps).toEqual(['step-0', ...controls]);
    const { asked } = await found(odd, silentAt('/silent'));
    expect(
      asked.filter(({ key }) => key.step !== 'probe').every(({ key }) => key.index === 1),
    ).toBe(true);
    const ofCheck = await found(refuses, accepting401);
    expect(ofCheck.asked.filter(({ request }) => request === control)).toHaveLength(4);
  });

  test('with controls on the API endpoint that a scenario of the token endpoint requests', async () => {
    const uses = asks(['/cash'], { endpoints: ({ origin }) => origin === 'token' });
    const everywhere = listens({
      lost: () => failed('no answer'),
      endpoints: () => true,
    });
    const attempts = target((key, request) =>
      key.requirement === 'run/setup' ? 200 : silentAt('/cash')(key, request),
    );
    expect((await runOn(catalogueWith([everywhere, uses]), attempts)).findings).toEqual({});
    const controls = attempts.asked.filter(({ key }) => key.step.startsWith('control-silent'));
    expect(controls).toMatchObject(
      [1, 2, 3].map(() => ({ request: { origin: 'api', path: '/cash' } })),
    );
  });

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

  test('the control goes to the requested endpoint', async () => {
    const { findings, asked } = await found(
      everywhere(get('/cash?m2m=1')),
      silentAt('/cash?m2m=1'),
      { endpoints },
    );
    expect(findings).toEqual(finding('timeout', '(run)'));
    const control = asked.find(({ key }) => key.step === 'control-silent-step-0')?.request;
    expect(control).toMatchObject({ method: 'GET', path: '/cash' });
  });

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
