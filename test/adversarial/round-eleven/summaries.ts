import type { User } from './data.ts';
import type { Json, Toggle } from './messages.ts';

export interface Performer extends Json {
  assetId: string;
}
export interface Day extends Json {
  chartLabel: string;
  timestamp: number;
  portfolio: Record<'cash' | 'savings' | 'holdings' | 'total', Json>;
  sentimentScore: Record<string, Json>;
  performers: { all: unknown[]; best: unknown[]; worst: unknown[] };
}
const changesOf = (day: number): number[] =>
  day === 2 ? [-0.2, 0.3, -0.4, 0.1, 0.25, -0.3] : [-1.9, 2.4 + day, -7.5, 5.1, 9.3, -4.2];

export function summariesOf(user: User, newest: number, on: Toggle): { data: Day[]; maxValueDifferences: Json } {
  const money = new Intl.NumberFormat(user.locale, { style: 'currency', currency: user.currency });
  const percent = new Intl.NumberFormat(user.locale, { style: 'percent', maximumFractionDigits: 1 });
  const part = (key: string, value: number, more: Json = {}) => ({
    key,
    displayValue: money.format(value),
    value,
    ...more,
  });
  const byChange = on('comparator-returns-whole-numbers')
    ? (a: number, b: number) => Math.trunc(b - a)
    : (a: number, b: number) => b - a;
  const data = Array.from({ length: 5 }, (_, day): Day => {
    const wealth = user.wealth * (1 + day / 50);
    const all = changesOf(day)
      .map((change, at) => ({ change, assetId: `asset-${at + 1}` }))
      .sort((a, b) => byChange(a.change, b.change))
      .map(({ change, assetId }): Performer => {
        const direction = { [change > 0 ? 'upBy' : 'downBy']: percent.format(Math.abs(change) / 100) };
        return { assetId, value: money.format(wealth / 8), weight: percent.format(1 / 8), ...direction };
      });
    const again = (performer: Performer) => (on('identity-of-what-was-written') ? performer.assetId : performer);
    const score = (value: number) => ({ score: value, label: 'optimal' });
    const momentum = score(6.5);
    const bean = { empty: false, present: true };
    return {
      chartLabel: `${5 - day}\nNov`,
      timestamp: newest - day * 86_400_000,
      portfolio: {
        cash: part('cash', wealth * 0.1),
        savings: part('savings', wealth * 0.2, {
          unrealisedMonthlyInterest: money.format(wealth / 400),
          dailyInterest: money.format(wealth / 12_000),
        }),
        holdings: part('holdings', wealth * 0.7, { upBy: money.format(wealth / 90) }),
        total: part('total', wealth, { upBy: money.format(wealth / 80) }),
      },
      sentimentScore: {
        total: score(7),
        news: score(8.25),
        analyst: score(6),
        priceMomentum: on('optional-is-written-as-a-bean') ? { ...momentum, score: bean } : momentum,
      },
      performers: { all, best: all.slice(0, 2).map(again), worst: all.slice(-2).map(again) },
    };
  });
  const first = data[0];
  if (first && on('instants-are-seconds-with-nanoseconds')) first.timestamp = (newest - (newest % 1000) + 123) / 1000;
  if (first && on('local-time-is-taken-for-utc')) first.timestamp += 9 * 3_600_000;
  return { data, maxValueDifferences: { cash: 12.5, savings: 8, holdings: 301.75, total: 322.25 } };
}
