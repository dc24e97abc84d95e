import { expect, test } from 'vitest';
import type { Exchange, Monitor } from '../../../engine/index.ts';
import { sampleSummaries } from '../../../fixtures/samples/summaries.ts';
import { forbidden, judgeDenied } from '../../../suites/daily-summaries/forbidden.ts';
import { hasPerformers, isListing } from '../../../suites/daily-summaries/listed.ts';
import { summaries } from '../../../suites/daily-summaries/summaries.ts';
import { inWords } from '../../in-words.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, exchangeOf, requirementOf, silence } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { saidBy } from '../said.ts';

const at = answered().endedAt;
const performer = { assetId: 'US0378331005', value: '$10.00', weight: '12.5 %' };
const [sample] = sampleSummaries.data;
if (!sample) throw new RangeError('there is no sample');
const summary = { ...sample, timestamp: at - 1000 };
const maxValueDifferences = { cash: 1, savings: 2.5, holdings: 0, total: -3 };

const request = { path: '/daily-summaries' };
const listing = (
  data: readonly unknown[],
  given: Given = {},
  differences: unknown = maxValueDifferences,
) => answered({ body: { data, maxValueDifferences: differences }, request, ...given });
const monitor = (name: string) => requirementOf<Monitor>(summaries, name);
const bound = boundTo('summaries');
const judge = (name: string, ...data: readonly unknown[]) =>
  monitor(name).judge?.(listing(data), bound);

/** Returns the requirements that fail for a response with a valid and a changed summary. */
function objecting(changes: object = {}, differences?: unknown): string {
  const exchange = listing([summary, { ...summary, ...changes }], {}, differences);
  const isObjecting = (one: Monitor) =>
    one.matches(exchange) && one.judge?.(exchange, bound).kind === 'fail';
  return summaries.requirements
    .flatMap((one) => (one.kind === 'monitor' && isObjecting(one) ? one.id : []))
    .join();
}

const { portfolio, performers, sentimentScore } = summary;
const inPortfolio = (name: keyof typeof portfolio, changes: object | undefined) => ({
  portfolio: { ...portfolio, [name]: changes && { ...portfolio[name], ...changes } },
});
const among = (changes: object) => ({ performers: { ...performers, ...changes } });
const best = (changes: object) => among({ best: [{ ...performer, upBy: '1', ...changes }] });

test.each<[string, object]>([
  ['as it is', {}],
  ['further members', { ...among({ flat: [] }), note: 1 }],
  ['no performers', among({ all: [], best: [], worst: [] })],
  ['only gaining performers', among({ all: [{ ...performer, upBy: '1' }], worst: [performer] })],
  ['percent of other scripts', best({ weight: '٪١٢' })],
  ['a performer that stays', among({ all: [performer] })],
  [
    'an empty label of a negative score',
    { sentimentScore: { ...sentimentScore, news: { score: -1, label: '' } } },
  ],
  [
    'currencies before and behind',
    inPortfolio('savings', { displayValue: 'USD 2', dailyInterest: '3 kr' }),
  ],
  ['currencies of other scripts', inPortfolio('savings', { dailyInterest: '١ د.إ' })],
  ['signs', inPortfolio('holdings', { upBy: '+£0.50', displayValue: '-$1' })],
  ['fractions', inPortfolio('cash', { value: 1.005 })],
])('a summary is accepted with %s', (_what, changes) => {
  expect(objecting(changes)).toBe('');
});

test.each<[string, string, object]>([
  ['schema', 'no label', { chartLabel: undefined }],
  ['schema', 'no sentiment', { sentimentScore: undefined }],
  [
    'schema',
    'a score as a string',
    { sentimentScore: { ...sentimentScore, news: { score: '1', label: 'a' } } },
  ],
  ['schema', 'a value as a string', inPortfolio('cash', { value: '1' })],
  ['schema', 'no total', inPortfolio('total', undefined)],
  ['schema', 'no weight', among({ all: [{ assetId: 'a', value: '$1' }] })],
  ['schema', 'null in place of a list', among({ best: null })],
  ['schema', 'a performer that is no object', among({ best: ['asset-5'] })],
  ['schema', 'no interest', inPortfolio('savings', { dailyInterest: undefined })],
  ['member-key', 'another key', inPortfolio('cash', { key: 'Cash' })],
  ['member-key', 'no key', inPortfolio('cash', { key: undefined })],
  ['timestamp', 'a string', { timestamp: String(at) }],
  ['timestamp', 'none', { timestamp: undefined }],
  ['timestamp', 'a fraction', { timestamp: at - 0.5 }],
  ['timestamp-digits', 'seconds', { timestamp: at / 1000 }],
  ['timestamp-digits', 'next month', { timestamp: at + 30 * 86_400_000 }],
  ['performer-direction', 'both', best({ downBy: '1' })],
  ['performer-direction', 'a number', best({ upBy: 1 })],
  ['performer-lists', 'best that loses', best({ upBy: undefined, downBy: '1' })],
  ['performer-lists', 'worst that stays', among({ worst: [performer] })],
  ['currency-text', 'no currency', inPortfolio('cash', { displayValue: '1.00' })],
  ['currency-text', 'no digit', inPortfolio('total', { upBy: '$' })],
  ['percent-text', 'no sign', best({ weight: '0.125' })],
])('summaries/%s alone objects to %s', (name, _what, changes) => {
  expect(objecting(changes)).toBe(`summaries/${name}`);
});

