import type { Style } from './styles.ts';

export type Language = 'first' | 'second';
export interface User {
  readonly id: string;
  readonly language: Language;
  readonly factor: number;
  readonly denied: boolean;
}
export interface Guide {
  readonly id: string;
  readonly title: Record<Language, string>;
}
export type Address = Record<string, unknown>;
/** One repository per table. */
export interface Data {
  readonly users: Map<string, User>;
  readonly addresses: Map<string, { value: Address }>;
  readonly guides: readonly Guide[];
}

export const userIds = {
  first: '64b7f0c2a91d3e5f70a8c1d4',
  second: '65c8e1d3ba2e4f6081b9d2e5',
  denied: '66d9f2e4cb3f507192cae3f6',
};

const topics: readonly (readonly [string, string])[] = [
  ['First steps', 'Erste Schritte'],
  ['What a share is', 'Was eine Aktie ist'],
  ['Funds and baskets', 'Fonds und Körbe'],
  ['Risk and patience', 'Risiko und Geduld'],
  ['Interest on interest', 'Zinseszins'],
  ['Bonds in brief', 'Anleihen in Kürze'],
  ['Reading a balance sheet', 'Eine Bilanz lesen'],
  ['Taxes on gains', 'Steuern auf Gewinne'],
];

export function newData(style: Style): Data {
  const users = new Map<string, User>();
  const addresses = new Map<string, { value: Address }>();
  const seed = { line1: '1 Harbour Street', line2: 'Flat 2', city: 'Leeds', postalCode: 'LS1 4AP', countryCode: 'GB' };
  for (const [name, id] of Object.entries(style.userIds ?? userIds)) {
    const second = name === 'second';
    const user: User = {
      id,
      language: second ? 'second' : 'first',
      factor: second ? 2.37 : 1,
      denied: name === 'denied',
    };
    users.set(id, user);
    addresses.set(id, { value: { ...seed, line1: `${users.size} Harbour Street` } });
  }
  const guides = topics.slice(0, style.guides ?? 8).map(([first, second], at) => ({
    id: `5f1e${at}a7b8c9d0e1f2a3b4c5${at}`.padEnd(24, 'd'),
    title: style.titles?.(first, second, at) ?? { first, second },
  }));
  return { users, addresses, guides };
}
