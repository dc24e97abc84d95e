import { describe, expect, test } from 'vitest';
import { type Request, sentHeader } from '../../../engine/index.ts';
import { apiError } from '../api-error.ts';
import { boundAs } from '../recorded.ts';
import { forbidden, type Guard, judgeGuard, letting, listing } from './scope-guard.ts';

const isSecond = (request: Request) => sentHeader(request, 'x-user-id')[0] === '{{user:second}}';
const required = (refusal?: Guard['refusal'], guard: Guard = {}) =>
  judgeGuard('scope/guides-required', { ...guard, ...(refusal && { refusal }) });

const disguised = { ...forbidden, status: 200 };
const hiding = (step: string) => (step === 'case' ? apiError(404) : step === 'round-1-case-0' ? listing : undefined);

describe('scope/guides-required requests the listing again', () => {
  test('fourteen times for the first user and once for the second if the guard never fails', async () => {
    const { judgements, lacking } = await required();
    expect(judgements).toEqual([{ kind: 'pass' }]);
    expect(lacking).toBe(15);
  });

  test.each<[string, Parameters<typeof letting>[0]]>([
    ['every fourth time', (_step, nth) => nth % 4 === 0],
    ['for simultaneous requests', (step) => step.includes('case-at-once')],
    ['for sequential requests', (step) => /round-\d-case-[13]/.test(step)],
    ['once in twenty-three times', (_step, nth) => nth % 23 === 1],
    ['for the second user now and then', (_step, nth, request) => isSecond(request) && nth % 2 === 0],
    ['for the second user twice', (step) => ['second-case', 'second-round-1-case-2'].includes(step)],
    ['in the first and the fourth round', (step) => /^round-[14]-case-0$/.test(step)],
    ['each time', () => true],
  ])('and finds a guard that fails %s', async (_when, letsIn) => {
    expect((await required(letting(letsIn))).judgements.at(-1)).toMatchObject({
      cause: 'a token without the scope is accepted',
      exchange: { request: {}, answer: { status: 200 } },
    });
  });

  test.each<[string, string[], NonNullable<Guard['refusal']>]>([
    ['fails the first time', ['inconclusive'], letting((_step, nth) => nth === 1)],
    ['fails the fifth time', ['inconclusive'], letting((_step, nth) => nth === 5)],
    ['hides the listing once and fails once', ['inconclusive'], hiding],
    ['responds with an error under a 200', ['pass'], (step) => (step.includes('round') ? disguised : undefined)],
  ])('and has no finding for a guard that %s', async (_what, kinds, refusal) => {
    const judged = await required(refusal);
    expect(judged.kinds).toEqual(kinds);
    expect(judged.lacking).toBeLessThan(60);
  });

  test.each([
    [2, ['pass', 'fail']],
    [1, ['pass']],
  ])('and finds a guard that trusts the connection: %i times, %j', async (times, kinds) => {
    let left = times;
    const trusting = letting((_step, _nth, { connection }) => connection === 'scope:guides' && left-- > 0);
    const judged = await required(trusting);
    expect(judged.kinds).toEqual(kinds);
    const cause = 'a token without the scope is accepted after one with it on the same connection';
    expect(judged.causes).toEqual(kinds.slice(1).map(() => cause));
  });

  test('and finds a guard that remembers the scopes of the previous request', async () => {
    const control = (step: string) => (step.startsWith('round-1-control') ? forbidden : listing);
    const forgetful = letting((_step, nth) => nth > 1);
    expect((await required(forgetful, { control })).kinds).toEqual(['fail']);
  });
});

test.each<[string, string, string[], number | undefined, (nth: number) => boolean]>([
  ['again if it reads', 'cash', ['fail'], undefined, (nth) => nth % 3 === 0],
  ['once if it writes', 'address', ['pass'], 1, (nth) => nth % 3 === 0],
  ['twice if it writes and lets the token in once', 'address', ['inconclusive'], 2, (nth) => nth === 1],
])('scope/declared requests an endpoint %s', async (_what, name, kinds, count, letsIn) => {
  const refusal = letting((_step, nth) => letsIn(nth));
  const judged = await judgeGuard('scope/declared', { refusal }, boundAs(name, { scopes: ['service:nbg'] }));
  expect(judged.kinds).toEqual(kinds);
  if (count !== undefined) expect(judged.lacking).toBe(count);
});
