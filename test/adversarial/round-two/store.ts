import { guideTopics, type Language } from './texts.ts';
import type { On } from './toggles.ts';

export interface Address {
  line1: unknown;
  line2?: unknown;
  city: unknown;
  postalCode: unknown;
  countryCode: unknown;
}
export interface Holding {
  assetId: string;
  amount: number;
  price: number;
  /** The last move of the price, as a fraction. */
  move: number;
}
export interface Day {
  at: number;
  cash: number;
  savings: number;
  holdings: number;
  change: number;
}
export interface User {
  id: string;
  locale: string;
  language: Language;
  currency: string;
  address: Address;
  holdings: Holding[];
  days: Day[];
  muted: string[];
  denied: boolean;
}
export interface Guide {
  id: string;
  topic: number;
  volume: number;
  position: number;
}
export interface Order {
  id: string;
  userId: string;
  isin: string;
  side: string;
  amount: number;
}
export interface Store {
  users: Map<string, User>;
  guides: Guide[];
  orders: Order[];
}

const dayLength = 86_400_000;
const firstDay = Date.UTC(2025, 2, 3, 21, 30);

function makeDays(count: number, level: number): Day[] {
  return Array.from({ length: count }, (_, i) => ({
    at: firstDay + i * dayLength,
    cash: level / 10 + 12.5 * i,
    savings: level / 4 + 3.25 * i,
    holdings: level + level * 0.04 * Math.round(5 * Math.sin(i)),
    // The last day is a losing one.
    change: (i === count - 1 ? -0.011 : 0.007) * level,
  }));
}

export const addressAtStart = (): Address => ({
  line1: 'Am Markt 7',
  line2: 'Hinterhaus',
  city: 'Göttingen',
  postalCode: '37073',
  countryCode: 'DE',
});

/** Makes a user of no holdings and no history, as a lookup without care would. */
export function makeBlankUser(id: string): User {
  return {
    id,
    locale: 'en-GB',
    language: 'en',
    currency: 'GBP',
    address: addressAtStart(),
    holdings: [],
    days: [],
    muted: [],
    denied: false,
  };
}

const toDigits = (id: string): string => id.replace(/[a-f]/g, (letter) => String(letter.charCodeAt(0) - 96));

/** Fills a store of its own for one server. */
export function makeStore(on: On): Store {
  const shapeId = (id: string): string => (on('ids-of-digits') ? toDigits(id) : id);
  const first: User = {
    ...makeBlankUser(shapeId('64b7f0c2a91d3e58c07a2f19')),
    locale: on('currency-codes') ? 'de-CH' : 'de-DE',
    language: 'de',
    currency: on('currency-codes') ? 'CHF' : 'EUR',
    holdings: [
      { assetId: 'IE00B4L5Y983', amount: 31.5, price: 91.2, move: 0.0123 },
      { assetId: 'US0378331005', amount: 4, price: 187.44, move: 0.0031 },
      { assetId: 'DE0007164600', amount: 11, price: 171.08, move: 0 },
      { assetId: 'DE0008404005', amount: 2.25, price: 264.9, move: -0.0218 },
    ],
    days: makeDays(23, 4_321.5),
    muted: ['app_promotional', 'email_promotional', 'app_quick_take'],
  };
  const arabic = on('arabic-digits');
  const second: User = {
    ...makeBlankUser(shapeId('66d10e7bb3c94f02a85e6c3d')),
    locale: arabic ? 'ar-EG' : 'ja-JP',
    language: arabic ? 'ar' : 'ja',
    currency: arabic ? 'EGP' : 'JPY',
    address: { line1: '丸の内1-2-3', city: '東京', postalCode: '100-0005', countryCode: 'JP' },
    holdings: on('second-without-holdings')
      ? []
      : [
          { assetId: 'JP3633400001', amount: 120, price: 2_711, move: 0.0044 },
          { assetId: 'JP3435000009', amount: 15, price: 13_050, move: -0.0171 },
        ],
    days: makeDays(1, 903_000),
    muted: ['email_servicebites'],
  };
  const denied: User = { ...makeBlankUser(shapeId('65f3a9d4c2e81b7f90ad4e26')), denied: true };
  if (on('address-shared-between-users')) second.address = first.address;

  const count = on('guides-300') ? 300 : guideTopics.length;
  const guides = Array.from({ length: count }, (_, i) => ({
    // One import made them, so they share the first part, as database identifiers of one second do.
    id: shapeId(`6703e1aa5d2c4b9f1e${(0x3c0a10 + i * 7).toString(16).padStart(6, '0')}`),
    topic: i % guideTopics.length,
    volume: Math.floor(i / guideTopics.length) + 1,
    position: Math.min(i, count - 2),
  }));
  return { users: new Map([first, second, denied].map((user) => [user.id, user])), guides, orders: [] };
}
