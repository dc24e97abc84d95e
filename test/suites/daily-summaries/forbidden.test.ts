import { expect, test } from 'vitest';
import { type Bound, type Exchange, sentHeader } from '../../../engine/index.ts';
import { forbidden, judgeDenied } from '../../../suites/daily-summaries/forbidden.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, exchangeOf, judgedBy, silence } from '../asking.ts';

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
  /** Which credentials the operator has. */
  readonly has?: readonly string[];
  readonly elsewhere?: Given;
  readonly control?: (step: string) => Given | Exchange;
}

/** What is judged if the denied get these responses from the summaries, the last one for good. */
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
  ['r', 'held'],
  ['r', 'held', { has: ['token'] }],
  ['r', 'held,held', { has: ['token', 'user'] }],
  ['s', 'violated'],
  ['u', 'violated', { has: ['token'] }],
  // Nobody knows whom the operator names.
  ['u', 'unanswered', { has: ['token'], elsewhere: apiError(401) }],
  ['n', 'unanswered', { elsewhere: apiError(404) }],
  ['x', 'unanswered'],
  ['n', 'violated'],
  ['n', 'unanswered', { covers: () => false }],
  ['s', 'violated', { covers: () => false }],
  ['m', ''],
  ['r', 'unanswered', { control: () => apiError(403) }],
])('the denied get %s: %s with %j', async (answers, kinds, world) => {
  expect(await judged(answers, world)).toBe(kinds);
});

test.each([
  ['-', 'unanswered'],
  ['-r', 'unanswered'],
  ['r', 'held'],
  ['rr-s', 'held'],
  ['rrrrr-', 'held'],
  ['rrrrrrrrs', 'held'],
  ['s', 'violated'],
  ['s-', 'unanswered'],
  ['ss-', 'violated'],
  ['sr', 'unanswered'],
  ['ssr', 'unanswered'],
  ['rrsr', 'unanswered'],
  ['rrrrrsr', 'unanswered'],
  ['rs', 'violated'],
  ['srs', 'violated'],
  ['ssrsr', 'violated'],
  ['rsrrsr', 'violated'],
  ['srrrrrrrrrrs', 'violated'],
  ['snsn', 'violated'],
])('of served, refused, not found and silent, the last for good, %s is %s', async (answers, kind) => {
  const isTold = !answers.includes('n');
  expect(await judged(answers, isTold ? {} : { elsewhere: apiError(404) })).toBe(kind);
});

test.each([apiError(401), silence('closed')])('a control that fails afterwards excuses all but data', async (after) => {
  const control = (step: string) => (step === 'control-after' ? after : ok);
  expect([await judged('r', { control }), await judged('s', { control })]).toEqual(['unanswered', 'violated']);
});

test.each<[string, Given | Exchange]>([
  ['held', apiError(403)],
  ['violated', { body: { data: [] } }],
  ['violated', apiError(401)],
  ['unanswered', { status: 429 }],
  ['unanswered', { status: 503 }],
  ['unanswered', { status: 500 }],
  ['unanswered', silence('timeout')],
])('one response to the denied, %s: %j', (kind, given) => {
  expect(judgeDenied(exchangeOf(given), 'user').kind).toBe(kind);
});
