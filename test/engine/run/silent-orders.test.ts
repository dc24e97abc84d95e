import { describe, expect, test } from 'vitest';
import type { Bound } from '../../../engine/catalogue/bound.ts';
import { type Ask, type Case, check, monitor, scenario } from '../../../engine/catalogue/check.ts';
import { replayAttempts } from '../../../engine/evidence/replay.ts';
import type { Exchange, LostWhy } from '../../../engine/exchange/exchange.ts';
import { held, violated } from '../../../engine/judging/answer.ts';
import { series } from '../../../engine/run/series.ts';
import { provenSilentOrder } from '../../../engine/run/silent-orders.ts';
import { answered, catalogueOf, endpoint, get, head, key, lost, runOn, target, tokenEndpoint } from '../samples.ts';

const orders = endpoint({ method: 'POST', path: '/orders', safety: 'order' });

/** What came of requests to /0, /1 and so on; `=` asks what was asked before. */
const tried = (came: readonly (LostWhy | number | `=${LostWhy}`)[]): Exchange[] => {
  let at = 0;
  return came.map((one) => {
    if (typeof one === 'number') return answered(one, key(), get(`/${at++}`));
    return one.startsWith('=')
      ? lost(one.slice(1) as LostWhy, key(), get(`/${at - 1}`))
      : lost(one as LostWhy, key(), get(`/${at++}`));
  });
};

const proven = (came: Parameters<typeof tried>[0], speaks = () => true) =>
  provenSilentOrder(tried(came), speaks)?.request.path;

describe('orders that were sent once each', () => {
  test.each<[string, Parameters<typeof tried>[0], string | undefined]>([
    ['three closed', ['closed', 'closed', 'closed'], '/0'],
    ['three timed out', ['timeout', 'timeout', 'timeout'], '/0'],
    ['as many answered', [400, 'timeout', 400, 'timeout', 400, 'timeout'], '/1'],
    ['more answered', [400, 400, 'timeout', 400, 'timeout', 400, 'timeout'], undefined],
    ['more answered than four', [400, 400, 'timeout', 400, 'timeout', 400, 'timeout', 400, 'timeout'], '/2'],
    ['two alone', ['timeout', 'timeout'], undefined],
    ['one of them twice', ['timeout', '=timeout', 'timeout'], undefined],
    ['silent in different ways', ['timeout', 'closed', 'timeout'], undefined],
    ['that stand for no silence', ['stopped', 'stopped', 'stopped'], undefined],
  ])('%s', (_what, came, first) => {
    expect(proven(came)).toBe(first);
  });

  test('prove nothing where no monitor speaks of such a request', () => {
    expect(proven(['closed', 'closed', 'closed'], () => false)).toBeUndefined();
  });
});

const listening = monitor({
  ...head,
  id: 'every-endpoint/answers',
  endpoints: ({ origin }) => origin === 'api',
  matches: () => true,
  judge: () => held(),
  lost: () => violated('no answer', 'an answer', 'none'),
});

