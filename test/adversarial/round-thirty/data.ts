import type { Language, User, World } from './world.ts';

const day = 86_400_000;

export interface GuideRecord {
  readonly id: string;
  readonly key: string;
  readonly texts: Readonly<Record<Language, { readonly title: string; readonly description: string }>>;
  readonly chapters: number;
}

const topics: ReadonlyArray<readonly [string, string, string]> = [
  ['6512bd43d9caa6e02c990b0a', 'First steps', 'Erste Schritte'],
  ['c20ad4d76fe97759aa27a0c9', 'What is a share?', 'Was ist eine Aktie?'],
  ['c51ce410c124a10e0db5e4b9', 'Bonds explained', 'Anleihen erklärt'],
  ['aab3238922bcc25a6f606eb5', 'Funds and costs', 'Fonds und Kosten'],
  ['9bf31c7ff062936a96d3c8bd', 'Spreading risk', 'Risiko streuen'],
  ['c74d97b01eae257e44aa9d5b', 'Interest on interest', 'Zinseszins'],
  ['70efdf2ec9b086079795c442', 'Taxes for beginners', 'Steuern für Einsteiger'],
  ['6f4922f45568161a8cdf4ad2', 'Reading charts', 'Charts lesen'],
  ['1f0e3dad99908345f7439f8f', 'Saving monthly', 'Monatlich sparen'],
];

export const guides: readonly GuideRecord[] = topics.map(([id, en, de], index) => ({
  id,
  key: `guide-${index + 1}`,
  texts: {
    en: { title: en, description: `${en}: what matters, in short chapters.` },
    de: { title: de, description: `${de}: das Wichtigste in kurzen Kapiteln.` },
  },
  chapters: 3 + ((index * 5) % 7),
}));

export const userIds = {
  first: '5f1d7e3a9b2c4d6e8f0a1b2c',
  second: 'a3c5e7f90b1d2f4e6a8c0e1f',
  denied: 'd0e1f2a3b4c5d6e7f8091a2b',
} as const;

export function settle(world: World): void {
  const add = (user: User): void => void world.users.set(user.id, user);
  const london = { line1: '1 Mill Lane', line2: 'Flat 2', city: 'London', postalCode: 'E1 6AN', countryCode: 'GB' };
  const berlin = { line1: 'Lange Straße 7', line2: 'Hof', city: 'Berlin', postalCode: 10117, countryCode: 'DE' };
  add({ id: userIds.first, language: 'en', denied: false, scale: 1, overdraft: { limit: 500 }, address: london });
  add({ id: userIds.second, language: 'de', denied: false, scale: 1.7, overdraft: null, address: berlin });
  add({ id: userIds.denied, language: 'en', denied: true, scale: 0.6, overdraft: null, address: london });
}

const assets = ['IE00B4L5Y983', 'US0378331005', 'DE0007164600', 'LU0290358497', 'GB00B03MLX29'];
const labels = ['optimal', 'neutral', 'cautious'];

export interface PerformerRecord {
  readonly __typename: 'Gainer' | 'Loser';
  readonly assetId: string;
  readonly value: number;
  readonly ratio: number;
  readonly upBy: number;
  readonly downBy: number;
  readonly byEntityFetch: boolean;
}

export interface DayRecord {
  readonly __typename: 'Summary' | 'LiveSummary';
  readonly index: number;
  readonly oldest: boolean;
  readonly timestamp: number;
  readonly chartLabel: string;
  readonly amounts: Readonly<Record<'cash' | 'savings' | 'holdings' | 'total', number>>;
  readonly gain: number;
  readonly interest: number;
  readonly scores: ReadonlyArray<{ readonly score: number; readonly label: string }>;
  readonly performers: readonly PerformerRecord[];
}

function performersOf(user: User, index: number): readonly PerformerRecord[] {
  return assets.map((assetId, place) => {
    const change = ((index * 7 + place * 5) % 11) - 5 || 2;
    const amount = Math.abs(change) * user.scale * 3.4;
    return {
      __typename: change > 0 ? 'Gainer' : 'Loser',
      assetId,
      value: user.scale * (420 + place * 37 + index),
      ratio: 0.12 + place * 0.04,
      upBy: amount,
      downBy: amount,
      byEntityFetch: false,
    };
  });
}

export function daysOf(user: User, world: World): readonly DayRecord[] {
  const count = user.language === 'de' ? 5 : 6;
  const midnight = Math.floor(world.startedAt / day) * day;
  return Array.from({ length: count }, (_, index): DayRecord => {
    const cash = Math.round(user.scale * (900 + index * 13)) + 0.5;
    const savings = Math.round(user.scale * (4100 + index * 21)) + 0.25;
    const holdings = Math.round(user.scale * (12_300 + ((index * 5) % 4) * 111)) + 0.75;
    const newest = index === count - 1;
    return {
      __typename: newest ? 'LiveSummary' : 'Summary',
      index,
      oldest: index === 0,
      timestamp: midnight - (count - 1 - index) * day,
      chartLabel: `Day\n${index + 1}`,
      amounts: { cash, savings, holdings, total: cash + savings + holdings },
      gain: user.scale * (11 + index),
      interest: user.scale * 0.41,
      scores: [0, 1, 2, 3].map((at) => ({
        score: 50 + ((index * 9 + at * 7) % 40),
        label: labels[at % 3] ?? 'optimal',
      })),
      performers: performersOf(user, index),
    };
  });
}

interface NotificationRecord {
  readonly id: string;
  readonly active: boolean;
}

export interface GroupRecord {
  readonly category: string;
  readonly notifications: readonly NotificationRecord[];
}

const german: Readonly<Record<string, string>> = {
  Activity: 'Aktivität',
  'Market insights': 'Marktberichte',
  Offers: 'Angebote',
  Newsletters: 'Rundbriefe',
};

export const translate = (text: string, language: Language): string =>
  language === 'de' ? (german[text] ?? `Hinweis zu ${text}`) : text;

const group = (category: string, ...ids: readonly string[]): GroupRecord => ({
  category,
  notifications: ids.map((id, index) => ({ id, active: index % 2 === 0 })),
});

export const channels: Readonly<Record<'app' | 'email', readonly GroupRecord[]>> = {
  app: [
    group('Activity', 'app_transactional'),
    group(
      'Market insights',
      'app_learning_guide',
      'app_analyst_insight',
      'app_quick_take',
      'app_daily_recap',
      'app_weekly_review',
    ),
    group('Offers', 'app_promotional'),
  ],
  email: [
    group('Activity', 'email_transactional'),
    group('Newsletters', 'email_servicebites'),
    group('Offers', 'email_promotional'),
  ],
};
