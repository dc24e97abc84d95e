import { expect, test } from 'vitest';
import type { Answered } from '../../../engine/index.ts';
import { addClashes } from '../../../engine/outcome/part.ts';
import { Clashes } from '../../../engine/run/clashes.ts';
import { answered } from '../../suites/answered.ts';

const sent = (path: string, status: number, sentAt: number, endpoint = `GET ${path}`): Answered => {
  const one = answered({ status, request: { path } });
  return { ...one, key: { ...one.key, endpoint }, sentAt, endedAt: sentAt + 10 };
};
const heard = (...all: readonly (readonly [id: string, Answered])[]) => {
  const clashes = new Clashes();
  for (const [at, [id, one]] of all.entries()) clashes.hear(one, [id, String(at)]);
  return clashes;
};

test('compares responses of a group with its first one', () => {
  const { facts, pair } = heard(
    ['a', sent('/cash', 401, 1_000)],
    ['b', sent('/cash', 401, 1_000)],
    ['a', sent('/cash?a=b', 403, 1_005, '(run)')],
    ['a', sent('/portfolios', 401, 1_900)],
  );
  expect(pair?.map(({ request }) => request.path)).toEqual(['/cash', '/portfolios']);
  expect(facts).toEqual({
    ...{ clashing: 2, sameRoute: 1, together: 1, mostMs: 900 },
    endpoints: ['GET /cash', 'GET /portfolios'],
  });
  expect(facts && addClashes(facts, { ...facts, endpoints: [] })).toMatchObject({
    ...{ clashing: 4, together: 2, mostMs: 900 },
    endpoints: ['GET /cash', 'GET /portfolios'],
  });
});

test('compares in the order of time, however it hears the responses', () => {
  const all = [5, 90, 40, 0].map((at) => ['a', sent(`/${at % 3}`, 401, at)] as const);
  const { facts } = heard(...all);
  expect(facts).toMatchObject({ clashing: 3, together: 1, mostMs: 90 });
  expect(heard(...all.reverse()).facts).toEqual(facts);
});

test('shows the pair with the plainest requests', () => {
  const all = ['/cash?a=b', '/cash', '/summaries', '/summaries'].map((path, at) =>
    sent(path, 401, at),
  );
  const { pair } = heard(...all.map((one, at) => [at < 2 ? 'a' : 'b', one] as const));
  expect(pair?.map(({ request }) => request.path)).toEqual(['/summaries', '/summaries']);
});

test('has neither facts nor a pair if no responses contradict each other', () => {
  const { facts, pair } = heard(['a', sent('/cash', 401, 1)], ['b', sent('/cash', 401, 2)]);
  expect([facts, pair]).toEqual([undefined, undefined]);
});
