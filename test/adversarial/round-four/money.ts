import type { Person } from './people.ts';

// Formats are costly to make and never change, so that all installations may share them.
const formats = new Map<string, Intl.NumberFormat>();

function findFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Writes an amount in the currency and the digits of the user. */
export function writeAmount(person: Person, amount: number): string {
  return findFormat(person.locale, { style: 'currency', currency: person.currency }).format(amount);
}

/** Writes a share of one as a percentage in the digits of the user. */
export function writeShare(person: Person, share: number): string {
  return findFormat(person.locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** Writes a day on two lines, as the axis of a chart wants it. */
export function writeDay(person: Person, moment: number): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(person.locale, { ...options, timeZone: 'UTC' }).format(moment);
  return `${part({ day: 'numeric' })}\n${part({ month: 'short' })}`;
}

export const toCents = (amount: number): number => Math.round(amount * 100) / 100;
