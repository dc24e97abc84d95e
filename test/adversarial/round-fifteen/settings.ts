import type { Target } from './contracts.ts';

type Client = Target['clients']['scoped'];

/** For whom texts and amounts are written. */
export interface Reader {
  readonly language: 'en' | 'da';
  readonly currency: 'GBP' | 'DKK';
}

export interface Settings {
  readonly base: string;
  readonly audience: string;
  readonly otherAudience: string;
  readonly expiredAt: (now: number) => number;
  readonly algorithm: 'ES256' | 'Ed25519' | 'RS256';
  readonly rsaExponent: number;
  readonly kid: string;
  readonly tokenHeader: Readonly<Record<string, unknown>>;
  readonly users: { readonly first: string; readonly second: string; readonly denied: string };
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  readonly guidePaths: readonly string[];
  readonly readBack: {
    readonly path: string;
    readonly pointer: string;
    readonly show: (address: unknown) => unknown;
  };
  readonly money: (value: number, reader: Reader) => string;
  readonly percent: (value: number, reader: Reader) => string;
}

const grouped = (value: number, group: string, point: string): string =>
  value
    .toFixed(2)
    .replace('.', point)
    .replace(/\B(?=(\d{3})+(?!\d))/g, group);

/** The lowest layer: what holds where no other layer says otherwise. */
const reference: Settings = {
  base: '/m2m',
  audience: 'https://api.fjordinvest.example',
  otherAudience: 'https://reports.fjordinvest.example',
  expiredAt: (now) => now - 7200,
  algorithm: 'ES256',
  rsaExponent: 65537,
  kid: 'fjord-1',
  tokenHeader: {},
  users: {
    first: '5f0c7a19be42d8036ea1c95d',
    second: '61d4be8802fa93c7150e6b2a',
    denied: '62aa01dc74b95e38f0c6d417',
  },
  clients: {
    scoped: { id: 'fjord-shelf', secret: 'gT7-harbour-lantern-58' },
    unscoped: { id: 'fjord-desk', secret: 'Lq2-winter-ferry-91' },
  },
  guidePaths: ['/learn/learning-guides/'],
  readBack: { path: '/users/me/address', pointer: '/address', show: (address) => ({ address }) },
  money: (value, reader) =>
    reader.currency === 'GBP' ? `£${grouped(value, ',', '.')}` : `${grouped(value, '.', ',')} kr.`,
  percent: (value, reader) =>
    reader.language === 'en' ? `${value.toFixed(1)}%` : `${value.toFixed(1).replace('.', ',')} %`,
};

export const layered = (layer: Partial<Settings> = {}): Settings => ({ ...reference, ...layer });
