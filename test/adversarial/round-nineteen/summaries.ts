import type { Row, Site, User, Visit } from './site.ts';

const money = (value: number, user: User): string =>
  new Intl.NumberFormat(user.language === 'de' ? 'de-DE' : 'en-US', {
    style: 'currency',
    currency: user.currency,
  }).format(value);

const performer = (assetId: string, value: number, change: number, user: User): Row => ({
  assetId,
  value: money(value, user),
  weight: `${(value / 20).toFixed(1)}%`,
  ...(change < 0 ? { downBy: money(-change, user) } : { upBy: money(change, user) }),
});

function day(age: number, site: Site, user: User): Row {
  const start = new Date(site.option<number>('now', Date.now()));
  const timestamp = start.setUTCHours(0, 0, 0, 0) - age * 86_400_000;
  const factor = user.language === 'de' ? 2 : 1;
  const [cash, savings, holdings] = [120.5 * factor, 800 * factor, (2040 - age * 10) * factor] as const;
  const member = (key: string, value: number, more: Row = {}) => ({
    key,
    displayValue: money(value, user),
    value,
    ...more,
  });
  const moods: Row = {};
  for (const [index, name] of ['total', 'news', 'analyst', 'priceMomentum'].entries()) {
    moods[name] = { score: 60 + index - age, label: 'optimal' };
  }
  const changes = [
    ['AAPL', 900, 12.5],
    ['VWRL', 700, -9.1],
    ['BAYN', 300, 3.25],
    ['IBM', 100, -15.75],
  ] as const;
  const all = changes.map(([asset, value, change]) => performer(asset, value * factor, change, user));
  return {
    chartLabel: `${new Date(timestamp).toISOString().slice(8, 10)}\n${new Date(timestamp).toISOString().slice(5, 7)}`,
    timestamp,
    portfolio: {
      cash: member('cash', cash),
      savings: member('savings', savings, {
        unrealisedMonthlyInterest: money(2.13, user),
        dailyInterest: money(0.07, user),
      }),
      holdings: member('holdings', holdings, { upBy: money(10 * factor, user) }),
      total: member('total', cash + savings + holdings, { upBy: money(10.25 * factor, user) }),
    },
    sentimentScore: moods,
    performers: { all, best: all.filter((asset) => asset['upBy']), worst: all.filter((asset) => asset['downBy']) },
  };
}

export function summariesOf(site: Site, visit: Visit, user: User): Row {
  const data = [4, 3, 2, 1, 0].map((age) => day(age, site, user));
  const maxValueDifferences = { cash: 0, savings: 1.5, holdings: 40, total: 41.5 };
  return site.apply('summaries', { data, maxValueDifferences }, visit);
}
