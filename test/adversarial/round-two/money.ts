import type { User } from './store.ts';

type Reader = Pick<User, 'locale' | 'currency'>;

/** Writes an amount as the user reads it. */
export function formatMoney({ locale, currency }: Reader, value: number): string {
  const code = currency === 'CHF' ? 'code' : 'symbol';
  const text = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: code }).format(value);
  return currency === 'CHF' ? text.replace('-', '\u2212') : text;
}

/** Writes a fraction as a percentage. */
export function formatPercent({ locale }: Reader, value: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value);
}
