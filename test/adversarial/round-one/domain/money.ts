import type { User } from './users.ts';

/** Currency text in the user's way of writing. */
export function formatMoney(amount: number, user: User): string {
  return new Intl.NumberFormat(user.locale, { style: 'currency', currency: user.currency }).format(amount);
}

/** Percentage text in the user's way of writing. */
export function formatPercent(share: number, user: User): string {
  return new Intl.NumberFormat(user.locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** Rounds to two decimals. */
export function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}
