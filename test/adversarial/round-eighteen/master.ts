import { KeyedFile } from './keyed-file.ts';
import { packed, type Row, varying, x } from './picture.ts';

export const USER = {
  id: x(24),
  language: x(2),
  locale: x(5),
  currency: x(3),
  denied: x(1),
  cash: packed(11, 2),
  line1: varying(1000),
  line2: varying(1000),
  city: varying(1000),
  postalCode: varying(1000),
  postalKind: x(6),
  countryCode: varying(10),
};

export const GUIDE = {
  id: x(24),
  position: packed(3),
  key: x(20),
  slug: x(40),
  chapters: packed(3),
  colour: x(8),
  cover: x(1),
  de: varying(60),
  ja: varying(60),
};

const TITLES: readonly (readonly [key: string, de: string, ja: string])[] = [
  ['first-steps', 'Erste Schritte', 'はじめの一歩'],
  ['bonds', 'Anleihen für Anfänger', '債券入門'],
  ['shares', 'Was eine Aktie ist', '株式とは'],
  ['funds', 'Fonds und ihre Gebühren', '投資信託と手数料'],
  ['risk', 'Über das Risiko', 'リスクについて'],
  ['interest', 'Zins und Zinseszins', '複利の力'],
  ['taxes', 'Steuern auf Erträge', '利益と税金'],
  ['pension', 'Für das Alter', '老後のために'],
  ['gold', 'Gold und Rohstoffe', '金と商品'],
  ['currencies', 'Fremde Währungen', '外国の通貨'],
  ['habits', 'Gewohnheiten', '習慣'],
  ['glossary', 'Wörter der Börse', '市場の言葉'],
];
const STARTS = ['3a', 'b7', '0c', 'e1', '95', 'd4', '58', 'a2', '7f', 'c6', '1b', 'f0'];

export const guideId = (at: number): string => `${STARTS[at % 12]}41c7${String(at).padStart(3, '0')}e95d02b6a813f0d`;

export const guideFile = (): KeyedFile =>
  new KeyedFile(
    GUIDE,
    'id',
    TITLES.map(([key, de, ja], at) => ({
      id: guideId(at),
      position: at + 1,
      key,
      slug: `learn-${key}`,
      chapters: (at * 5) % 13,
      colour: `#${String(204080 + at * 1111)}`,
      cover: at % 4 === 3 ? 'N' : 'Y',
      de,
      ja,
    })),
  );

export const userFile = (ids: { first: string; second: string; denied: string }): KeyedFile => {
  const german = { language: 'de', locale: 'de-DE', currency: 'EUR', denied: 'N', countryCode: 'DE' };
  const first: Row = { ...german, id: ids.first, cash: 1843.27, line1: 'Am Markt 4', line2: '', city: 'Bremen' };
  const second: Row = {
    id: ids.second,
    language: 'ja',
    locale: 'ja-JP',
    currency: 'JPY',
    denied: 'N',
    cash: -1250,
    line1: 'Kawaramachi 271',
    line2: 'Nakagyo',
    city: 'Kyoto',
    postalCode: '604-8005',
    postalKind: 'string',
    countryCode: 'JP',
  };
  const rows = [first, second, { ...first, id: ids.denied, denied: 'Y', cash: 10 }];
  return new KeyedFile(
    USER,
    'id',
    rows.map((row) => ({ postalCode: '28195', postalKind: 'number', ...row })),
  );
};

/** Record number, channel, id, category and name of each notification. */
export const NOTIFICATIONS = [
  [1, 'app', 'app_transactional', 'Aktivität|取引', 'Bewegungen|入出金'],
  [2, 'app', 'app_learning_guide', 'Markt im Blick|市場', 'Lernhefte|学習'],
  [3, 'app', 'app_analyst_insight', 'Markt im Blick|市場', 'Analysen|分析'],
  [4, 'app', 'app_quick_take', 'Markt im Blick|市場', 'Kurz gesagt|速報'],
  [5, 'app', 'app_daily_recap', 'Markt im Blick|市場', 'Der Tag|本日'],
  [6, 'app', 'app_weekly_review', 'Markt im Blick|市場', 'Die Woche|今週'],
  [7, 'app', 'app_promotional', 'Angebote|特典', 'Aktionen|お得'],
  [8, 'email', 'email_transactional', 'Aktivität|取引', 'Belege|明細'],
  [9, 'email', 'email_servicebites', 'Rundbriefe|便り', 'Häppchen|小話'],
  [10, 'email', 'email_promotional', 'Angebote|特典', 'Aktionen|お得'],
] as const;
