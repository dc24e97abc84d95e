import { expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { type Compose, override } from '../../../fixtures/reference/index.ts';
import { certify, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

/** Every endpoint of the API answers so, whatever it is asked. */
function answering(answer: (path: string) => Response): Compose {
  return override('respond', (original) => (visit, response) => {
    const isOfTheApi = visit.endpoint !== undefined && visit.endpoint !== 'token';
    return original(visit, isOfTheApi ? answer(new URL(visit.request.url).pathname) : response);
  });
}

const page = (status: number) => () =>
  new Response('<!doctype html><h1>Nobody</h1>', { status, headers: { 'Content-Type': 'text/html' } });
const moved = (to: (path: string) => string) => (path: string) =>
  new Response(null, { status: 308, headers: { Location: to(path) } });
const notFound = () =>
  Response.json(
    { status: 401, error: { message: 'User not found' }, responseId: crypto.randomUUID() },
    { status: 401 },
  );

test.each<[string, (path: string) => Response, Partial<Config>]>([
  ['another path', page(404), {}],
  ['another site', page(200), {}],
  ['a network that lets nobody in', page(403), {}],
  ['an address that has moved', moved((path) => `https://www.example.com${path}`), {}],
  ['a user whom nobody knows', notFound, { claim: ['cash'] }],
])('where the operator named %s nothing is accused, nor is it when judged again', async (_what, answer, changes) => {
  const { result, evidence } = await certify(changes, { compose: answering(answer) });
  expect(result.verdict).toBe('inconclusive');
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
});

test('an API that wants another path than the specified one is at fault', async () => {
  const { result } = await certify({}, { compose: answering(moved((path) => `${path}/`)) });
  expect(withOutcome(result, 'fail')).toContain('cash/ok');
});
