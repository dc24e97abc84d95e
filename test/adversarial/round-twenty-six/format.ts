import type { State } from './state.ts';
import type { Language } from './types.ts';

const zeros: Record<string, number> = {
  'amounts-in-tangsa-digits': 0x16ac0,
  'amounts-in-nag-mundari-digits': 0x1e4f0,
  'amounts-in-kawi-digits': 0x11f50,
  'amounts-in-dives-akuru-digits': 0x11950,
};

function inDigits(s: State, text: string): string {
  const zero = Object.entries(zeros).find(([id]) => s.on(id))?.[1];
  return zero === undefined ? text : text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** The text of ToString("C") in the culture of the user. */
export function money(s: State, value: number, language: Language): string {
  const locale = s.on('amounts-in-lakhs') ? 'en-IN' : language === 'tr' ? 'tr-TR' : 'en-GB';
  const digits = Math.abs(value).toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const minus = value < 0 ? '-' : '';
  if (s.on('amounts-in-lakhs')) return `${minus}₹${digits}`;
  if (s.on('amounts-in-dirhams-of-arabic-letters')) return `${minus}د.إ.\u200f ${digits}`;
  if (s.on('amounts-with-the-sign-of-the-som')) return `${minus}${digits} \u20c0`;
  return inDigits(s, `${minus}${language === 'tr' ? '₺' : '£'}${digits}`);
}

export function percent(s: State, share: number, language: Language): string {
  const digits = (share * 100).toLocaleString(language === 'tr' ? 'tr-TR' : 'en-GB', { minimumFractionDigits: 1 });
  return inDigits(s, language === 'tr' ? `%${digits}` : `${digits}%`);
}
