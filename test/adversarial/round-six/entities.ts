import { randomBytes } from 'node:crypto';
import type { On } from './types.ts';

export interface User {
  id: string;
  language: string;
  household: string;
  currency: string;
  denied: boolean;
  factor: number;
}

export interface Guide {
  id: string;
  key: string;
  chapters: number;
  position: number;
}

export interface Stored {
  id: string;
  address: Record<string, unknown>;
}

export interface Client {
  id: string;
  secret: string;
  scopes: string[];
}

const WORDS: Record<string, string[]> = {
  vi: ['Đầu tư từng bước', 'Hiểu rõ rủi ro', 'Quỹ và cổ phiếu', 'Tiết kiệm cho tương lai', 'Lãi kép là gì'],
  he: ['השקעה צעד אחר צעד', 'להבין סיכונים', 'קרנות ומניות', 'חיסכון לעתיד', 'מהי ריבית דריבית'],
  hans: ['逐步投资', '了解风险', '基金与股票', '为未来储蓄', '什么是复利'],
  hant: ['逐步投資', '瞭解風險', '基金與股票', '為未來儲蓄', '什麼是複利'],
  en: ['Investing step by step', 'Understanding risk', 'Funds and shares', 'Saving for later', 'Compound interest'],
};

/** Gives the nth text of a language. */
export function textOf(language: string, at: number): string {
  const words = WORDS[language] ?? WORDS['en'] ?? [];
  return words[at % words.length] ?? '';
}

function makeId(on: On): string {
  if (!on('ids-without-digits')) return randomBytes(12).toString('hex');
  return [...randomBytes(24)].map((byte) => 'abcdef'.charAt(byte % 6)).join('');
}

/** Makes the clients, users and guides of a new installation. */
export function seed(on: On): { clients: Client[]; users: User[]; guides: Guide[]; addresses: Stored[] } {
  const secret = () => `Kh0a-${randomBytes(on('secret-of-seven-hundred') ? 350 : 18).toString('hex')}-Zx`;
  const languages = on('two-scripts-of-a-language') ? ['hans', 'hant'] : ['vi', 'he'];
  const users: User[] = [
    { language: languages[0] ?? '', household: 'h-1', currency: 'VND', denied: false, factor: 3 },
    { language: languages[1] ?? '', household: 'h-1', currency: 'ILS', denied: false, factor: 7 },
    { language: languages[0] ?? '', household: 'h-2', currency: 'VND', denied: true, factor: 11 },
  ].map((user) => ({ id: makeId(on), ...user }));
  return {
    clients: [
      { id: 'client-nbg', secret: secret(), scopes: ['service:nbg', 'service:profile'] },
      { id: 'client-basic', secret: secret(), scopes: ['service:profile'] },
    ],
    users,
    guides: Array.from({ length: 30 }, (_, at) => ({
      id: makeId(on),
      key: `guide-${at + 1}`,
      chapters: (at * 7) % 26,
      position: at,
    })),
    addresses: users.map((user, at) => ({
      id: user.id,
      address: {
        line1: `${at + 5} Phố Huế`,
        line2: 'Tầng 2',
        city: at === 1 ? 'חיפה' : 'Hà Nội',
        postalCode: 100_000 + at,
        countryCode: at === 1 ? 'IL' : 'VN',
      },
    })),
  };
}
