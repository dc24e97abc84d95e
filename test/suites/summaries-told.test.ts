import { describe, expect, test } from 'vitest';
import { type Bound, type Exchange, type Monitor, sentHeader } from '../../engine/index.ts';
import { sampleSummaries } from '../../fixtures/samples/summaries.ts';
import { forbidden, judgeDenied } from '../../suites/daily-summaries/forbidden.ts';
import { hasPerformers, isListing } from '../../suites/daily-summaries/listed.ts';
import { summaries } from '../../suites/daily-summaries/summaries.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const request = { path: '/daily-summaries' };
const listing = (...data: readonly unknown[]) => answered({ body: { data, maxValueDifferences: {} }, request });
const monitor = (id: string) => summaries.requirements.find((one) => one.id === id) as Monitor;
const judge = (id: string, ...data: readonly unknown[]) => monitor(id).judge?.(listing(...data), boundTo('summaries'));

test('a listing is a 200 to the well-formed request', () => {
  expect(isListing(listing())).toBe(true);
  expect(isListing({ ...listing(), answer: { ...listing().answer, status: 206 } })).toBe(false);
  expect(isListing(answered({ body: { data: [] } }))).toBe(false);
});

test('performers of any list are enough to judge', () => {
  const of = (performers: unknown) => hasPerformers(listing({ performers }));
  for (const list of ['all', 'best', 'worst']) expect(of({ [list]: [{}] }), list).toBe(true);
  expect(of({ all: [], best: [], worst: {} })).toBe(false);
  expect(of(undefined)).toBe(false);
});

test('one kind of problem is one finding, wherever it stands', () => {
  const [fine] = sampleSummaries.data;
  const causeAt = (at: number) => {
    const judgement = judge('summaries/schema', ...Array.from({ length: at }, () => fine), { ...fine, chartLabel: 7 });
    return judgement?.kind === 'violated' && judgement.cause;
  };
  expect(causeAt(0)).toBe('/data/*/chartLabel is not as in DailySummary');
  expect(causeAt(11)).toBe(causeAt(0));
});

test('what holds no currency text leaves its requirement unexercised', () => {
  const { matches } = monitor('summaries/currency-text');
  expect(matches(listing({ portfolio: { cash: { displayValue: '$1' } } }))).toBe(true);
  expect(matches(listing({ portfolio: { cash: { displayValue: 1 } } }))).toBe(false);
});

test('timestamps of another type are passed over where others have the type', () => {
  const at = answered().endedAt;
  expect(judge('summaries/timestamp-digits', { timestamp: String(at / 1000) }, { timestamp: at })).toMatchObject({
    kind: 'held',
  });
  const minutes = 10 * 60_000;
  expect(judge('summaries/timestamp-digits', { timestamp: at + minutes })).toMatchObject({ kind: 'held' });
  expect(judge('summaries/timestamp-digits', { timestamp: at + minutes + 1 })).toMatchObject({ kind: 'violated' });
});

test('the future begins where the clock of the target stands, if that is ahead', () => {
  const at = answered().endedAt;
  const hour = 3_600_000;
  const judged = (date: number) => {
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Date', new Date(date).toUTCString()],
    ];
    const said = answered({ body: { data: [{ timestamp: at + hour }], maxValueDifferences: {} }, request, headers });
    return monitor('summaries/timestamp-digits').judge?.(said, boundTo('summaries'))?.kind;
  };
  expect([judged(at + hour), judged(at), judged(at - hour)]).toEqual(['held', 'violated', 'violated']);
});

test('labels are told once each, in order, twenty at most and the beginning of each', () => {
  const element = (label: unknown) => ({ sentimentScore: { total: { label }, news: { label: 7 } } });
  const told = (...labels: readonly unknown[]) => judge('summaries/labels', ...labels.map(element));
  expect(told('b', 'a', 'b', 7)).toMatchObject({ value: 'labels: a, b' });
  expect(told('x'.repeat(50))).toMatchObject({ value: `labels: ${'x'.repeat(40)}` });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  expect(told(...letters.toReversed())).toMatchObject({ value: `labels: ${letters.slice(0, 20).join(', ')}` });
});

