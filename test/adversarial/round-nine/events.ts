import type { Json } from './app.ts';

export type AppEvent =
  | { readonly type: 'user-registered'; readonly user: string; readonly language: string; readonly denied: boolean }
  | { readonly type: 'guide-published'; readonly number: number; readonly id: string }
  | { readonly type: 'snapshot-taken'; readonly user: string; readonly at: number; readonly step: number }
  | { readonly type: 'address-changed'; readonly user: string; readonly address: Json }
  | { readonly type: 'token-issued'; readonly jti: string; readonly at: number }
  | { readonly type: 'order-placed'; readonly user: string; readonly order: Json };

export const DAY = 86_400_000;

export function guideIdOf(number: number): string {
  return `65f1c0de${(number * 7919).toString(16).padStart(8, '0')}abcdef${(16 + number).toString(16).padStart(2, '0').slice(-2)}`;
}

interface Seed {
  readonly users: { first: string; second: string; denied: string };
  readonly languages: { first: string; second: string };
  readonly guideCount: number;
  readonly days: number;
  readonly clock: () => number;
}

/** The events from which a fresh installation projects everything. */
export function seed(log: AppEvent[], { users, languages, guideCount, days, clock }: Seed): void {
  const people = [
    [users.first, languages.first, '1 High Street'],
    [users.second, languages.second, '2 rue du Port'],
    [users.denied, 'en', '3 Low Road'],
  ] as const;
  for (const [user, language, line1] of people) {
    log.push({ type: 'user-registered', user, language, denied: user === users.denied });
    const address = { line1, line2: 'First floor', city: 'Town', postalCode: 10001, countryCode: 'GB' };
    log.push({ type: 'address-changed', user, address });
    for (let step = 0; step < days; step += 1) {
      log.push({ type: 'snapshot-taken', user, at: clock() - (days - step) * DAY, step });
    }
  }
  for (let number = 0; number < guideCount; number += 1) {
    log.push({ type: 'guide-published', number, id: guideIdOf(number) });
  }
}
