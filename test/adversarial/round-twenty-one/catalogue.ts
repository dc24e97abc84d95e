export interface User {
  readonly id: string;
  readonly name: string;
  readonly language: 'en' | 'de';
  readonly denied: boolean;
  readonly scale: number;
}

export interface Guide {
  readonly id: string;
  readonly key: string;
  readonly chapters: number;
  readonly colour: string;
  readonly title: { readonly en: string; readonly de: string };
  readonly description: { readonly en: string; readonly de: string };
}

const nouns: readonly (readonly [string, string])[] = [
  ['Saving', 'Sparen'],
  ['Bonds', 'Anleihen'],
  ['Shares', 'Aktien'],
  ['Funds', 'Fonds'],
  ['Risk', 'Risiko'],
  ['Taxes', 'Steuern'],
  ['Inflation', 'Inflation und Währung'],
  ['Pensions', 'Vorsorge'],
];

const complement = (id: string): string =>
  [...id].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('');

const grayCode = (index: number): string => (index ^ (index >> 1)).toString(16).padStart(24, '0');

export function makeUsers(is: (id: string) => boolean): readonly User[] {
  const first = '5fe10c9a7b3d42860a1b2c3d';
  const second = is('user-ids-are-complements') ? complement(first) : 'b07a93d15c2e48f6019d8e7a';
  return [
    { id: first, name: 'Ada', language: 'en', denied: false, scale: 1 },
    { id: second, name: 'Bruno', language: 'de', denied: false, scale: 0.37 },
    { id: 'c41d70e2a95f4b3386d7e0f1', name: 'Cleo', language: 'en', denied: true, scale: 0.11 },
  ];
}

export function makeGuides(is: (id: string) => boolean): readonly Guide[] {
  return nouns.map(([en, de], index) => ({
    id: is('guide-ids-are-a-gray-code')
      ? grayCode(index)
      : `64b${index}f0a${(index * 7 + 3) % 10}c1d2e3f4a5b6${index}7e${index}`,
    key: `guide-${en.toLowerCase()}`,
    chapters: 3 + index,
    colour: `#${(0x204060 + index * 0x0a0b0c).toString(16)}`,
    title: { en: `${en} made simple`, de: `${de} leicht gemacht` },
    description: { en: `What everybody should know of ${en.toLowerCase()}.`, de: `Was man über ${de} wissen sollte.` },
  }));
}

export interface Setting {
  readonly id: string;
  readonly channel: 'app' | 'email';
  readonly category: number;
}

/** The position in this table is the bit of a setting. */
export const settings: readonly Setting[] = [
  { id: 'app_transactional', channel: 'app', category: 0 },
  { id: 'app_learning_guide', channel: 'app', category: 1 },
  { id: 'app_analyst_insight', channel: 'app', category: 1 },
  { id: 'app_quick_take', channel: 'app', category: 1 },
  { id: 'app_daily_recap', channel: 'app', category: 1 },
  { id: 'app_weekly_review', channel: 'app', category: 1 },
  { id: 'app_promotional', channel: 'app', category: 2 },
  { id: 'email_transactional', channel: 'email', category: 0 },
  { id: 'email_servicebites', channel: 'email', category: 3 },
  { id: 'email_promotional', channel: 'email', category: 2 },
];

export const categories = {
  en: ['Activity', 'Market insights', 'Offers', 'Newsletters'],
  de: ['Aktivität', 'Einblicke', 'Angebote', 'Rundbriefe'],
} as const;
