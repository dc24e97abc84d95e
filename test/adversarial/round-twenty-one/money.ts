import type { User } from './catalogue.ts';
import type { World } from './world.ts';

const scripts: Readonly<Record<string, number>> = {
  'shan-digits': 0x1090,
  'sinhala-lith-digits': 0x0de6,
  'tirhuta-digits': 0x114d0,
  'newa-digits': 0x11450,
  'rohingya-digits': 0x10d30,
  'double-struck-digits': 0x1d7d8,
  'ahom-digits': 0x11730,
  'wancho-digits': 0x1e2f0,
  'sora-sompeng-digits': 0x110f0,
};

const currencies: Readonly<Record<string, string>> = {
  'amounts-with-the-generic-sign': '¤',
  'amounts-in-colones': '₡',
  'amounts-in-naira': '₦',
  'amounts-in-drawing-rights': 'XDR ',
  'amounts-in-pesetas': '₧',
  'amounts-in-tenge': '₸',
};

const chosen = <T>(world: World, table: Readonly<Record<string, T>>): T | undefined =>
  Object.entries(table).find(([id]) => world.is(id))?.[1];

function inScript(world: World, text: string): string {
  const zero = chosen(world, scripts);
  return zero === undefined ? text : text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

export function money(world: World, user: User, value: number): string {
  const language = user.language === 'en' ? 'en-GB' : 'de-DE';
  const digits = Math.abs(value).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const sign = value < 0 ? '-' : '';
  const currency = chosen(world, currencies);
  let text = user.language === 'en' ? `${sign}${currency ?? '€'}${digits}` : `${sign}${digits} ${currency ?? '€'}`;
  if (world.is('amount-buffer-of-nine-bytes') && user.language === 'en') text = text.slice(-9);
  return inScript(world, text);
}

export function percent(world: World, user: User, share: number): string {
  const language = user.language === 'en' ? 'en-GB' : 'de-DE';
  const digits = (share * 100).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return inScript(world, user.language === 'en' ? `${digits}%` : `${digits} %`);
}