describe('a check whose orders stay silent', () => {
  const cases: readonly Case[] = ['/a', '/b', '/c'].map((path) => ({ request: get(path), label: path }));
  const found = async (
    answer: (step: string, path: string) => number | LostWhy,
    safety: 'order' | 'read' = 'order',
    control?: 'none',
  ) => {
    const refuses = check({
      ...head,
      id: 'cash/refuses',
      endpoints: ({ name }) => name === 'cash',
      ...(control ? { control } : {}),
      cases: () => series(cases),
      judge: () => held(),
    });
    const on = safety === 'order' ? orders : endpoint();
    const catalogue = catalogueOf([tokenEndpoint, on], { 'every-endpoint': [listening], cash: [refuses] });
    const attempts = target(({ step }, { path }) => answer(step, String(path)));
    const part = await runOn(catalogue, attempts);
    expect(await runOn(catalogue, replayAttempts(attempts.exchanges))).toEqual(part);
    const asked = attempts.asked.filter(({ key: { requirement } }) => requirement === 'cash/refuses');
    return { findings: Object.keys(part.findings), steps: asked.map(({ key: { step } }) => step) };
  };
  const silent = (step: string) => (step === 'case' ? 'timeout' : 201);

  test('is told of, after a control between the first and the others; none is sent twice', async () => {
    const { findings, steps } = await found(silent);
    expect(findings).toEqual(['every-endpoint/answers|POST /orders|no answer']);
    expect(steps).toEqual(['control', 'case', 'control-between', 'case', 'case', 'control-after']);
  });

  test.each([
    ['between', 'control-between'],
    ['after', 'control-after'],
  ])('is not where the control is refused %s', async (_when, refused) => {
    expect((await found((step) => (step === refused ? 403 : silent(step)))).findings).toEqual([]);
  });

  test('is not where it has no control', async () => {
    expect((await found(silent, 'order', 'none')).findings).toEqual([]);
  });

  test('is not where two alone are silent', async () => {
    expect((await found((step, path) => (path === '/b' ? 400 : silent(step)))).findings).toEqual([]);
  });

  test('asks no control in between where all are answered, or where it is no order', async () => {
    expect((await found(() => 201)).steps).toEqual(['control', 'case', 'case', 'case', 'control-after']);
    expect((await found(silent, 'read')).steps).not.toContain('control-between');
  });
});

describe.each(['scenario', 'monitor'])('orders of a %s that stay silent', (kind) => {
  const paths = ['/a', '/b', '/c', '/d'];
  const found = async (answer: (step: string, path: string) => number | LostWhy, on = orders) => {
    const run = async (_bound: Bound, ask: Ask) => {
      for (const path of paths) await ask(`asked-${path.slice(1)}`, get(path));
      return [];
    };
    const asks =
      kind === 'scenario'
        ? scenario({ ...head, id: 'cash/asks', endpoints: ({ name }) => name === 'cash', run })
        : monitor({
            ...head,
            id: 'cash/asks',
            endpoints: ({ name }) => name === 'cash',
            matches: () => false,
            judge: () => held(),
            probing: run,
          });
    const catalogue = catalogueOf([tokenEndpoint, on], { 'every-endpoint': [listening], cash: [asks] });
    const attempts = target(({ step }, { path }) => answer(step, String(path)));
    const part = await runOn(catalogue, attempts);
    expect(await runOn(catalogue, replayAttempts(attempts.exchanges))).toEqual(part);
    const asked = attempts.asked.filter(({ key: { requirement } }) => requirement === 'cash/asks');
    return { findings: Object.keys(part.findings), steps: asked.map(({ key: { step } }) => step) };
  };
  const silentBut =
    (...answering: readonly string[]) =>
    (step: string, path: string) =>
      step.startsWith('asked') && !answering.includes(path) ? 'timeout' : 201;

  test('are told of between two that are in order, none of them sent twice', async () => {
    const { findings, steps } = await found(silentBut('/a'));
    expect(findings).toEqual(['every-endpoint/answers|POST /orders|no answer']);
    expect(steps).toEqual(['asked-a', 'asked-b', 'asked-c', 'control-between', 'asked-d', 'control-after']);
  });

  test.each(['control-between', 'control-after'])('are not where the order of %s is refused', async (refused) => {
    const silent = silentBut('/a');
    expect((await found((step, path) => (step === refused ? 403 : silent(step, path)))).findings).toEqual([]);
  });

  test('are not where two alone are silent', async () => {
    expect((await found(silentBut('/a', '/b'))).findings).toEqual([]);
  });

  test('are followed by none where one alone is silent', async () => {
    expect((await found(silentBut('/a', '/b', '/c'))).steps).toEqual(paths.map((path) => `asked-${path.slice(1)}`));
  });

  test('are followed by none where all are answered', async () => {
    expect((await found(() => 201)).steps).toEqual(paths.map((path) => `asked-${path.slice(1)}`));
  });
});
