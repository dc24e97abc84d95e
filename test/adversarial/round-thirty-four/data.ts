import type { Json, User } from './model.ts';

type Language = User['language'];
const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  de: {
    guide: 'Leitfaden',
    about: 'Wie man in Ruhe anlegt',
    note: 'Hinweis',
    told: 'Wir melden uns bei',
    Activity: 'Aktivität',
    'Market insights': 'Markt',
    Offers: 'Angebote',
    Newsletters: 'Rundbriefe',
  },
  pl: {
    guide: 'Przewodnik',
    about: 'Jak inwestować spokojnie i bez pośpiechu',
    note: 'Powiadomienie',
    told: 'Damy znać, gdy pojawi się',
    Activity: 'Aktywność',
    'Market insights': 'Rynek',
    Offers: 'Oferty',
    Newsletters: 'Biuletyny',
  },
};
const word = (language: Language, name: string): string => words[language][name] ?? name;

export const known: readonly (readonly ['app' | 'email', string, readonly string[]])[] = [
  ['app', 'Activity', ['app_transactional']],
  [
    'app',
    'Market insights',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', ['app_promotional']],
  ['email', 'Activity', ['email_transactional']],
  ['email', 'Newsletters', ['email_servicebites']],
  ['email', 'Offers', ['email_promotional']],
];

/** Document ids, whose first eight digits are the second of their creation; the last two were imported at once. */
export const guideIds: readonly string[] = [
  ...Array.from({ length: 10 }, (_, at) => `66b0c${at}1e7d3f2a4b5c6d7e${(at * 11 + 16).toString(16)}`),
  '66c4f00d7d3f2a4b5c6d7ef1',
  '66c4f00d7d3f2a4b5c6d7ef2',
];

export const money = (value: number, { language }: User): string =>
  `${value.toFixed(2).replace('.', ',')}\u00a0${language === 'de' ? '€' : 'zł'}`;

export const guidesOf = ({ language }: User): Json[] =>
  guideIds.map((id, at) => ({
    key: `shelf-${at}`,
    contentType: 'LEARNING_GUIDE',
    id,
    title: `${word(language, 'guide')} ${at + 1}`,
    description: `${word(language, 'about')} (${at + 1})`,
    backgroundColor: `#0f${(at + 16).toString(16)}c8`,
    guideIconURL: `https://media.ferris.example/icons/${id}.svg`,
    mobileCoverImageURL: `https://media.ferris.example/mobile/${id}.avif`,
    webCoverImageURL: at % 3 === 2 ? null : `https://media.ferris.example/web/${id}.avif`,
    slug: `leitfaden-${at + 1}`,
    chapterCount: (at % 5) + 3,
  }));

const first = Date.UTC(2025, 4, 12, 16, 30);

export function summariesOf(user: User): Json {
  const base = user.language === 'de' ? 410 : 2900;
  const day = (at: number): Json => {
    const member = (key: string, value: number, more: Json = {}): Json => ({
      key,
      displayValue: money(value, user),
      value,
      ...more,
    });
    const mover = (assetId: string, change: number): Json => ({
      assetId,
      value: money(base + change * 3, user),
      weight: `${(24 + change).toFixed(1).replace('.', ',')} %`,
      ...(change < 0 ? { downBy: money(-change, user) } : { upBy: money(change, user) }),
    });
    const best = [mover('IE00BK5BQT80', 8.2 + at), mover('US5949181045', 5.1)];
    const worst = [mover('DE000BAY0017', -6.4), mover('NL0010273215', -2.3)];
    const score = (value: number): Json => ({ score: value, label: 'optimal' });
    return {
      chartLabel: `${12 + at}\nMai`,
      timestamp: first + at * 86_400_000,
      portfolio: {
        cash: member('cash', base + at),
        savings: member('savings', base * 3, {
          unrealisedMonthlyInterest: money(4.75, user),
          dailyInterest: money(0.16, user),
        }),
        holdings: member('holdings', base * 6.5 + at, { upBy: money(13.5 + at, user) }),
        total: member('total', base * 10.5 + at * 2, { upBy: money(15 + at, user) }),
      },
      sentimentScore: { total: score(68.5), news: score(61), analyst: score(74), priceMomentum: score(70) },
      performers: { all: [...best, ...worst], best, worst },
    };
  };
  const data = [0, 1, 2, 3, 4].map(day);
  return { data, maxValueDifferences: { cash: 4, savings: 0, holdings: 4, total: base / 50 } };
}

export function settingsOf({ language }: User): Json {
  const channel = (name: string): Json[] =>
    known
      .filter(([where]) => where === name)
      .map(([, category, ids]) => ({
        category: word(language, category),
        notifications: ids.map((id, at) => ({
          id,
          name: `${word(language, 'note')} ${id}`,
          description: `${word(language, 'told')} ${id}`,
          active: at % 2 === 0,
        })),
      }));
  return { app: channel('app'), email: channel('email') };
}

export const cashOf = ({ language }: User): Json => ({
  accounts: [{ currency: language === 'de' ? 'EUR' : 'PLN', available: language === 'de' ? 1204.55 : 8117.2 }],
});

export const portfoliosOf = (user: User): Json => ({
  name: user.language === 'de' ? 'Weltweit' : 'Emerytura',
  worth: money(user.language === 'de' ? 6120.4 : 31_870.9, user),
  positions: [
    { isin: 'IE00BK5BQT80', units: user.language === 'de' ? 41.25 : 7 },
    { isin: 'US5949181045', units: user.language === 'de' ? 3 : 12.5 },
  ],
});

export const insightsOf = ({ language }: User): Json => ({
  insights: [{ isin: 'US5949181045', headline: word(language, 'about'), rating: language === 'de' ? 4 : 3 }],
});
