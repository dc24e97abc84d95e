import { describe, expect, test } from 'vitest';
import { check, type Monitor, monitor, type Requirement, scenario } from '../../../engine/catalogue/check.ts';
import type { Endpoint } from '../../../engine/catalogue/endpoint.ts';
import { replayAttempts } from '../../../engine/evidence/replay.ts';
import type { Key } from '../../../engine/exchange/key.ts';
import { type Request, withHeader } from '../../../engine/exchange/request.ts';
import { held, violated } from '../../../engine/judging/answer.ts';
import { series } from '../../../engine/run/series.ts';
import { catalogueOf, endpoint, get, head, runOn, target, tokenEndpoint } from '../samples.ts';

const cash = endpoint();
const silentTo = (path: string) => (_key: Key, request: Request) => (request.path === path ? 'timeout' : 200) as never;

const listening: Monitor = monitor({
  ...head,
  id: 'every-endpoint/answers',
  endpoints: ({ origin }) => origin === 'api',
  matches: () => true,
  judge: () => held(),
  lost: ({ answer, request }) =>
    String(request.path).startsWith('/unheard') ? undefined : violated(answer.lost, 'an answer', 'none'),
});

/** Runs one requirement beside a monitor of silence: what was found, what was asked, and that evidence yields the same. */
async function found(
  requirement: Requirement,
  answer: Parameters<typeof target>[0],
  { on = cash, others = [] as readonly Endpoint[], changes = {} as Parameters<typeof runOn>[2] } = {},
) {
  const catalogue = catalogueOf([tokenEndpoint, on, ...others], { 'every-endpoint': [listening, requirement] });
  const attempts = target(answer);
  const part = await runOn(catalogue, attempts, changes);
  expect(await runOn(catalogue, replayAttempts(attempts.exchanges), changes)).toEqual(part);
  expect(part.harnessErrors).toEqual([]);
  const asked = attempts.asked.filter(({ key }) => key.requirement === requirement.id);
  return { findings: Object.keys(part.findings), asked, steps: new Set(asked.map(({ key }) => key.step)) };
}

const only = (of: string) => (one: Endpoint) => one.name === of;
const asks = (...paths: readonly string[]) =>
  scenario({
    ...head,
    id: 'every-endpoint/asks',
    endpoints: only('cash'),
    run: async (_bound, ask) => {
      for (const [nth, path] of paths.entries()) await ask(`step-${nth}`, get(path));
      return [held()];
    },
  });
const probes = (changes: Partial<Monitor>) =>
  monitor({
    ...head,
    id: 'every-endpoint/probed',
    endpoints: only('cash'),
    matches: () => true,
    judge: () => held(),
    ...changes,
  });
const finding = (why: string, of = 'GET /cash') => [`every-endpoint/answers|${of}|${why}`];

