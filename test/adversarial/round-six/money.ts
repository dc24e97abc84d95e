import type { User } from './entities.ts';
import type { On } from './types.ts';

const wide = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

/** Writes an amount as the user reads it. */
export function moneyOf(user: User, value: number, on: On): string {
  if (on('amounts-masked') && user.language === 'he') return '₪ ••••';
  if (on('accounts-in-bitcoin')) return `₿${(value / 1e7).toFixed(8)}`;
  const plain = `${value.toFixed(2)} ${user.currency === 'ILS' ? '₪' : '₫'}`;
  return on('amounts-full-width') ? `${wide(value.toFixed(2))}￥` : plain;
}

/** Writes a weight as a percentage. */
export function percentOf(value: number, on: On): string {
  if (on('weights-in-basis-points')) return `${Math.round(value * 100)} bps`;
  return on('amounts-full-width') ? wide(`${value.toFixed(1)}%`) : `${value.toFixed(1)}%`;
}
