import type { Client, Language } from './types.ts';

export interface Statuses {
  readonly missingUser: number;
  readonly malformedUser: number;
  readonly unknownUser: number;
  readonly badJson: number;
  readonly badBody: number;
  readonly mediaType: number;
  readonly malformedGuide: number;
  /** What a query is refused with, and 0 where it is ignored. */
  readonly query: number;
}
export interface Settings {
  readonly prefix: string;
  readonly tokenPath: string;
  readonly audience: string;
  readonly kid: string;
  readonly lifetime: number;
  readonly scoped: Client;
  readonly unscoped: Client;
  readonly userIds: readonly [string, string, string];
  readonly guideId: (index: number) => string;
  readonly statuses: Statuses;
  readonly challenge: string;
  readonly listingCache: string;
  readonly privateCache: string;
  readonly addressKey: string;
  readonly days: number;
  readonly money: (value: number, language: Language) => string;
  readonly chartLabel: (moment: number) => string;
  readonly label: string;
  readonly asset: (isin: string) => string;
}

export const statuses: Statuses = {
  missingUser: 400,
  malformedUser: 400,
  unknownUser: 404,
  badJson: 400,
  badBody: 422,
  mediaType: 415,
  malformedGuide: 400,
  query: 0,
};

/** An amount as the locales of the JVM write it. */
export function plain(value: number, language: Language): string {
  const [whole = '0', cents = '00'] = Math.abs(value).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'en' ? ',' : '.');
  return `${value < 0 ? '-' : ''}${grouped}${language === 'en' ? '.' : ','}${cents}`;
}

export const settings: Settings = {
  prefix: '/gateway',
  tokenPath: '/identity/oauth2/token',
  audience: 'https://api.defter.example/m2m',
  kid: 'defter-2026-10',
  lifetime: 3600,
  scoped: { id: 'defter-partner-full', secret: 'kQ7v-2hPzR9wLx4TnB8d' },
  unscoped: { id: 'defter-partner-lite', secret: 'Zm3c-8sJfY5uGe1VqA6o' },
  userIds: ['a41f7c09be3d52860f9e1b74', 'c7029d5e8ab14f63d0e2951c', 'b90e6f1324d7a85c3e41f068'],
  guideId: (index) => `5f${(index * 2654435 + 917).toString(16).padStart(8, '0')}e40b91c7d3a2f6`.slice(0, 24),
  statuses,
  challenge: 'Bearer realm="defter", error="invalid_token"',
  listingCache: 'private, max-age=1800',
  privateCache: 'private, no-store',
  addressKey: 'address',
  days: 5,
  money: (value, language) => `${language === 'en' ? '£' : '₺'}${plain(value, language)}`,
  chartLabel: (moment) => new Date(moment).toISOString().slice(5, 10).replace('-', '\n'),
  label: 'optimal',
  asset: (isin) => isin,
};