const wrong = [{}, { ...maxValueDifferences, cash: '1' }, { ...maxValueDifferences, total: null }];
test.each(wrong)('summaries/max-value-differences alone objects to %j', (differences) => {
  expect(objecting({}, differences)).toBe('summaries/max-value-differences');
});

test('summaries/max-value-differences names each wrong member', () => {
  const wrong = listing([], {}, { cash: '1', savings: 2, holdings: null });
  const differences = monitor('max-value-differences');
  expect(saidBy(differences, differences.judge?.(wrong, bound), wrong)).toEqual({
    title: '/maxValueDifferences/total is missing',
    expected: 'a member at /maxValueDifferences/total',
    actual: 'none; also wrong: /cash, /holdings',
  });
});

test.each<[string, object, object]>([
  [
    'performer-direction',
    best({ upBy: 1 }),
    {
      title: 'upBy of a performer is not a string',
      expected: 'a string at /data/0/performers/best/0/upBy',
      actual: expect.stringMatching(/^the number 1; beside it: assetId "US0378331005", value /),
    },
  ],
  [
    'performer-lists',
    among({ worst: [{}] }),
    { expected: 'an element with downBy at /data/0/performers/worst/0', actual: 'the object {}' },
  ],
  [
    'member-key',
    inPortfolio('cash', { key: 'a' }),
    { actual: 'the string "a"; beside it: displayValue "€812.40", value 812.4' },
  ],
  ['timestamp', { timestamp: undefined }, { actual: 'none; beside it: chartLabel "04\\nMar"' }],
  [
    'currency-text',
    inPortfolio('cash', { displayValue: '' }),
    {
      actual: 'the string "", wrong in 1 of 1 elements; beside it: key "cash", value 812.4',
    },
  ],
])('a finding of summaries/%s says what is where: %j', (name, changes, said) => {
  const one = listing([{ ...summary, ...changes }]);
  expect(saidBy(monitor(name), monitor(name).judge?.(one, bound), one)).toMatchObject(said);
});

test.each<[string, RegExp, object]>([
  ['performer-direction', /unused one/, best({ upBy: null })],
  ['performer-direction', /raw number/, best({ upBy: 1 })],
  ['performer-direction', /computed twice/, best({ downBy: '1' })],
  ['performer-direction', /unused one/, best({ downBy: '' })],
  ['performer-lists', /sorted the wrong way/, best({ upBy: undefined })],
  ['performer-lists', /filled up/, among({ worst: [performer] })],
  ['timestamp-digits', /in seconds/, { timestamp: at / 1000 }],
  ['timestamp-digits', /missing/, { timestamp: 0 }],
  ['timestamp-digits', /settlement/, { timestamp: at + 30 * 86_400_000 }],
  ['currency-text', /plain number/, inPortfolio('cash', { displayValue: '1.00' })],
  ['currency-text', /dash/, inPortfolio('cash', { displayValue: '-' })],
  ['percent-text', /per mille/, best({ weight: '1 ‰' })],
  ['percent-text', /n\/a/, best({ weight: 'n/a' })],
])('a finding of summaries/%s suspects first %s: %j', (name, suspect, changes) => {
  const judgement = judge(name, { ...summary, ...changes });
  expect(firstAdvice(monitor(name), judgement)).toMatch(suspect);
});

test('no requirement on elements judges an empty history', () => {
  const matching = summaries.requirements.filter(
    (one) => one.kind === 'monitor' && one.matches(listing([])),
  );
  expect(matching.map(({ id }) => id)).toEqual(['summaries/ok', 'summaries/max-value-differences']);
});

