import type { UserState } from './journal.ts';
import type { Json } from './layer.ts';
import type { Settings } from './settings.ts';

const DAY = 86_400_000;
const gains = [40, 120, 80, 60, 90] as const;
const assets = [
  { assetId: 'DK0062498333', share: 41.3, change: 1.2 },
  { assetId: 'IE00B4L5Y983', share: 32.1, change: 0.8 },
  { assetId: 'GB00BP6MXD84', share: 15.4, change: -0.5 },
  { assetId: 'US5949181045', share: 11.2, change: -1.1 },
] as const;

const round = (value: number): number => Math.round(value * 100) / 100;

const worth = (user: UserState, day: number) => {
  const gained = gains.slice(0, day + 1).reduce<number>((sum, gain) => sum + gain, 0);
  const cash = round((1200 + 10 * day) * user.wealth);
  const savings = round((5400 + 3 * day) * user.wealth);
  const holdings = round((9800 + gained) * user.wealth);
  return { cash, savings, holdings, total: round(cash + savings + holdings) };
};

export function summaries(user: UserState, { money, percent }: Settings): Json {
  const amount = (value: number): string => money(round(value), user.reader);
  const share = (value: number): string => percent(value, user.reader);
  const today = Math.floor(Date.now() / DAY) * DAY;

  const performers = (holdings: number, day: number): Json => {
    const all = assets.map(({ assetId, share: part, change }) => {
      const moved = share(Math.abs(change) + day / 10);
      const direction = change > 0 ? { upBy: moved } : { downBy: moved };
      return { assetId, value: amount((holdings * part) / 100), weight: share(part), ...direction };
    });
    return { all, best: all.slice(0, 2), worst: all.slice(2).reverse() };
  };

  const data = gains.map((gain, day) => {
    const { cash, savings, holdings, total } = worth(user, day);
    const member = (key: string, value: number, more: Json = {}): Json => ({
      key,
      displayValue: amount(value),
      value,
      ...more,
    });
    const upBy = amount(gain * user.wealth);
    const mood = (score: number): Json => ({ score, label: 'optimal' });
    return {
      chartLabel: `Day\n${day + 1}`,
      timestamp: today - (gains.length - 1 - day) * DAY,
      portfolio: {
        cash: member('cash', cash),
        savings: member('savings', savings, {
          unrealisedMonthlyInterest: amount(savings / 400),
          dailyInterest: amount(savings / 12_000),
        }),
        holdings: member('holdings', holdings, { upBy }),
        total: member('total', total, { upBy }),
      },
      sentimentScore: { total: mood(71), news: mood(64.5), analyst: mood(80), priceMomentum: mood(58) },
      performers: performers(holdings, day),
    };
  });
  const most = (value: number): number => round(value * user.wealth);
  return { data, maxValueDifferences: { cash: most(40), savings: most(12), holdings: most(390), total: most(442) } };
}

export const cash = (user: UserState): Json => ({
  balances: [
    { currency: user.reader.currency, amount: worth(user, 4).cash },
    { currency: 'USD', amount: round(85.5 * user.wealth) },
  ],
});

export const portfolios = (user: UserState): Json => ({
  type: 'growth',
  portfolios: [
    {
      name: user.reader.language === 'en' ? 'Growth' : 'Vækst',
      value: worth(user, 4).holdings,
      holdings: assets.map(({ assetId, share }) => ({ assetId, share, units: round(share * user.wealth) })),
    },
  ],
});