describe('a request that stays silent is asked again between two controls', () => {
  test('in a scenario', async () => {
    const { findings, steps } = await found(asks('/silent'), silentTo('/silent'));
    expect(findings).toEqual(finding('timeout'));
    expect([...steps]).toEqual([
      'step-0',
      'control-silent-step-0',
      'step-0-silent-again',
      'control-silent-step-0-after',
    ]);
  });

  test('in a scenario of the token endpoint, beside the endpoint that it was for', async () => {
    const everywhere = monitor({ ...listening, endpoints: () => true });
    const uses = scenario({
      ...head,
      id: 'every-endpoint/uses',
      endpoints: ({ origin }) => origin === 'token',
      run: async (_bound, ask) => {
        await ask('use', get('/cash'));
        return [held()];
      },
    });
    const catalogue = catalogueOf([tokenEndpoint, cash], { 'every-endpoint': [everywhere, uses] });
    const attempts = target(silentTo('/cash'));
    expect((await runOn(catalogue, attempts)).findings).toEqual({});
    expect(attempts.asked.filter(({ key }) => key.step.startsWith('control-silent'))).toMatchObject([
      { request: { origin: 'api', path: '/cash' } },
      { request: { origin: 'api', path: '/cash' } },
      { request: { origin: 'api', path: '/cash' } },
    ]);
  });

  test('among the probes of a monitor, and where it probes step by step', async () => {
    const atOnce = probes({ probes: () => [get('/a'), get('/silent')] });
    expect((await found(atOnce, silentTo('/silent'))).findings).toEqual(finding('timeout'));
    const inSteps = probes({
      probes: () => [get('/a')],
      probing: async (_bound, ask) => {
        await ask('odd', get('/silent'));
        return [];
      },
    });
    const { findings, asked } = await found(inSteps, silentTo('/silent'));
    expect(findings).toEqual(finding('timeout'));
    expect(asked.filter(({ key }) => key.step !== 'probe').every(({ key }) => key.index === 1)).toBe(true);
  });

  test('where it writes', async () => {
    const { findings } = await found(asks('/silent'), silentTo('/silent'), { on: endpoint({ safety: 'write' }) });
    expect(findings).toEqual(finding('timeout'));
  });

  test('in a check, beside the control of the check', async () => {
    const control = withHeader(get(), 'x', 'control');
    const refuses = check({
      ...head,
      id: 'every-endpoint/refuses',
      endpoints: only('cash'),
      control: () => control,
      accepts: ({ answer }) => answer.status === 401,
      cases: () => series([{ request: get('/silent'), label: 'silent' }]),
      judge: () => held(),
    });
    const answer: Parameters<typeof target>[0] = ({ requirement }, { path, headers }) => {
      if (requirement === 'run/setup') return 200;
      return path === '/silent' ? 'closed' : headers.length === 1 ? 401 : 403;
    };
    const { findings, asked } = await found(refuses, answer);
    expect(findings).toEqual(finding('closed'));
    expect(asked.filter(({ request }) => request === control)).toHaveLength(4);
  });

  test('of which three, one for each request', async () => {
    const paths = ['/a', '/a', '/b', '/c', '/d'];
    const { steps } = await found(asks(...paths), (_key, { path }) => (paths.includes(String(path)) ? 'closed' : 200));
    expect([...steps].filter((step) => step.endsWith('-silent-again'))).toEqual([
      'step-0-silent-again',
      'step-2-silent-again',
      'step-3-silent-again',
    ]);
  });
});

describe('of a target that hangs a lot, which is asked less often at a time', () => {
  const unheard = Array.from({ length: 12 }, (_, nth) => `/unheard-${nth}`);
  const hanging: Parameters<typeof target>[0] = (_key, { path }) =>
    /unheard|hangs/.test(String(path)) ? 'timeout' : 200;
  const spending = (...later: readonly string[]) => {
    const patient = later.filter((path) => path.startsWith('/early'));
    return scenario({
      ...head,
      id: 'every-endpoint/asks',
      endpoints: only('cash'),
      run: async (_bound, ask) => {
        for (const path of patient) await ask(path.slice(1), get(path));
        await Promise.all(unheard.map((path) => ask(path.slice(1), get(path))));
        // One at a time is asked again all the same, two in all.
        for (const step of ['unheard-b', 'unheard-c']) await ask(step, get(`/${step}`));
        for (const path of later) if (!patient.includes(path)) await ask(path.slice(1), get(path));
        return [held()];
      },
    });
  };
  const run = async (requirement: Requirement, answer = hanging) => {
    const { findings, asked } = await found(requirement, answer);
    const again = asked.filter(({ key }) => key.step.includes('-silent-again')).map(({ key }) => key.step);
    return { findings, again };
  };

  test('one request is asked again, as often as it takes', async () => {
    const { findings, again } = await run(spending('/hangs-a', '/hangs-b'));
    expect(findings).toEqual(finding('timeout'));
    expect(again).toEqual(['hangs-a-silent-again', 'hangs-a-silent-again-2']);
  });

  test('and none that was not, where one was sent as often as it takes', async () => {
    const { again } = await run(spending('/early-hangs', '/hangs-a'));
    expect(again).toEqual(['early-hangs-silent-again']);
  });

  test('it is not told of where it is answered the last time', async () => {
    const { findings } = await run(spending('/hangs-a'), (key, request) =>
      key.step === 'hangs-a-silent-again-2' ? 404 : hanging(key, request),
    );
    expect(findings).toEqual([]);
  });
});

