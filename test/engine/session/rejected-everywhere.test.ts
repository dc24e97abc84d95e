import { expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { type Compose, override } from '../../../fixtures/reference/index.ts';
import { certify, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

/** Every API endpoint responds by `answer` to every request. */
function answering(answer: (path: string) => Response): Compose {
  return override('respond', (original) => (visit, response) => {
    const isOfTheApi = visit.endpoint !== undefined && visit.endpoint !== 'token';
    return original(visit, isOfTheApi ? answer(new URL(visit.request.url).pathname) : response);
  });
}

const page = () =>
  new Response('<!doctype html><h1>Nobody</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } });
const moved = (path: string) => new Response(null, { status: 308, headers: { Location: `${path}/` } });
const notFound = () =>
  Response.json(
    { status: 401, error: { message: 'User not found' }, responseId: crypto.randomUUID() },
    { status: 401 },
  );

// test/engine/run/preflight/preflight.test.ts tests the other responses by which a run notices a wrong configuration.
test.each<[string, (path: string) => Response, Partial<Config>]>([
  ['another path', page, { claim: ['cash', 'learn'] }],
  ['a user whom nobody knows', notFound, { claim: ['cash'], only: ['cash/*', 'auth/missing', 'user/*'] }],
])('if the operator named %s, neither run nor judge has a finding', async (_what, answer, changes) => {
  const { result, evidence } = await certify(changes, { compose: answering(answer) });
  expect(result.verdict).toBe('inconclusive');
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
});

test('an API that redirects from the specified path to another one fails', async () => {
  const { result } = await certify({ claim: ['cash'], only: ['cash/*'] }, { compose: answering(moved) });
  expect(withOutcome(result, 'fail')).toContain('cash/ok');
});
