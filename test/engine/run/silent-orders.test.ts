import { describe, expect, test } from 'vitest';
import type { LostWhy } from '../../../engine/exchange/exchange.ts';
import {
  type Ask,
  type Bound,
  type Exchange,
  type Requirement,
  series,
} from '../../../engine/index.ts';
import { provenSilentOrder } from '../../../engine/run/silences.ts';
import { failed } from '../failed.ts';
import { answered, endpoint, get, key, lost } from '../samples.ts';
import { asks, casesOf, cash, checks, listens, running } from './running.ts';

const orders = endpoint({ method: 'POST', path: '/orders', safety: 'order' });

/** Returns exchanges with the paths /0, /1 and so on. `=` repeats the previous path. */
const tried = (came: readonly (LostWhy | number | `=${LostWhy}`)[]): Exchange[] => {
  let at = 0;
  return came.map((one) => {
    if (typeof one === 'number') return answered(one, key(), get(`/${at++}`));
    const isSame = one.startsWith('=');
    return lost(one.replace('=', '') as LostWhy, key(), get(`/${isSame ? at - 1 : at++}`));
  });
};

test.each<[string, Parameters<typeof tried>[0], first: string | undefined, isJudged?: boolean]>([
  ['three closed', ['closed', 'closed', 'closed'], '/0'],
  ['as many answered', [400, 'timeout', 400, 'timeout', 400, 'timeout'], '/1'],
  ['more answered', [400, 400, 'timeout', 400, 'timeout', 400, 'timeout'], undefined],
  [
    'more answered than four',
    [400, 400, 'timeout', 400, 'timeout', 400, 'timeout', 400, 'timeout'],
    '/2',
  ],
  ['two alone', ['timeout', 'timeout'], undefined],
  ['one of them twice', ['timeout', '=timeout', 'timeout'], undefined],
  ['silent in different ways', ['timeout', 'closed', 'timeout'], undefined],
  ['not sent', ['stopped', 'stopped', 'stopped'], undefined],
  ['not judged by any monitor', ['closed', 'closed', 'closed'], undefined, false],
])('orders that were sent once each: %s', (_what, came, first, isJudged = true) => {
  expect(provenSilentOrder(tried(came), { speakOf: () => isJudged })?.request.path).toBe(first);
});

type Answer = (step: string, path: string) => number | LostWhy;

/** Runs a requirement on an endpoint together with a monitor that judges silence. */
async function found(requirement: Requirement, answer: Answer, on = orders) {
  const listening = listens({ lost: () => failed('no answer') });
  const byStep: Parameters<typeof running>[1] = ({ step }, { path }) => answer(step, String(path));
  const { findings, asked } = await running([listening, requirement], byStep, { endpoints: [on] });
  const own = asked.filter(({ key: { requirement: id } }) => id === requirement.id);
  return { findings, steps: own.map(({ key: { step } }) => step) };
}

/**
 * Leaves all cases and orders without a response, except in the given steps and paths. Other
 * requests get a 201.
 */
const silentBut =
  (responses: Readonly<Record<string, number>> = {}): Answer =>
  (step, path) =>
    responses[step] ??
    responses[path] ??
    (step === 'case' || step.startsWith('asked') ? 'timeout' : 201);

const paths = ['/a', '/b', '/c', '/d'];
const inSteps = async (_bound: Bound, ask: Ask) => {
  for (const path of paths) await ask(`asked-${path.slice(1)}`, get(path));
  return [];
};

const refuses = checks({ cases: () => series(casesOf(...paths)) });
const onCash: Requirement['endpoints'] = ({ name }) => name === 'cash';
const probing = listens({
  id: 'cash/odd',
  endpoints: onCash,
  matches: () => false,
  probing: inSteps,
});
describe.each<[string, Requirement]>([
  ['check', refuses],
  ['scenario', asks(inSteps)],
  ['monitor', probing],
])('orders of a %s that stay silent', (_kind, requirement) => {
  test.each<[string, Readonly<Record<string, number>>]>([
    ['the control between is refused', { '/a': 201, 'control-between': 403 }],
    ['the control after is refused', { '/a': 201, 'control-after': 403 }],
    ['only two are silent', { '/a': 201, '/b': 201 }],
  ])('lead to nothing if %s', async (_if, responses) => {
    expect((await found(requirement, silentBut(responses))).findings).toEqual([]);
  });
});

test('a check sends no control in between if every order gets a response, or if it sends no orders', async () => {
  expect((await found(refuses, () => 201)).steps).toEqual([
    'control',
    ...paths.map(() => 'case'),
    'control-after',
  ]);
  expect((await found(refuses, silentBut(), cash)).steps).not.toContain('control-between');
});
