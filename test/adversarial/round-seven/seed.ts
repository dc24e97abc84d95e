import type { Event, Language, On, Snapshot, User } from './domain.ts';

const day = 86_400_000;

export interface Ids {
  readonly first: string;
  readonly second: string;
  readonly denied: string;
}

/** Gives the ids of the seeded users, the first two created within one second. */
export const userIds = (on: On): Ids =>
  on('digit-user-ids')
    ? { first: '650000010203040506070801', second: '650000010203040506070802', denied: '660000010203040506070803' }
    : { first: '65fa10bcde0a1b2c3d4e5f01', second: '65fa10bcde0a1b2c3d4e5f02', denied: '66fb20cdef0a1b2c3d4e5f03' };

function snapshotOf(index: number, scale: number, savings: number, now: number, on: On): Snapshot {
  const next = (Math.floor(now / day) + 1) * day;
  const last = index === 11;
  const at = last && on('snapshot-at-next-midnight') ? next : now - 3_600_000 - (11 - index) * day;
  const signs = index === 4 ? [1, 1, 1, 1] : [1, -1, 1, -1];
  const assets = signs.map((sign, n) => ({
    assetId: `asset-${scale}-${n + 1}`,
    value: scale * (n + 1) * 10 + index,
    weight: [40, 30, 20, 10][n] ?? 0,
    change: sign * (n + 1) * 1.25,
  }));
  const holdings = assets.reduce((sum, asset) => sum + asset.value, 0);
  return { at, cash: scale * 7 + index, savings: savings * (1 + index / 100), holdings, assets };
}

function createUser(id: string, language: Language, more: Partial<User>): Event {
  const address =
    language === 'fi'
      ? { line1: 'Mannerheimintie 1', line2: 'A 4', city: 'Helsinki', postalCode: '00100', countryCode: 'FI' }
      : { line1: 'ถนนสุขุมวิท 21', line2: 'ชั้น 9', city: 'กรุงเทพฯ', postalCode: 10110, countryCode: 'TH' };
  const user = { id, language, denied: false, emailUsed: true, address, orders: [], snapshots: [], ...more };
  return { type: 'UserCreated', user };
}

/** Writes the history that every server starts with: three users and twelve days of snapshots. */
export function seedEvents(on: On, now: number): Event[] {
  const { first, second, denied } = userIds(on);
  const days = [...Array(12).keys()];
  return [
    createUser(first, 'fi', {}),
    createUser(second, 'th', { emailUsed: false }),
    createUser(denied, 'fi', { denied: true }),
    ...days.map((n): Event => ({ type: 'SnapshotTaken', user: first, snapshot: snapshotOf(n, 11, 250, now, on) })),
    ...days.map((n): Event => ({ type: 'SnapshotTaken', user: second, snapshot: snapshotOf(n, 53, 0, now, on) })),
  ];
}
