import { expect, test } from 'vitest';
import { type Bound, type Exchange, sentHeader } from '../../../engine/index.ts';
import { forbidden, judgeDenied } from '../../../suites/daily-summaries/forbidden.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, exchangeOf, silence } from '../asking.ts';
import { judgedBy } from '../recorded.ts';

const ok: Given = { body: {} };
const noCredential: Exchange = { ...silence('closed'), answer: { lost: 'no-credential', detail: 'none' } };
const responses: Readonly<Record<string, Given | Exchange>> = {
  s: { body: { data: [] } },
  r: apiError(403),
  n: apiError(404),
  u: apiError(401),
  x: { status: 500 },
  '-': silence('timeout'),
  m: noCredential,
};

interface World extends Partial<Bound> {
  /** The credentials that the operator supplies. */
  readonly has?: readonly string[];
  readonly elsewhere?: Given;
  readonly control?: (step: string) => Given | Exchange;
}

/** Runs the scenario. `denied` lists the responses to the denied token or user. The last one repeats. */
async function judged(denied: string, { has = ['user'], elsewhere = ok, control = () => ok, ...changes }: World = {}) {
  let nth = 0;
  const { kinds } = await judgedBy(
    forbidden,
    (step, path, _nth, request) => {
      const isDenied = (name: string) => sentHeader(request, name).join().includes('denied');
      const [isToken, isUser] = [isDenied('authorization'), isDenied('x-user-id')];
      if ((isToken && !has.includes('token')) || (isUser && !has.includes('user'))) return noCredential;
      if (!isToken && !isUser) return control(step);
      return path === '/daily-summaries' ? (responses[denied[nth++] ?? denied.slice(-1)] ?? {}) : elsewhere;
    },
    boundTo('summaries', changes),
  );
  return kinds.join();
}

test.each<[string, string, World?]>([
  ['r', 'pass'],
  ['r', 'pass', { has: ['token'] }],
  ['r', 'pass,pass', { has: ['token', 'user'] }],
  ['s', 'fail'],
  ['u', 'fail', { has: ['token'] }],
  // All endpoints refuse the token, so the operator's value may be wrong.
  ['u', 'inconclusive', { has: ['token'], elsewhere: apiError(401) }],
  ['n', 'inconclusive', { elsewhere: apiError(404) }],
  ['x', 'inconclusive'],
  ['n', 'fail'],
  ['n', 'inconclusive', { covers: () => false }],
  ['s', 'fail', { covers: () => false }],
  ['m', ''],
  ['r', 'inconclusive', { has: ['token', 'user'], control: () => apiError(403) }],
])('denied requests get %s: %s with %j', async (answers, kinds, world) => {
  expect(await judged(answers, world)).toBe(kinds);
});

test.each<[string, string, World?]>([
  ['pass', 'r rr-s rrrrr- rrrrrrrrs'],
  ['fail', 's ss- rs srs ssrsr rsrrsr srrrrrrrrrrs'],
  ['fail', 'snsn', { elsewhere: apiError(404) }],
  ['inconclusive', '- -r s- sr ssr rrsr rrrrrsr'],
])('%s if denied requests are served, refused, not found or silent like %s', async (kind, all, world) => {
  for (const answers of all.split(' ')) expect(await judged(answers, world), answers).toBe(kind);
});

test.each([apiError(401), silence('closed')])('if a later control fails, only data is a finding', async (after) => {
  const control = (step: string) => (step === 'control-after' ? after : ok);
  expect([await judged('r', { control }), await judged('s', { control })]).toEqual(['inconclusive', 'fail']);
});

test.each<[string, readonly (Given | Exchange)[]]>([
  ['pass', [apiError(403)]],
  ['fail', [{ body: { data: [] } }, apiError(401)]],
  ['inconclusive', [{ status: 429 }, { status: 503 }, { status: 500 }, silence('timeout')]],
])('one response to a denied request is %s: %j', (kind, all) => {
  for (const given of all) expect(judgeDenied(exchangeOf(given), 'user').kind).toBe(kind);
});
