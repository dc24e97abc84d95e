export interface User {
  id: string;
  language: 'de' | 'en';
  edition: 'plus' | 'basic';
  seed: number;
  denied?: boolean;
}
export const users = (): User[] => [
  { id: '64f1c0a9e2b7d35f81a6c0d4', language: 'de', edition: 'plus', seed: 41 },
  { id: '46f1c0a9e2b7d35f81a6c04d', language: 'en', edition: 'basic', seed: 73 },
  { id: '5d0e94b17ac83f26e59b01f8', language: 'en', edition: 'basic', seed: 5, denied: true },
];

export type Guide = { id: string; key: string; en: [string, string]; de: [string, string]; chapters: number };
export const guides = (): Guide[] =>
  (
    [
      ['budget', ['A budget', 'Where money goes'], ['Ein Budget', 'Wohin Geld geht'], 4],
      ['shares', ['Shares', 'Owning a part of a company'], ['Aktien', 'Ein Teil eines Unternehmens'], 7],
      ['bonds', ['Bonds', 'Lending to states'], ['Anleihen', 'Staaten Geld leihen'], 5],
      ['funds', ['Funds', 'Many papers in one'], ['Fonds', 'Viele Papiere in einem'], 6],
      ['risk', ['Risk', 'What may be lost'], ['Risiko', 'Was verloren gehen kann'], 3],
      ['2025', ['The year 2025', 'Looking back'], ['Das Jahr 2025', 'Ein Blick zurück'], 2],
      ['taxes', ['Taxes', 'What the state takes'], ['Steuern', 'Was der Staat nimmt'], 8],
      ['retiring', ['Retiring', 'Chapters are still being written'], ['Ruhestand', 'Kapitel folgen'], 0],
    ] as [string, [string, string], [string, string], number][]
  ).map(([key, en, de, chapters], i) => ({
    id: `65b2e7f0a4c91d38e05f7${(0xa10 + i * 37).toString(16)}`,
    key,
    en,
    de,
    chapters,
  }));

const round = (value: number) => Math.round(value * 100) / 100;
export function money(value: number, language: string): string {
  return new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    style: 'currency',
    currency: language === 'de' ? 'EUR' : 'GBP',
  }).format(value);
}
export function share(value: number, language: string): string {
  return new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    style: 'percent',
    maximumFractionDigits: 1,
  }).format(value);
}

export interface Move {
  assetId: string;
  value: number;
  change: number;
}
export interface Day {
  at: number;
  cash: number;
  savings: number;
  holdings: number;
  rise: number;
  scores: [number, number, number, number];
  moves: Move[];
}
export function days(user: User): Day[] {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  return [4, 3, 2, 1].map((ago) => {
    const cash = round(user.seed * 31.7 + ago * 3.25);
    const savings = round(user.seed * 72.1 - ago * 1.5);
    const moves: Move[] =
      ago === 3
        ? [{ assetId: `IE00B4L5Y${user.seed}83`, value: round(user.seed * 190), change: 4.5 }]
        : [
            { assetId: 'DE0007164600', value: round(user.seed * 60), change: 12.4 + ago },
            { assetId: `US0378331${user.seed}05`, value: round(user.seed * 50), change: -9.75 },
            { assetId: 'IE00B4L5Y983', value: round(user.seed * 40), change: 3.1 },
            { assetId: 'LU0908500753', value: round(user.seed * 30), change: -21.05 - ago },
          ];
    const holdings = round(moves.reduce((sum, move) => sum + move.value, 0));
    const scores: Day['scores'] = ago === 4 ? [50.5, 61, 40, 55] : [72, 80 - ago, 45, 90];
    return {
      at: today - ago * 86_400_000 - user.seed * 1000,
      cash,
      savings,
      holdings,
      rise: round(ago * 2.2),
      scores,
      moves,
    };
  });
}

type Text = { en: string; de: string };
const t = (en: string, de: string): Text => ({ en, de });
export interface Setting {
  id: string;
  channel: 'app' | 'email';
  category: Text;
  name: Text;
  description: Text;
}
const activity = t('Activity', 'Aktivität');
const market = t('Market insights', 'Markteinblicke');
const offers = t('Offers', 'Angebote');
const letters = t('Newsletters', 'Rundbriefe');
const news = t('New things to read', 'Neues zum Lesen');
export const settings = (): Setting[] => [
  {
    id: 'app_transactional',
    channel: 'app',
    category: activity,
    name: t('Transactions', 'Umsätze'),
    description: t('What was booked', 'Was gebucht wurde'),
  },
  { id: 'app_learning_guide', channel: 'app', category: market, name: t('Guides', 'Ratgeber'), description: news },
  { id: 'app_analyst_insight', channel: 'app', category: market, name: t('Analysts', 'Analysten'), description: news },
  { id: 'app_quick_take', channel: 'app', category: market, name: t('Quick takes', 'Kurz gesagt'), description: news },
  { id: 'app_daily_recap', channel: 'app', category: market, name: t('Daily recap', 'Der Tag'), description: news },
  {
    id: 'app_weekly_review',
    channel: 'app',
    category: market,
    name: t('Weekly review', 'Die Woche'),
    description: news,
  },
  {
    id: 'app_promotional',
    channel: 'app',
    category: offers,
    name: t('Offers', 'Angebote'),
    description: t('What we sell', 'Was wir verkaufen'),
  },
  {
    id: 'email_transactional',
    channel: 'email',
    category: activity,
    name: t('Transactions', 'Umsätze'),
    description: t('What was booked', 'Was gebucht wurde'),
  },
  {
    id: 'email_servicebites',
    channel: 'email',
    category: letters,
    name: t('Service bites', 'Häppchen'),
    description: t('Every Friday', 'Jeden Freitag'),
  },
  {
    id: 'email_promotional',
    channel: 'email',
    category: offers,
    name: t('Offers', 'Angebote'),
    description: t('What we sell', 'Was wir verkaufen'),
  },
];
export const seedAddress = (user: User) => ({
  line1: user.language === 'de' ? 'Lindenweg 4' : '12 Mill Lane',
  line2: 'c/o Post',
  city: user.language === 'de' ? 'Ulm' : 'York',
  postalCode: user.language === 'de' ? '89073' : 'YO1 7HH',
  countryCode: user.language === 'de' ? 'DE' : 'GB',
});