test('whether totals add up is told, to a cent', () => {
  const portfolio = (cash: number, total: number) => ({
    portfolio: { cash: { value: cash }, savings: { value: 2 }, holdings: { value: 3 }, total: { value: total } },
  });
  expect(judge('summaries/total-adds-up', portfolio(1, 6.01))).toMatchObject({
    value: 'total is the sum of the others',
  });
  const [sum, none] = [portfolio(1, 6), portfolio(1, 6.02)];
  expect(judge('summaries/total-adds-up', sum, none)).toMatchObject({ value: expect.stringMatching(/in some$/) });
  expect(judge('summaries/total-adds-up', none)).toMatchObject({ value: expect.stringContaining('is not the sum') });
});

describe('summaries/forbidden', () => {
  const missing: Exchange = { ...silence('closed'), answer: { lost: 'no-credential', detail: 'none' } };

  /** A target that refuses the denied user as `denied` says, and knows that user elsewhere. */
  const judged = async (
    denied: (step: string) => Given | Exchange,
    {
      control = () => ({ body: {} }),
      ...changes
    }: Partial<Bound> & { control?: (step: string) => Given | Exchange } = {},
  ) => {
    const ask = asking((step, path, _nth, { headers }) => {
      const sent = { ...answered().request, headers };
      if (sentHeader(sent, 'authorization').join().includes('denied')) return missing;
      if (!sentHeader(sent, 'x-user-id').join().includes('denied')) return control(step);
      return path === '/daily-summaries' ? denied(step) : { body: {} };
    });
    return (await forbidden.run(boundTo('summaries', changes), ask)).map(({ kind }) => kind);
  };
  const served = () => ({ body: { data: [] } });

  test('is open where the control is no longer accepted, unless the denied are served', async () => {
    for (const after of [apiError(401), silence('closed')]) {
      const control = (step: string) => (step === 'control-after' ? after : { body: {} });
      expect(await judged(() => apiError(403), { control })).toEqual(['unanswered']);
      expect(await judged(served, { control })).toEqual(['violated']);
    }
  });

  test.each([
    ['sr', 'unanswered'],
    ['ssr', 'unanswered'],
    ['rrsr', 'unanswered'],
    ['rrrrrsr', 'unanswered'],
    ['rrrrrrrrs', 'held'],
    ['s-', 'unanswered'],
    ['rrrrr-', 'held'],
    ['-', 'unanswered'],
    ['r', 'held'],
    ['s', 'violated'],
    ['ss-', 'violated'],
    ['rs', 'violated'],
    ['rsrrsr', 'violated'],
    ['srs', 'violated'],
    ['srrrrrrrrrrs', 'violated'],
  ])('served, refused and without an answer, the last for good: %s is %s', async (answers, expected) => {
    const given = { s: served(), r: apiError(403), '-': silence('closed') };
    let nth = 0;
    const next = () => given[(answers[nth++] ?? answers.at(-1)) as keyof typeof given];
    expect(await judged(next)).toEqual([expected]);
  });

  test('is open where the denied get no answer', async () => {
    expect(await judged(() => silence('closed'))).toEqual(['unanswered']);
    expect(await judged(() => missing)).toEqual([]);
  });

  test('another refusal is open where no endpoint that is covered knows them', async () => {
    expect(await judged(() => apiError(404))).toEqual(['violated']);
    expect(await judged(() => apiError(404), { covers: () => false })).toEqual(['unanswered']);
    expect(await judged(served, { covers: () => false })).toEqual(['violated']);
  });

  test.each<[string, Given | Exchange]>([
    ['held', apiError(403)],
    ['violated', served()],
    ['violated', apiError(401)],
    ['unanswered', { status: 429 }],
    ['unanswered', { status: 503 }],
    ['unanswered', { status: 500 }],
    ['unanswered', silence('timeout')],
  ])('%s', (kind, given) => {
    expect(judgeDenied('answer' in given ? given : answered(given), 'user').kind).toBe(kind);
  });
});
