import type { DayRow, GuideRow, NotificationRow, PerformerRow, UserRow } from './schema.ts';
import type { Bag } from './types.ts';

export const users = (): UserRow[] => [
  { id: '5b1e0c9ad24e7703b6c8a1d2', language: 'en', factor: 1, denied: false },
  { id: '5b1e0c9ad24e7704e1d09bca', language: 'de', factor: 1.7, denied: false },
  { id: '5b1e0c9ad24e7705aa31c0de', language: 'en', factor: 0.4, denied: true },
];

const titles: readonly (readonly [slug: string, chapters: number, en: string, de: string])[] = [
  ['first-steps', 5, 'First steps', 'Erste Schritte'],
  ['shares', 7, 'What a share is', 'Was eine Aktie ist'],
  ['bonds', 4, 'What a bond is', 'Was eine Anleihe ist'],
  ['the-basics-of-funds', 6, 'The basics of funds', 'Grundlagen'],
  ['interest', 3, 'Compound interest', 'Zinseszins'],
  ['fees', 2, 'What fees cost', 'Was Gebühren kosten'],
  ['risk', 8, 'Risk & return', 'Risiko & Ertrag'],
  ['coming-soon', 0, 'Coming soon', 'Demnächst'],
  ['the-basics-of-tax', 6, 'The basics of tax', 'Grundlagen'],
  ['saving-plans', 5, 'Saving plans', 'Sparpläne'],
  ['a-long-read', 9, 'A long read', 'Ein langes Stück'],
  ['crises', 4, 'Living through a crisis', 'Durch eine Krise kommen'],
];
const ids = [
  '5c0d7e10a4b3f2e19d8c7b01',
  '5c0d7e11b85d02c7e6f1a90c',
  '5c0d7e129c33e81fa07b5d24',
  '5c0d7e1379f4a6b2c8e0d135',
  '5c0d7e14e07c5a93b1d6f248',
  '5c0d7e15ab90d7e3f5c24c6a',
  '5c0d7e16c2f81b60a4e95d7e',
  '5c0d7e17d81e6a2f93b07c48',
  '5c0d7e18f5a3c9d7046e2b1a',
  '5c0d7e196e2b8d40c7f1a395',
  '5c0d7e1a04f7b92de863c5a1',
  '5c0d7e1bb6c1d03e7a952f84',
];
export const guides = (): GuideRow[] =>
  titles.map(([slug, chapters, en, de], position) => ({
    id: ids[position] ?? '',
    slug,
    chapters,
    cover: position % 3 !== 2,
    title: { en, de },
    description: { en: `${en}: told in ${chapters} chapters.`, de: `${de}: in ${chapters} Kapiteln erzählt.` },
  }));

const performer = (asset: string, value: number, weight: number, change: number | null): PerformerRow => ({
  asset,
  value,
  weight,
  change,
});
export const days = (): DayRow[] => [
  { ago: 6, cash: 820.4, savings: 400, holdings: 950, performers: [performer('IE00B4L5Y983', 950, 100, 12.5)] },
  {
    ago: 5,
    cash: 640,
    savings: 640,
    holdings: 1190.25,
    performers: [
      performer('IE00B4L5Y983', 700, 58.8, 9.1),
      performer('US0378331005', 290.25, 24.4, -4.2),
      performer('US5949181045', 200, 16.8, 6.3),
    ],
  },
  {
    ago: 4,
    cash: 655.1,
    savings: 641.2,
    holdings: 1174.8,
    performers: [
      performer('IE00B4L5Y983', 688.1, 58.6, -11.9),
      performer('US0378331005', 296.7, 25.2, 6.45),
      performer('US5949181045', 190, 16.2, -10),
    ],
  },
  {
    ago: 3,
    cash: 655.1,
    savings: 642.4,
    holdings: 1420,
    performers: [
      performer('IE00B4L5Y983', 702, 49.4, 13.9),
      performer('US0378331005', 288, 20.3, -8.7),
      performer('US5949181045', 195, 13.7, 5),
      performer('DE0007164600', 235, 16.6, null),
    ],
  },
  {
    ago: 2,
    cash: 510,
    savings: 800,
    holdings: 1433.3,
    performers: [
      performer('IE00B4L5Y983', 709.3, 49.5, 7.3),
      performer('US0378331005', 291, 20.3, 3),
      performer('US5949181045', 191, 13.3, -4),
      performer('DE0007164600', 242, 16.9, 7),
    ],
  },
  {
    ago: 1,
    cash: 512.25,
    savings: 801.5,
    holdings: 1419.75,
    performers: [
      performer('IE00B4L5Y983', 701.75, 49.4, -7.55),
      performer('US0378331005', 294, 20.7, 3),
      performer('US5949181045', 186, 13.1, -5),
      performer('DE0007164600', 238, 16.8, -4),
    ],
  },
];

const setting = (channel: 'app' | 'email', category: string, id: string, active: boolean): NotificationRow => ({
  channel,
  category,
  id,
  active,
});
export const notifications = (): NotificationRow[] => [
  setting('app', 'activity', 'app_transactional', true),
  setting('app', 'insights', 'app_learning_guide', true),
  setting('app', 'insights', 'app_analyst_insight', false),
  setting('app', 'insights', 'app_quick_take', true),
  setting('app', 'insights', 'app_daily_recap', true),
  setting('app', 'insights', 'app_weekly_review', false),
  setting('app', 'insights', 'app_price_alert', true),
  setting('app', 'offers', 'app_promotional', false),
  setting('email', 'activity', 'email_transactional', true),
  setting('email', 'newsletters', 'email_servicebites', false),
  setting('email', 'offers', 'email_promotional', true),
];
export const categories: Readonly<Record<string, { en: string; de: string }>> = {
  activity: { en: 'Activity', de: 'Aktivität' },
  insights: { en: 'Market insights', de: 'Marktberichte' },
  newsletters: { en: 'Newsletters', de: 'Rundbriefe' },
  offers: { en: 'Offers', de: 'Angebote' },
};

export const addresses = (): Map<string, Bag> =>
  new Map(
    users().map(({ id }, index) => [
      id,
      {
        line1: `${index + 3} Ledger Lane`,
        line2: `Flat ${index + 1}`,
        city: 'Leeds',
        postalCode: `LS${index + 1} 4AP`,
        countryCode: 'GB',
      },
    ]),
  );

/** The instruments that everybody's portfolio is made of. */
export const holdings = [
  { isin: 'IE00B4L5Y983', name: 'World fund', weight: 0.41, price: 88.4 },
  { isin: 'US0378331005', name: 'Orchard', weight: 0.27, price: 191.2 },
  { isin: 'US5949181045', name: 'Casements', weight: 0.18, price: 402.1 },
  { isin: 'DE0007164600', name: 'Ledgers SE', weight: 0.14, price: 171.8 },
] as const;
