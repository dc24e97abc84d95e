import { expect, test } from 'vitest';
import type { Monitor } from '../../engine/index.ts';
import { summaries } from '../../suites/daily-summaries/summaries.ts';
import { answered } from './answered.ts';
import { boundTo } from './asking.ts';

const at = 1_700_000_000_000;
const performer = { assetId: 'US0378331005', value: '$10.00', weight: '12.5 %' };
const summary = {
  chartLabel: 'Mon\n13',
  timestamp: at - 1000,
  portfolio: {
    cash: { key: 'cash', displayValue: '$1.00', value: 1 },
    savings: {
      key: 'savings',
      displayValue: 'USD 2',
      value: 2,
      unrealisedMonthlyInterest: '0,10 €',
      dailyInterest: '١ د.إ',
    },
    holdings: { key: 'holdings', displayValue: '3 kr', value: 3, upBy: '+£0.50' },
    total: { key: 'total', displayValue: '$6.00', value: 6, upBy: '-$1' },
  },
  sentimentScore: {
    total: { score: 1, label: 'optimal' },
    news: { score: 0.5, label: 'low' },
    analyst: { score: -1, label: '' },
    priceMomentum: { score: 100, label: 'optimal' },
  },
  performers: {
    all: [{ ...performer, upBy: '1%' }, { ...performer, downBy: '2%' }, performer],
    best: [{ ...performer, upBy: '1%' }],
    worst: [{ ...performer, downBy: '2%' }],
  },
};
const maxValueDifferences = { cash: 1, savings: 2.5, holdings: 0, total: -3 };

type Summary = typeof summary;
type Changed = { [Member in keyof Summary]?: unknown };

/** The requirements that object to a listing with one summary as it is and one that was changed. */
function objecting(changes: Changed = {}, differences: unknown = maxValueDifferences): string[] {
  const body = { data: [summary, { ...summary, ...changes }], maxValueDifferences: differences };
  const exchange = answered({ body, at, request: { path: '/daily-summaries' } });
  return summaries.requirements.flatMap((requirement) => {
    if (requirement.kind !== 'monitor' || !requirement.matches(exchange)) return [];
    const { judge } = requirement as Monitor;
    return judge?.(exchange, boundTo('summaries')).kind === 'violated' ? [requirement.id] : [];
  });
}

const { portfolio, performers, sentimentScore } = summary;

test.each<[string, Changed]>([
  ['as it is', {}],
  ['further members', { performers: { ...performers, flat: [] }, note: 1 } as Changed],
  ['no performers', { performers: { all: [], best: [], worst: [] } }],
  [
    'only gaining performers',
    { performers: { ...performers, all: [{ ...performer, upBy: '1' }], worst: [performer] } },
  ],
  ['percent of other scripts', { performers: { ...performers, best: [{ ...performer, upBy: '1', weight: '٪١٢' }] } }],
  ['fractions', { portfolio: { ...portfolio, cash: { ...portfolio.cash, value: 1.005 } } }],
])('innocent: %s', (_what, changes) => {
  expect(objecting(changes)).toEqual([]);
});

test.each<[string, string, Changed]>([
  ['summaries/schema', 'no label', { chartLabel: undefined }],
  ['summaries/schema', 'no sentiment', { sentimentScore: undefined }],
  ['summaries/schema', 'a score as text', { sentimentScore: { ...sentimentScore, news: { score: '1', label: 'a' } } }],
  ['summaries/schema', 'a value as text', { portfolio: { ...portfolio, cash: { ...portfolio.cash, value: '1' } } }],
  ['summaries/schema', 'no total', { portfolio: { ...portfolio, total: undefined } }],
  ['summaries/schema', 'no weight', { performers: { ...performers, all: [{ assetId: 'a', value: '$1' }] } }],
  ['summaries/schema', 'a list that is none', { performers: { ...performers, best: null } }],
  [
    'summaries/schema',
    'no interest',
    { portfolio: { ...portfolio, savings: { ...portfolio.savings, dailyInterest: undefined } } },
  ],
  ['summaries/member-key', 'another key', { portfolio: { ...portfolio, cash: { ...portfolio.cash, key: 'Cash' } } }],
  ['summaries/member-key', 'no key', { portfolio: { ...portfolio, cash: { displayValue: '$1', value: 1 } } }],
  ['summaries/timestamp', 'a text', { timestamp: String(at) }],
  ['summaries/timestamp', 'none', { timestamp: undefined }],
  ['summaries/timestamp', 'a fraction', { timestamp: at - 0.5 }],
  ['summaries/timestamp-digits', 'seconds', { timestamp: at / 1000 }],
  ['summaries/timestamp-digits', 'next month', { timestamp: at + 30 * 86_400_000 }],
  [
    'summaries/performer-direction',
    'both',
    { performers: { ...performers, best: [{ ...performer, upBy: '1', downBy: '1' }] } },
  ],
  ['summaries/performer-direction', 'a number', { performers: { ...performers, best: [{ ...performer, upBy: 1 }] } }],
  [
    'summaries/performer-lists',
    'best that loses',
    { performers: { ...performers, best: [{ ...performer, downBy: '1' }] } },
  ],
  ['summaries/performer-lists', 'worst that stays', { performers: { ...performers, worst: [performer] } }],
  ['summaries/schema', 'a performer that is no object', { performers: { ...performers, best: ['asset-5'] } }],
  [
    'summaries/currency-text',
    'no currency',
    { portfolio: { ...portfolio, cash: { ...portfolio.cash, displayValue: '1.00' } } },
  ],
  ['summaries/currency-text', 'no digit', { portfolio: { ...portfolio, total: { ...portfolio.total, upBy: '$' } } }],
  [
    'summaries/percent-text',
    'no sign',
    { performers: { ...performers, best: [{ ...performer, upBy: '1', weight: '0.125' }] } },
  ],
])('%s: %s', (id, _what, changes) => {
  expect(objecting(changes)).toEqual([id]);
});

test.each([{}, { ...maxValueDifferences, cash: '1' }, { ...maxValueDifferences, total: null }])(
  'summaries/max-value-differences: %j',
  (differences) => {
    expect(objecting({}, differences)).toEqual(['summaries/max-value-differences']);
  },
);

test('an empty history leaves every element requirement unexercised', () => {
  const exchange = answered({ body: { data: [], maxValueDifferences }, request: { path: '/daily-summaries' } });
  const judged = summaries.requirements.flatMap((requirement) =>
    requirement.kind === 'monitor' && requirement.matches(exchange) ? [requirement.id] : [],
  );
  expect(judged).toEqual(['summaries/ok', 'summaries/max-value-differences']);
});