test('only a 200 to the well-formed request counts as a listing', () => {
  expect([isListing(listing([])), isListing(listing([], { status: 206 }))]).toEqual([true, false]);
  expect(isListing(answered({ body: { data: [] } }))).toBe(false);
});

test.each<[boolean, unknown]>([
  ...['all', 'best', 'worst'].map((list): [boolean, unknown] => [true, { [list]: [{}] }]),
  [false, { all: [], best: [], worst: {} }],
  [false, undefined],
])('the listing has performers, %s: %j', (expected, performers) => {
  expect(hasPerformers(listing([{ performers }]))).toBe(expected);
});

test('one kind of problem is one finding, whatever its place', () => {
  const causeAt = (nth: number) =>
    causeOf(judge('schema', ...Array(nth).fill(sample), { ...sample, chartLabel: 7 }));
  expect([causeAt(0), causeAt(11)]).toEqual(Array(2).fill('wrong-type:/data/*/chartLabel'));
});

test('summaries/currency-text does not judge listings without a currency text', () => {
  const { matches } = monitor('currency-text');
  const ofCash = (displayValue: unknown) =>
    matches(listing([{ portfolio: { cash: { displayValue } } }]));
  expect([ofCash('$1'), ofCash(1)]).toEqual([true, false]);
});

const [minutes, hour] = [10 * 60_000, 3_600_000];
test.each<[string, readonly unknown[], number?]>([
  ['pass', [String(at / 1000), at]],
  ['pass', [at + minutes]],
  ['fail', [at + minutes + 1]],
  // If the target's clock is ahead, the future starts at the target's time.
  ['pass', [at + hour], at + hour],
  ['fail', [at + hour], at],
  ['fail', [at + hour], at - hour],
])('timestamps in milliseconds, %s: %j, Date %s', (kind, timestamps, date) => {
  const data = timestamps.map((timestamp) => ({ timestamp }));
  const dated = date === undefined ? [] : [['Date', new Date(date).toUTCString()] as const];
  const exchange = listing(data, { headers: [['Content-Type', 'application/json'], ...dated] });
  expect(monitor('timestamp-digits').judge?.(exchange, bound).kind).toBe(kind);
});

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
test.each<[readonly unknown[], string]>([
  [['b', 'a', 'b', 7], 'a, b'],
  [['x'.repeat(50)], 'x'.repeat(40)],
  [letters.toReversed(), letters.slice(0, 20).join(', ')],
])(
  'labels are reported sorted, each once, at most twenty, and cut to forty characters: %j',
  (labels, told) => {
    const elements = labels.map((label) => ({
      sentimentScore: { total: { label }, news: { label: 7 } },
    }));
    expect(inWords(judge('labels', ...elements))).toMatchObject({ value: `labels: ${told}` });
  },
);

test.each([
  [[6.01], /^total is the sum of the others$/],
  [[6, 6.02], /in some elements$/],
  [[6.02], /is not the sum/],
])('totals %j are compared with the sum of 6, to a cent: %s', (totals, told) => {
  const elements = totals.map((value) => ({
    portfolio: {
      cash: { value: 1 },
      savings: { value: 2 },
      holdings: { value: 3 },
      total: { value },
    },
  }));
  expect(inWords(judge('total-adds-up', ...elements))).toMatchObject({
    value: expect.stringMatching(told),
  });
});

test.each<[string, readonly (Given | Exchange)[]]>([
  ['pass', [apiError(403)]],
  ['fail', [{ body: { data: [] } }, apiError(401)]],
  ['inconclusive', [{ status: 429 }, { status: 503 }, { status: 500 }, silence('timeout')]],
])('one response to a denied request is %s: %j', (kind, all) => {
  for (const given of all) expect(judgeDenied(exchangeOf(given), 'user').kind).toBe(kind);
});

test.each([
  ['served:user', 'a denied user is served', { body: { data: [] } }],
  ['other-status:user', 'a denied user is refused with a status other than 403', apiError(401)],
])('a wrong response is %s, %s: %j', (cause, title, given) => {
  const judgement = judgeDenied(exchangeOf(given), 'user');
  expect([causeOf(judgement), saidBy(forbidden, judgement).title]).toEqual([cause, title]);
});

test('a finding about a member says in how many elements it is wrong', () => {
  const wrong = { ...summary, chartLabel: 7 };
  const judgement = judge('schema', summary, wrong, { ...wrong, timestamp: 'now' }, summary);
  expect(saidBy(monitor('schema'), judgement).actual).toBe(
    'the number 7, wrong in 2 of 4 elements',
  );
});
