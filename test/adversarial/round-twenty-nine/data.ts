import type { Json, Language, User } from './model.ts';

export const USERS: readonly User[] = [
  { id: '04c19e7ab25f83d601c7e4aa', language: 'en', factor: 1, denied: false },
  { id: '61f08b3cd4e2975a8c10fb37', language: 'sv', factor: 1.75, denied: false },
  { id: '9be4471c02a6d8f35e7710cd', language: 'en', factor: 0.5, denied: true },
];

export const READER: User = { id: '', language: 'en', factor: 1, denied: false };

export interface GuideRow {
  readonly id: string;
  readonly key: string;
  readonly slug: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  readonly colour: string;
  readonly chapters: number;
  readonly cover: boolean;
  readonly related: string;
}

const TITLES: readonly (readonly [string, string, string])[] = [
  ['first-steps', 'First steps in investing', 'Första stegen i att investera'],
  ['risk', 'What risk means', 'Vad risk betyder'],
  ['funds', 'Index funds explained', 'Indexfonder förklarade'],
  ['bonds', 'How bonds work', 'Så fungerar obligationer'],
  ['fees', 'The price of fees', 'Vad avgifter kostar'],
  ['dividends', 'Living on dividends', 'Att leva på utdelningar'],
  ['habits', 'Saving as a habit', 'Sparande som vana'],
  ['markets', 'Bulls and bears', 'Tjurar och björnar'],
  ['currency', 'When currencies move', 'När valutor rör sig'],
  ['tax', 'Taxes in ten minutes', 'Skatt på tio minuter'],
  ['horizon', 'Choosing a horizon', 'Att välja horisont'],
  ['rebalance', 'Rebalancing a portfolio', 'Ombalansera en portfölj'],
];

const COLOURS = ['#FDE68A', '#BFDBFE', '#C7F9CC', '#FBCFE8'];

function guideId(index: number): string {
  const head = ((index * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0');
  return `${head}b7d2e9${((index + 3) * 7_919).toString(16).padStart(10, '0')}`;
}

export function guideRows(): GuideRow[] {
  return TITLES.map(([key, en, sv], index) => ({
    id: guideId(index + 11),
    key,
    slug: `${key}-guide`,
    title: { en, sv },
    description: { en: `${en}, told briefly.`, sv: `${sv}, kort berättat.` },
    colour: COLOURS[index % COLOURS.length] ?? '#FFFFFF',
    chapters: (index * 5) % 9,
    cover: index % 3 !== 1,
    related: guideId(((index + 4) % TITLES.length) + 11),
  }));
}

export function money(amount: number, language: Language): string {
  const [whole = '0', cents = '00'] = Math.abs(amount).toFixed(2).split('.');
  const sign = amount < 0 ? '-' : '';
  if (language === 'sv') return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${cents}\u00a0kr`;
  return `${sign}€${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

export function percent(share: number, language: Language): string {
  return language === 'sv' ? `${share.toFixed(1).replace('.', ',')}\u00a0%` : `${share.toFixed(1)}%`;
}

export function firstAddress(user: User): Json {
  return user.language === 'sv'
    ? { line1: 'Kungsgatan 12', line2: 'lgh 1102', city: 'Uppsala', postalCode: '75321', countryCode: 'SE' }
    : { line1: '4 Harbour Row', line2: 'Flat 2', city: 'Cork', postalCode: 'T12 XY45', countryCode: 'IE' };
}
