import { Table } from './table.ts';

export type Language = 'en' | 'de';
export interface Address {
  line1?: string;
  line2?: string;
  city?: string;
  postalCode?: string | number;
  countryCode?: string;
}
export interface UserRow {
  id: string;
  language: Language;
  locale: string;
  currency: string;
  factor: number;
  denied: boolean;
  address: Address;
}
export interface GuideRow {
  id: string;
  key: string;
  slug: string;
  chapters: number;
  en: readonly [string, string];
  de: readonly [string, string];
}
export interface NoticeRow {
  id: string;
  channel: 'app' | 'email';
  category: string;
  en: string;
  de: string;
  active: boolean;
}
export interface AssetRow {
  id: string;
  price: number;
  weight: number;
  /** The change of each day, the oldest first. */
  moves: readonly number[];
}

const shelf: readonly (readonly [string, string])[] = [
  ['First steps', 'Erste Schritte'],
  ['What a share is', 'Was eine Aktie ist'],
  ['Bonds', 'Anleihen'],
  ['Funds', 'Fonds'],
  ['Risk', 'Risiko'],
  ['Diversification', 'Streuung'],
  ['Costs', 'Kosten'],
  ['Taxes', 'Steuern'],
  ['Inflation', 'Teuerung'],
  ['Saving plans', 'Sparpläne'],
  ['Markets', 'Märkte'],
  ['Patience', 'Geduld'],
];

const guide = (titles: readonly [string, string], index: number): GuideRow => ({
  id: `65b0${(0xa1c3 + index * 7919).toString(16).padStart(8, '0')}e4d2f7${(0x1b3c5d + index * 31).toString(16)}`.padEnd(
    24,
    'c',
  ),
  key: `guide_${index + 1}`,
  slug: titles[0].toLowerCase().replaceAll(' ', '-'),
  chapters: 3 + ((index * 5) % 9),
  en: [titles[0], `All that is worth knowing about: ${titles[0]}.`],
  de: [titles[1], `Alles Wissenswerte über: ${titles[1]}.`],
});

const user = (id: string, language: Language, locale: string, currency: string, factor: number): UserRow => ({
  id,
  language,
  locale,
  currency,
  factor,
  denied: false,
  address: { line1: `${factor} High Street`, line2: 'Floor 2', city: 'Dublin', postalCode: 'D02', countryCode: 'IE' },
});

const notice = (
  id: string,
  channel: 'app' | 'email',
  category: string,
  en: string,
  de: string,
  active: boolean,
): NoticeRow => ({ id, channel, category, en, de, active });

export const categories: Record<string, readonly [string, string]> = {
  activity: ['Activity', 'Aktivität'],
  market: ['Market insights', 'Markteinblicke'],
  offers: ['Offers', 'Angebote'],
  news: ['Newsletters', 'Rundbriefe'],
};

export interface Database {
  users: Table<UserRow>;
  guides: Table<GuideRow>;
  notices: Table<NoticeRow>;
  assets: Table<AssetRow>;
}

export function openDatabase(): Database {
  return {
    users: new Table([
      user('5f1a0c3e9b7d24680ace1355', 'en', 'en-IE', 'GBP', 3),
      user('6e2b1d4fac8e35791bdf2467', 'de', 'de-DE', 'EUR', 8),
      { ...user('7a3c2e50bd9f468a2ce03578', 'en', 'en-IE', 'EUR', 5), denied: true },
    ]),
    guides: new Table(shelf.map(guide)),
    notices: new Table([
      notice('app_transactional', 'app', 'activity', 'Orders', 'Aufträge', true),
      notice('app_learning_guide', 'app', 'market', 'Guides', 'Leitfäden', true),
      notice('app_analyst_insight', 'app', 'market', 'Analysts', 'Analysten', false),
      notice('app_quick_take', 'app', 'market', 'Quick takes', 'Kurz gesagt', true),
      notice('app_daily_recap', 'app', 'market', 'Daily recap', 'Tagesrückblick', true),
      notice('app_weekly_review', 'app', 'market', 'Weekly review', 'Wochenrückblick', false),
      notice('app_promotional', 'app', 'offers', 'Offers', 'Angebote', false),
      notice('email_transactional', 'email', 'activity', 'Statements', 'Auszüge', true),
      notice('email_servicebites', 'email', 'news', 'Service bites', 'Servicehappen', true),
      notice('email_promotional', 'email', 'offers', 'Offers by mail', 'Angebote per Post', false),
    ]),
    assets: new Table([
      { id: 'IE00B4L5Y983', price: 81.2, weight: 41.5, moves: [-1.2, 2.1, 0.6, -0.8, 1.4] },
      { id: 'US0378331005', price: 190.4, weight: 22.25, moves: [2.3, -1.9, 3.1, 1.7, -2.2] },
      { id: 'DE0007164600', price: 131.7, weight: 15.75, moves: [0.4, 1.1, -0.7, 2.6, 0.9] },
      { id: 'GB00B10RZP78', price: 44.1, weight: 12.5, moves: [-0.3, -0.5, 1.2, -1.1, -0.6] },
      { id: 'FR0000120271', price: 60.3, weight: 8, moves: [1.5, 0.2, -1.6, 0.3, 2.4] },
    ]),
  };
}
