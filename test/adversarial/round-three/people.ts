export type Language = 'pl' | 'el';

export interface Address {
  readonly line1?: unknown;
  readonly line2?: unknown;
  readonly city?: unknown;
  readonly postalCode?: unknown;
  readonly countryCode?: unknown;
}

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly currency: 'PLN' | 'EUR';
  readonly denied: boolean;
  readonly cash: readonly number[];
  readonly savings: readonly number[];
  readonly holdings: readonly number[];
  readonly assets: readonly { readonly id: string; readonly value: number; readonly move: number }[];
  readonly muted: ReadonlySet<string>;
}

const first: User = {
  id: '5a3e91c07bd24f6688e1c0d2',
  language: 'pl',
  currency: 'PLN',
  denied: false,
  cash: [1210.5, 1180.25, 1195, 1300.75, 1288.4],
  savings: [8000, 8001.1, 8002.3, 8003.45, 8004.5],
  holdings: [15200.9, 15120.4, 15333.25, 15410, 15390.75],
  assets: [
    { id: 'asset-kghm', value: 6200.5, move: 0.021 },
    { id: 'asset-orlen', value: 4100.25, move: -0.013 },
    { id: 'asset-cdpr', value: 3000, move: 0.004 },
    { id: 'asset-zabka', value: 2090, move: -0.032 },
  ],
  muted: new Set(['app_promotional', 'app_quick_take']),
};

// Greek, with savings of nothing and cash that never moves, for what only shows there.
const second: User = {
  id: 'c40fd1187a5b4e2f93a6b7e8',
  language: 'el',
  currency: 'EUR',
  denied: false,
  cash: [640, 640, 640, 640, 640],
  savings: [0, 0, 0, 0, 0],
  holdings: [22010.1, 22500.8, 22390.6, 22410.2, 22888.88],
  assets: [
    { id: 'asset-opap', value: 9000.4, move: -0.007 },
    { id: 'asset-eurobank', value: 7000.48, move: 0.034 },
    { id: 'asset-jumbo', value: 4500, move: 0.011 },
    { id: 'asset-motoroil', value: 1388, move: -0.021 },
    { id: 'asset-titan', value: 1000, move: 0.002 },
  ],
  muted: new Set(['app_weekly_review', 'email_transactional', 'email_servicebites', 'email_promotional']),
};

export const people = {
  first,
  second,
  denied: { ...first, id: '0b77f2a94c1d4e5fa6b8c9d0', denied: true },
};

export const firstAddresses = (): Map<string, Address> =>
  new Map<string, Address>([
    [first.id, { line1: 'ul. Piękna 7', line2: 'm. 4', city: 'Warszawa', postalCode: 10547, countryCode: 'PL' }],
    [second.id, { line1: 'Ερμού 15', line2: '', city: 'Αθήνα', postalCode: '105 63', countryCode: 'GR' }],
    [people.denied.id, { line1: 'ul. Długa 1', line2: '', city: 'Gdańsk', postalCode: 80827, countryCode: 'PL' }],
  ]);
