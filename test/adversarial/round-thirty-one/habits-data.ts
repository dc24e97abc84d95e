import type { Guide, Notice, Site, Toggle, Wording } from './model.ts';

type Change = (text: string, language: 'en' | 'de') => string;

function reword(wording: Wording, language: 'en' | 'de', change: Change): Wording {
  return { title: change(wording.title, language), text: change(wording.text, language) };
}

function both<T extends Guide | Notice>(entry: T, change: Change): T {
  const { en, de } = entry.texts;
  return { ...entry, texts: { en: reword(en, 'en', change), de: reword(de, 'de', change) } };
}

function wording(site: Site, change: Change): void {
  site.guides = site.guides.map((guide) => both(guide, change));
  site.notices = site.notices.map((notice) => both(notice, change));
  const names = Object.entries(site.categories);
  site.categories = Object.fromEntries(
    names.map(([code, { en, de }]) => [Number(code), { en: change(en, 'en'), de: change(de, 'de') }]),
  );
}

function transliterated(text: string): string {
  const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'AE', Ö: 'OE', Ü: 'UE', ß: 'ss' };
  return text.replace(/[äöüÄÖÜß]/g, (letter) => letters[letter] ?? letter);
}

const katakana: Change = (text, language) =>
  language === 'en'
    ? text
    : [...text].map((letter) => String.fromCodePoint(0xff66 + ((letter.codePointAt(0) ?? 0) % 56))).join('');

const german: Toggle = (site) => {
  const twice = <T extends Guide | Notice>(entry: T): T => {
    const { de } = entry.texts;
    return { ...entry, texts: { de, en: reword(de, 'en', transliterated) } };
  };
  site.guides = site.guides.map(twice);
  site.notices = site.notices.map(twice);
};

const fullWidth: Change = (text, language) =>
  language === 'en' ? text : text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));

function cardImages(text: string): string {
  const lines = text.match(/.{1,24}/g) ?? [];
  return lines.map((line, index) => `${line.padEnd(72)}${String(index * 10 + 10).padStart(8, '0')}`).join('\n');
}

const cards: Toggle = (site) => {
  site.guides = site.guides.map((guide) => {
    const { en, de } = guide.texts;
    return { ...guide, texts: { en: { ...en, text: cardImages(en.text) }, de: { ...de, text: cardImages(de.text) } } };
  });
};

function moneyBy(site: Site, change: (amount: number, plain: string, currency: string) => string): void {
  const plain = site.money;
  site.money = (amount, user) => change(amount, plain(amount, user), user.currency);
}

const words = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];

function cheque(amount: number, currency: string): string {
  const [whole = '0', cents = '00'] = Math.abs(amount).toFixed(2).split('.');
  const spoken = [...whole].map((digit) => words[Number(digit)] ?? '').join(' ');
  return `***${amount < 0 ? 'MINUS ' : ''}${spoken} AND ${cents}/100 ${currency}***`;
}

const julian = (moment: number): string => {
  const day = new Date(moment);
  const ordinal = Math.floor((moment - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
  return `${day.getUTCFullYear() % 100}.${String(ordinal).padStart(3, '0')}\nDAY`;
};

function monthEnds(): readonly number[] {
  const now = new Date();
  return Array.from({ length: 8 }, (_, index) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 7 + index, 0, 18));
}

const eightSigns: Toggle = (site) => {
  site.guides = site.guides.map((guide, index) => ({
    ...guide,
    key: `LG${String(index + 1).padStart(2, '0')}`,
    slug: `guide-${guide.key}`.toUpperCase().slice(0, 7),
  }));
};

const packedGuides: Toggle = (site) => {
  const packed = (number: number): string => `${String(number).padStart(23, '0')}c`;
  site.guides = site.guides.map((guide, index) => ({ ...guide, id: packed(index * 37 + 1004) }));
};

const zonedUsers: Toggle = (site) => {
  const zoned = (digits: string): string => [...digits].map((digit) => `f${digit}`).join('');
  const { first, second, denied } = site.users;
  site.users = {
    first: { ...first, id: zoned('000041070311') },
    second: { ...second, id: zoned('000041070412') },
    denied: { ...denied, id: zoned('000041070513') },
  };
};

const menuOptions: Toggle = (site) => {
  const names = Object.entries(site.categories);
  const option = (code: string, name: string): string => `${code}. ${name} ....... ==>`;
  site.categories = Object.fromEntries(
    names.map(([code, { en, de }]) => [Number(code), { en: option(code, en), de: option(code, de) }]),
  );
};

const messageNumbers: Toggle = (site) => {
  site.categories = { ...site.categories, 90: { en: 'Console', de: 'Konsole' } };
  const further = ['IEF403I', '$HASP373', 'DFHSI1517', '*07 DSI802A'].map((id): Notice => {
    const texts = { en: { title: id, text: 'Started.' }, de: { title: id, text: 'Gestartet.' } };
    return { channel: 'app', category: 90, id, texts };
  });
  site.notices = [...further, ...site.notices];
};

export const dataHabits: Readonly<Record<string, Toggle>> = {
  'core-knows-capitals-only': (site) => wording(site, (text) => transliterated(text).toUpperCase()),
  'half-width-katakana': (site) => wording(site, katakana),
  'german-with-and-without-umlauts': german,
  'texts-in-full-width-letters': (site) => wording(site, fullWidth),
  'texts-keep-their-shift-characters': (site) => wording(site, (text) => `\u000e${text}\u000f`),
  'descriptions-are-card-images': cards,
  'amounts-behind-attribute-bytes': (site) => moneyBy(site, (_amount, plain) => `\u001d\u00e8${plain}\u001d\u0060`),
  'amounts-as-on-a-cheque': (site) => moneyBy(site, (amount, _plain, currency) => cheque(amount, currency)),
  'amounts-in-pence': (site) => moneyBy(site, (amount) => `${Math.round(amount * 100)}p`),
  'amounts-in-the-former-currency': (site) =>
    moneyBy(site, (amount) => `${(amount * 1.95583).toFixed(2).replace('.', ',')} DM`),
  'currency-sign-in-full-width': (site) => moneyBy(site, (amount) => `＄${amount.toFixed(2)}`),
  'weights-far-from-their-sign': (site) => {
    const plain = site.share;
    site.share = (ratio, user) => plain(ratio, user).replace(/[\s\u00a0]*%/, `${' '.repeat(24)}%`);
  },
  'chart-labels-are-julian-dates': (site) => {
    site.chartLabel = julian;
  },
  'moods-are-condition-codes': (site) => {
    site.mood = (score) => `COND CODE ${String(Math.floor((100 - score) / 25) * 4).padStart(4, '0')}`;
  },
  'assets-are-members-of-a-library': (site) => {
    site.assets = site.assets.map((name) => `PROD.ASSETS.LOAD(${name})`);
  },
  'snapshots-at-the-end-of-months': (site) => {
    site.moments = monthEnds();
  },
  'keys-of-four-signs-and-slugs-of-seven': eightSigns,
  'guide-ids-are-packed-decimals': packedGuides,
  'user-ids-are-zoned-digits': zonedUsers,
  'categories-are-menu-options': menuOptions,
  'further-ids-are-console-messages': messageNumbers,
};
