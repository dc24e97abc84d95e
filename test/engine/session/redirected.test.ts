import { expect, test } from 'vitest';
import { override } from '../../../fixtures/reference/index.ts';
import { certify, withOutcome } from './in-process.ts';

/** Every API endpoint redirects to the path with a slash. */
const moving = override('respond', (original) => (visit, response) => {
  if (visit.endpoint === undefined || visit.endpoint === 'token') return original(visit, response);
  return original(
    visit,
    new Response(null, { status: 308, headers: { Location: `${new URL(visit.request.url).pathname}/` } }),
  );
});

test('an API that redirects from the specified path to another one fails', async () => {
  const { result } = await certify({ claim: ['cash'], only: ['cash/*'] }, { compose: moving });
  expect(withOutcome(result, 'fail')).toContain('cash/ok');
});