describe('nothing is said', () => {
  const answering =
    (again: number | 'closed' | 'timeout', before: number | 'closed', after: number | 'closed') =>
    ({ step }: Key, { path }: Request) => {
      if (step.endsWith('-silent-again')) return again;
      if (step.startsWith('control-silent')) return step.endsWith('-after') ? after : before;
      return path === '/silent' ? ('timeout' as const) : 200;
    };

  test.each<[string, number | 'closed' | 'timeout', number | 'closed', number | 'closed']>([
    ['where it is answered', 404, 200, 200],
    ['where it is silent in another way', 'closed', 200, 200],
    ['where the endpoint is silent before', 'timeout', 'closed', 200],
    ['where the endpoint refuses the control before', 'timeout', 403, 200],
    ['where the endpoint is silent after', 'timeout', 200, 'closed'],
    ['where the endpoint refuses the control after', 'timeout', 200, 403],
  ])('%s', async (_where, again, before, after) => {
    expect((await found(asks('/silent'), answering(again, before, after))).findings).toEqual([]);
  });

  test('where it is silent in fewer attempts than three', async () => {
    const { findings, steps } = await found(asks('/silent'), ({ attempt }, { path }) =>
      path === '/silent' && attempt < 2 ? 'closed' : 200,
    );
    expect([findings, [...steps]]).toEqual([[], ['step-0']]);
  });

  test('where it is an order', async () => {
    const { steps } = await found(asks('/silent'), silentTo('/silent'), { on: endpoint({ safety: 'order' }) });
    expect([...steps]).toEqual(['step-0']);
  });

  test('where no monitor would speak of it', async () => {
    const catalogue = catalogueOf([tokenEndpoint, cash], { cash: [{ ...asks('/silent'), id: 'cash/asks' }] });
    const attempts = target(silentTo('/silent'));
    await runOn(catalogue, attempts);
    expect(attempts.asked.filter(({ key }) => key.requirement === 'cash/asks')).toHaveLength(3);
  });
});

describe('on the whole run', () => {
  const { endpoints: _endpoints, ...everywhere } = asks('/cash?m2m=1');
  const on = { on: endpoint({ method: 'POST', name: 'orders', safety: 'order' }), others: [cash] };

  test('the control is the endpoint that was asked', async () => {
    const { findings, asked } = await found(
      { ...everywhere, id: 'every-endpoint/everywhere' },
      silentTo('/cash?m2m=1'),
      on,
    );
    expect(findings).toEqual(finding('timeout', '(run)'));
    const control = asked.find(({ key }) => key.step === 'control-silent-step-0')?.request;
    expect(control).toMatchObject({ method: 'GET', path: '/cash' });
  });

  test.each([
    ['where it is none of the table', get('/nowhere')],
    ['where it is asked with another method', { ...get('/cash'), method: 'PUT' }],
    ['where it is an order', { ...get('/cash'), method: 'POST' }],
  ])('there is none %s', async (_where, request) => {
    const run: Requirement = {
      ...everywhere,
      id: 'every-endpoint/everywhere',
      run: async (_bound, ask) => {
        await ask('step-0', request);
        return [held()];
      },
    };
    const { findings, steps } = await found(run, ({ step }) => (step === 'step-0' ? 'timeout' : 200), on);
    expect([findings, [...steps]]).toEqual([[], ['step-0']]);
  });
});

describe('an answer that is no valid HTTP', () => {
  const garbled: Parameters<typeof target>[0] = (_key, { path }) => (path === '/silent' ? 'invalid-http' : 200);

  test('counts where it comes each time', async () => {
    expect((await found(asks('/silent'), garbled)).findings).toEqual(finding('invalid-http'));
  });

  test('does not where a proxy stands in between', async () => {
    const changes = { network: { headers: {}, allowPlainHttp: false, proxy: {} } };
    expect((await found(asks('/silent'), garbled, { changes })).findings).toEqual([]);
  });
});
