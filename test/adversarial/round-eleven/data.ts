import type { Json } from './messages.ts';

export interface User {
  readonly id: string;
  readonly language: 'de' | 'en' | 'fr';
  readonly locale: string;
  readonly currency: string;
  readonly wealth: number;
  readonly denied?: boolean;
}
export const users: readonly User[] = [
  { id: '5f1d7a9c3be84260a7c4d9e1', language: 'de', locale: 'de-DE', currency: 'EUR', wealth: 18_250 },
  { id: '62c0b83f4da19e57f03b6a2d', language: 'en', locale: 'en-GB', currency: 'GBP', wealth: 4_910 },
  { id: '63e9f4a07b5d2c81e6f0a34b', language: 'fr', locale: 'fr-FR', currency: 'EUR', wealth: 700, denied: true },
];
const words = {
  de: { guide: 'Leitfaden', about: 'Was Sie wissen sollten über Teil' },
  en: { guide: 'Guide', about: 'What you should know about part' },
  fr: { guide: 'Guide pratique', about: 'Ce qu’il faut savoir de la partie' },
};
const topics = 'bonds funds shares gold taxes risk time costs plans index cash goals'.split(' ');
const ids = topics.map((_, at) => `64b7f0${(at * 7919 + 70_001).toString(16).padStart(8, '0')}c35d1e90a${at % 5}`);

export function guidesIn(language: User['language']): Json[] {
  return topics.map((topic, at) => ({
    key: `guide-${topic}`,
    contentType: 'learningGuide',
    id: ids[at],
    title: `${words[language].guide} ${at + 1}: ${topic}`,
    description: `${words[language].about} ${at + 1}`,
    backgroundColor: '#20405f',
    guideIconURL: `https://cdn.anlage.example/icons/${topic}.svg`,
    mobileCoverImageURL: `https://cdn.anlage.example/mobile/${topic}.png`,
    webCoverImageURL: at % 3 === 0 ? null : `https://cdn.anlage.example/web/${topic}.png`,
    slug: `all-about-${topic}`,
    chapterCount: at === 6 ? 200 : at + 2,
  }));
}

const groups = {
  app: [
    [0, 'app_transactional'],
    [1, 'app_learning_guide app_analyst_insight app_quick_take app_daily_recap app_weekly_review'],
    [2, 'app_promotional'],
  ],
  email: [
    [0, 'email_transactional'],
    [3, 'email_servicebites'],
    [2, 'email_promotional'],
  ],
} as const;
const categories = {
  de: ['Aktivität', 'Markteinblicke', 'Angebote', 'Rundbriefe'],
  en: ['Activity', 'Market insights', 'Offers', 'Newsletters'],
  fr: ['Activité', 'Le marché', 'Offres', 'Lettres'],
};
export interface Group extends Json {
  category: string;
  notifications: Json[];
}
export function settingsOf(user: User): { app: Group[]; email: Group[] } {
  const notification = (id: string) => ({
    id,
    name: `${words[user.language].guide} ${id.split('_').slice(1).join(' ')}`,
    description: `${words[user.language].about} ${id}`,
    active: (id.length + user.wealth) % 3 !== 0,
  });
  const channel = (name: 'app' | 'email') =>
    groups[name].map(([category, list]) => ({
      category: categories[user.language][category] ?? '',
      notifications: list.split(' ').map(notification),
    }));
  return { app: channel('app'), email: channel('email') };
}
export const cashOf = (user: User): Json => ({
  balances: [{ currency: user.currency, amount: user.wealth / 10 }],
});
export const portfoliosOf = (user: User): Json => ({
  portfolios: [
    { name: `P-${user.id.slice(0, 6)}`, value: user.wealth, holdings: [{ isin: 'IE00B4L5Y983', share: 1 }] },
  ],
});
export const insightsFor = (user: User): Json => ({ insights: [{ text: `${words[user.language].about} 2027` }] });
export const fullGuide = (guide: Json): Json => ({
  ...guide,
  chapters: [{ title: guide['title'], text: guide['key'] }],
});
