import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import type { Settings } from './settings.ts';
import type { Bag, Language, User } from './types.ts';

export interface Guide {
  readonly id: string;
  readonly key: string;
  readonly title: Record<Language, string>;
  readonly description: Record<Language, string>;
  readonly chapters: number;
}
/** All state of one started instance. */
export interface World {
  readonly settings: Settings;
  readonly users: Map<string, User>;
  readonly guides: readonly Guide[];
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const shelf: readonly (readonly [string, string, string, number])[] = [
  ['budget', 'Making a budget', 'Bütçe yapmak', 4],
  ['shares', 'What a share is', 'Hisse senedi nedir', 6],
  ['bonds', 'Bonds in short', 'Kısaca tahviller', 3],
  ['funds', 'Funds and fees', 'Fonlar ve ücretler', 7],
  ['risk', 'Living with risk', 'Riskle yaşamak', 5],
  ['inflation', 'Inflation', 'Enflasyon', 2],
  ['gold', 'Gold', 'Altın', 3],
  ['retirement', 'Saving for retirement', 'Emeklilik için birikim', 9],
];

function user(id: string, language: Language, denied: boolean, city: string): User {
  const [countryCode, postalCode] = language === 'en' ? ['GB', 'LS1 4AP'] : ['TR', 34710];
  const address: Bag = { line1: `${city} 12`, line2: 'B', city, postalCode, countryCode };
  return { id, language, denied, address };
}

export function world(settings: Settings): World {
  const [first, second, denied] = settings.userIds;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const people = [
    user(first, 'en', false, 'Leeds'),
    user(second, 'tr', false, 'Kadıköy'),
    user(denied, 'en', true, 'York'),
  ];
  const guides = shelf.map(([key, en, tr, chapters], index) => ({
    id: settings.guideId(index),
    key,
    title: { en, tr },
    description: { en: `${en}, told in ${chapters} chapters.`, tr: `${tr}: ${chapters} bölümde anlatılır.` },
    chapters,
  }));
  return { settings, users: new Map(people.map((one) => [one.id, one])), guides, privateKey, publicKey };
}
