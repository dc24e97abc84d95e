import type { User } from './data.ts';
import type { Style } from './styles.ts';

export type Money = (value: number) => string;

export function moneyOf(style: Style, user: User): Money {
  const formatter =
    user.language === 'second'
      ? new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
      : new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
  return (value) => style.money?.(value, user) ?? formatter.format(value);
}

export const percentOf = (style: Style, value: number) => style.percent?.(value) ?? `${value.toFixed(1)}%`;
