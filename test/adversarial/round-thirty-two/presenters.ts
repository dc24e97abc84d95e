import type { App, Guide } from './app.ts';
import type { Json, User } from './core.ts';

const second = 1000;
const day = 86_400 * second;
const moves = [320.4, -110.25, 60.1, 205.75, -240.5, 171.3] as const;
const assets = [
  'NL0010273215',
  'DE0007164600',
  'FR0000121014',
  'IE00B4L5Y983',
  'US0378331005',
  'GB00B10RZP78',
] as const;
const shares = [24.1, 18.4, 17.2, 15.6, 13.3, 11.4] as const;

export const guideSeeds: readonly Guide[] = [
  ['64f0a1b2c3d4e5f601928374', 'first-steps', '#FFE9C7', 4],
  ['64f0a1c77be0195d3c46fa28', 'risk', '#D9F0FF', 6],
  ['64f0a1d90c8e4b71a25f36dd', 'funds', '#E4DAFF', 5],
  ['64f0a1e5f17a02c96b8d43ee', 'charts', '#DFF5E1', 7],
  ['64f0a1f3aa5d8e10479bc261', 'bonds', '#FFD9DE', 3],
  ['65b3c7014e6fd2a98c105b37', 'costs', '#F0F0F0', 2],
  ['65b3c71b90a4f3d57e2816cc', 'saving', '#FFF4B8', 8],
  ['65b3c72da85b1c0e63f94d72', 'dividends', '#CFE8D5', 5],
  ['65b3c73fe2760d948bca1f59', 'calm', '#E8E1D5', 1],
].map(([id, key, colour, chapters]) => ({
  id: String(id),
  key: String(key),
  contentType: 'learningGuide',
  slug: `${String(key)}-guide`,
  colour: String(colour),
  chapters: Number(chapters),
}));

export function presentGuide(app: App, guide: Guide, index: number, user: User): Json {
  const images = `https://cdn.invest.example/guides/${guide.key}`;
  return {
    key: guide.key,
    ...(guide.contentType === null ? {} : { contentType: guide.contentType }),
    id: guide.id,
    title: app.text(user, `guide.${String(index)}.title`),
    description: app.text(user, `guide.${String(index)}.description`),
    backgroundColor: guide.colour,
    guideIconURL: `${images}/icon.svg`,
    mobileCoverImageURL: `${images}/mobile.webp`,
    webCoverImageURL: index % 4 === 3 ? null : `${images}/web.webp`,
    slug: guide.slug,
    chapterCount: guide.chapters,
  };
}

export function money(user: User, amount: number): string {
  const tag = user.locale === 'en' ? 'en-IE' : 'nl-NL';
  return new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }).format(amount);
}

export function percent(user: User, share: number): string {
  return user.locale === 'en' ? `${share.toFixed(1)}%` : `${share.toFixed(1).replace('.', ',')}%`;
}

function performers(app: App, user: User, index: number): Json {
  const sign = index === 3 ? -1 : 1;
  const all = assets.map((assetId, place) => {
    const move = sign * (moves[place] ?? 0) * user.factor;
    const element: Json = {
      assetId,
      value: app.money(user, 1000 * user.factor + move),
      weight: app.percent(user, shares[place] ?? 0),
      [move > 0 ? 'upBy' : 'downBy']: app.money(user, Math.abs(move)),
    };
    return { move, element };
  });
  const sorted = [...all].sort((a, b) => b.move - a.move);
  return {
    all: all.map(({ element }) => element),
    best: sorted
      .filter(({ move }) => move > 0)
      .slice(0, 3)
      .map(({ element }) => element),
    worst: sorted
      .filter(({ move }) => move < 0)
      .reverse()
      .slice(0, 3)
      .map(({ element }) => element),
  };
}

function midnight(): number {
  return Math.floor(Date.now() / day) * day;
}

const base = [10_250.5, 10_310.25, 10_482.75, 10_120.1, 10_377.4] as const;

export function presentDays(app: App, user: User): Json[] {
  return base.map((worth, index) => {
    const timestamp = midnight() - (5 - index) * day;
    const values = { cash: 1520.5 * user.factor, savings: 2000.75 * user.factor, holdings: worth * user.factor };
    const gain = (worth - (base[index - 1] ?? 10_200)) * user.factor;
    const total = values.cash + values.savings + values.holdings;
    const member = (key: string, value: number, extra: Json = {}): Json => {
      const rounded = Math.round(value * 100) / 100;
      return { key, displayValue: app.money(user, rounded), value: rounded, ...extra };
    };
    const label = new Date(timestamp).toUTCString();
    return {
      chartLabel: `${label.slice(0, 3)}\n${label.slice(5, 11)}`,
      timestamp,
      portfolio: {
        cash: member('cash', values.cash),
        savings: member('savings', values.savings, {
          unrealisedMonthlyInterest: app.money(user, 4.17 * user.factor),
          dailyInterest: app.money(user, 0.14 * user.factor),
        }),
        holdings: member('holdings', values.holdings, { upBy: app.money(user, gain) }),
        total: member('total', total, { upBy: app.money(user, gain) }),
      },
      sentimentScore: Object.fromEntries(
        ['total', 'news', 'analyst', 'priceMomentum'].map((key, place) => [
          key,
          { score: 71.5 - place, label: 'optimal' },
        ]),
      ),
      performers: performers(app, user, index),
    };
  });
}

const channels = {
  app: [
    ['activity', ['app_transactional']],
    ['market', ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review']],
    ['offers', ['app_promotional']],
  ],
  email: [
    ['activity', ['email_transactional']],
    ['newsletters', ['email_servicebites']],
    ['offers', ['email_promotional']],
  ],
} as const;

export function presentSettings(app: App, user: User): Json {
  return Object.fromEntries(
    Object.entries(channels).map(([channel, groups]) => [
      channel,
      groups.map(([category, ids]) => ({
        category: app.text(user, `category.${category}`),
        notifications: ids.map((id) => ({
          id,
          name: app.text(user, `setting.${id}.name`),
          description: app.text(user, `setting.${id}.description`),
          active: id !== 'app_promotional',
        })),
      })),
    ]),
  );
}

export function presentPortfolios(user: User): Json {
  const value = Math.round(10_377.4 * user.factor * 100) / 100;
  return {
    data: [
      {
        id: `pf_${user.id.slice(-6)}`,
        currency: 'EUR',
        value,
        holdings: assets.slice(0, 4).map((assetId, place) => ({
          assetId,
          units: place + 1,
          price: 101.25 + place,
          target: shares[place] ?? 0,
        })),
        returns: [
          { tenor: '1M', rate: 0.012 * user.factor },
          { tenor: '1Y', rate: 0.074 * user.factor },
        ],
      },
    ],
  };
}

export function presentCash(user: User): Json {
  const amount = (value: number): number => Math.round(value * user.factor * 100) / 100;
  return {
    data: [
      { currency: 'EUR', balance: amount(1520.5) },
      { currency: 'USD', balance: amount(88.12) },
    ],
  };
}

export function presentInsights(app: App, user: User): Json {
  return {
    data: assets.slice(0, 3).map((assetId, place) => ({
      id: `ins-${String(place + 1)}`,
      assetId,
      headline: app.text(user, 'insight'),
      rating: ['buy', 'hold', 'buy'][place] ?? 'hold',
    })),
  };
}
