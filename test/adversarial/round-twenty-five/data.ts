import type { Bag, Language, User } from './types.ts';

export const FIRST = '64f1c2a9b37e5d0841aa90e3';
export const SECOND = '65a0d7be19f34c6e2b8807cd';
export const DENIED = '63bb4e02d9c15fa7760e31f8';

const TOPICS: readonly (readonly [string, string, string])[] = [
  ['a1f0c39b5e7d2846b0c1d2e3', 'Saving first', 'Zuerst sparen'],
  ['0b7de41c92a35f6810d4c7ee', 'What is a fund?', 'Was ist ein Fonds?'],
  ['5c21ab90fe7d43681b2c9d01', 'Risk and reward', 'Risiko und Ertrag'],
  ['e9d8c7b6a5f40312de45ab67', 'Bonds', 'Anleihen'],
  ['7f3e2d1c0b9a88776655ff01', 'Shares', 'Aktien'],
  ['12ab34cd56ef7890ab12cd34', 'Costs', 'Kosten'],
  ['d00dfeed12345678c0ffee99', 'Taxes', 'Steuern'],
  ['3a5b7c9d1e2f405162738495', 'Long horizons', 'Lange Fristen'],
];

export const guidesOf = (language: Language): Bag[] =>
  TOPICS.map(([id, english, german], index) => ({
    key: `guide_${index + 1}`,
    contentType: 'learningGuide',
    id,
    title: language === 'de' ? german : english,
    description: language === 'de' ? `Ein Leitfaden: ${german}` : `A guide: ${english}`,
    backgroundColor: '#1D3557',
    guideIconURL: `https://cdn.example.org/icons/${index + 1}.svg`,
    mobileCoverImageURL: `https://cdn.example.org/mobile/${index + 1}.png`,
    webCoverImageURL: index % 3 === 2 ? null : `https://cdn.example.org/web/${index + 1}.png`,
    slug: english.toLowerCase().replace(/[^a-z]+/g, '-'),
    chapterCount: index + 2,
  }));

export const fullGuideOf = (language: Language, id: string): Bag | undefined => {
  const found = guidesOf(language).find((guide) => guide['id'] === id);
  return found && { ...found, chapters: [{ position: 1, heading: found['title'], text: found['description'] }] };
};

export const money = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    style: 'currency',
    currency: language === 'de' ? 'EUR' : 'GBP',
  }).format(value);

const performer = (assetId: string, move: number, weight: number, language: Language): Bag => ({
  assetId,
  value: money(weight * 100, language),
  weight: `${weight.toFixed(1)}%`,
  ...(move >= 0 ? { upBy: money(move, language) } : { downBy: money(-move, language) }),
});

const dayOf = (language: Language, back: number, base: number): Bag => {
  const cash = base + back;
  const savings = base * 2 + back;
  const holdings = base * 5 - back * 3;
  const total = cash + savings + holdings;
  const member = (key: string, value: number): Bag => ({ key, displayValue: money(value, language), value });
  const best = [performer('IE00B4L5Y983', 12.5 + back, 40, language), performer('LU0274208692', 3, 20, language)];
  const worst = [performer('US0378331005', -4.2 - back, 27.3, language)];
  const score = (value: number): Bag => ({ score: value, label: 'optimal' });
  return {
    chartLabel: `${back} d\nago`,
    timestamp: Date.UTC(2025, 5, 20, 22) - back * 86_400_000,
    portfolio: {
      cash: member('cash', cash),
      savings: {
        ...member('savings', savings),
        unrealisedMonthlyInterest: money(3.1, language),
        dailyInterest: money(0.1, language),
      },
      holdings: { ...member('holdings', holdings), upBy: money(5, language) },
      total: { ...member('total', total), upBy: money(6, language) },
    },
    sentimentScore: { total: score(71), news: score(64.5), analyst: score(80), priceMomentum: score(55) },
    performers: { all: [...best, ...worst], best, worst },
  };
};

export const summariesOf = (user: User): Bag => {
  const base = user.language === 'de' ? 812.4 : 530.75;
  return {
    data: [4, 3, 2, 1, 0].map((back) => dayOf(user.language, back, base)),
    maxValueDifferences: { cash: 4, savings: 4, holdings: 12, total: 4 },
  };
};

const SETTINGS: readonly (readonly ['app' | 'email', string, string, readonly string[]])[] = [
  ['app', 'Activity', 'Aktivität', ['app_transactional']],
  [
    'app',
    'Market insights',
    'Markteinblicke',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', 'Angebote', ['app_promotional']],
  ['email', 'Activity', 'Aktivität', ['email_transactional']],
  ['email', 'Newsletters', 'Rundbriefe', ['email_servicebites']],
  ['email', 'Offers', 'Angebote', ['email_promotional']],
];

export const settingsOf = (user: User): Record<'app' | 'email', Bag[]> => {
  const german = user.language === 'de';
  const channel = (wanted: string): Bag[] =>
    SETTINGS.filter(([name]) => name === wanted).map(([, english, translated, ids]) => ({
      category: german ? translated : english,
      notifications: ids.map((id, index) => ({
        id,
        name: german ? `${translated} ${index + 1}` : `${english} ${index + 1}`,
        description: german ? `Nachrichten der Art ${translated}` : `Messages about ${english}`,
        active: index % 2 === 0,
      })),
    }));
  return { app: channel('app'), email: channel('email') };
};

export const cashOf = (user: User): Bag => ({
  currency: user.language === 'de' ? 'EUR' : 'GBP',
  balances: [{ currency: user.language === 'de' ? 'EUR' : 'GBP', amount: user.language === 'de' ? 812.4 : 530.75 }],
});

export const portfoliosOf = (user: User): Bag => ({
  portfolios: [
    {
      id: `pf_${user.id.slice(-6)}`,
      holdings: [{ isin: 'IE00B4L5Y983', weight: user.language === 'de' ? 0.6 : 0.4 }],
      returns: { '1': 0.04, '3': 0.11, '5': 0.19 },
    },
  ],
});

export const insightsOf = (user: User): Bag => ({
  data: [{ isin: 'US0378331005', note: user.language === 'de' ? 'Abwarten für März' : 'Wait for March' }],
});

export const newAddress = (line1: string): Bag => ({
  line1,
  line2: null,
  city: 'Leeds',
  postalCode: 'LS1 4AP',
  countryCode: 'GB',
});
