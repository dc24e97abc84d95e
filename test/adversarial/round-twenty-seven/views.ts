import type { Bag, Language, User } from './types.ts';
import type { Guide, World } from './world.ts';

const day = 86_400_000;
const assets: readonly (readonly [string, number, number])[] = [
  ['US0378331005', -18.4, 0.227],
  ['GB0002634946', 41.9, 0.413],
  ['DE0007164600', 12.3, 0.208],
  ['FR0000120271', -7.7, 0.152],
];
const factor = (user: User): number => (user.language === 'en' ? 1 : 31.7);

export function percent(share: number, language: Language): string {
  const text = (share * 100).toFixed(1);
  return language === 'en' ? `${text}%` : `%${text.replace('.', ',')}`;
}

export function listing(world: World, language: Language): Bag {
  return { data: world.guides.map((guide, index) => summary(guide, language, index)) };
}

function summary(guide: Guide, language: Language, index: number): Bag {
  const image = (kind: string): string => `https://img.defter.example/${kind}/${guide.key}.png`;
  return {
    id: guide.id,
    key: guide.key,
    contentType: 'learningGuide',
    title: guide.title[language],
    description: guide.description[language],
    backgroundColor: `#${(index * 1_118_481 + 2_105_376).toString(16).padStart(6, '0')}`,
    guideIconURL: image('icon'),
    mobileCoverImageURL: image('mobile'),
    webCoverImageURL: index % 3 === 2 ? null : image('web'),
    slug: `learn-${guide.key}`,
    chapterCount: guide.chapters,
  };
}

export function fullGuide(guide: Guide, language: Language): Bag {
  const chapters = Array.from({ length: guide.chapters }, (_, index) => ({
    number: index + 1,
    heading: `${guide.title[language]} (${index + 1})`,
  }));
  return { id: guide.id, title: guide.title[language], description: guide.description[language], chapters };
}

export function insights(user: User): Bag {
  const headline = user.language === 'en' ? 'Margins hold up' : 'Marjlar korunuyor';
  const rated = (asset: string, score: number): Bag => ({ asset, headline, score });
  return { data: [rated('GB0002634946', 0.71), rated('US0378331005', 0.42)] };
}

export function cash(user: User): Bag {
  const currency = user.language === 'en' ? 'GBP' : 'TRY';
  const available = Math.round(1204.5 * factor(user) * 100) / 100;
  return { balances: [{ currency, available, pending: Math.round(18 * factor(user)) }] };
}

export function portfolios(user: User): Bag {
  const holdings = assets.map(([isin, , weight]) => ({ isin, weight, units: Math.round(weight * 40 * factor(user)) }));
  const name = user.language === 'en' ? 'Growth' : 'Büyüme';
  return { data: [{ name, holdings, returns: { '1M': 0.012, '1Y': 0.094 } }] };
}

function performer(world: World, user: User, [isin, move, weight]: readonly [string, number, number]): Bag {
  const text = world.settings.money(Math.abs(move) * factor(user), user.language);
  return {
    assetId: world.settings.asset(isin),
    value: world.settings.money(weight * 4000 * factor(user), user.language),
    weight: percent(weight, user.language),
    ...(move > 0 ? { upBy: text } : { downBy: text }),
  };
}

export function performers(world: World, user: User): { all: Bag[]; best: Bag[]; worst: Bag[] } {
  const all = assets.map((asset) => performer(world, user, asset));
  const ranked = assets.toSorted((left, right) => right[1] - left[1]);
  const pick = (up: boolean): Bag[] =>
    ranked.filter(([, move]) => move > 0 === up).map((asset) => performer(world, user, asset));
  return { all, best: pick(true), worst: pick(false).reverse() };
}

function snapshot(world: World, user: User, moment: number, index: number): Bag {
  const text = (value: number): string => world.settings.money(value, user.language);
  const amount = (base: number): number => Math.round((base + index * 3.25) * factor(user) * 100) / 100;
  const member = (key: string, base: number, more: Bag): Bag => {
    const value = amount(base);
    return { key, displayValue: text(value), value, ...more };
  };
  const interest = { unrealisedMonthlyInterest: text(amount(9.1)), dailyInterest: text(amount(0.31)) };
  const score = (value: number): Bag => ({ score: value, label: world.settings.label });
  return {
    chartLabel: world.settings.chartLabel(moment),
    timestamp: moment,
    portfolio: {
      cash: member('cash', 1204.5, {}),
      savings: member('savings', 3000, interest),
      holdings: member('holdings', 4000, { upBy: text(amount(28.1)) }),
      total: member('total', 8204.5, { upBy: text(amount(28.4)) }),
    },
    sentimentScore: { total: score(71), news: score(64.5), analyst: score(80), priceMomentum: score(68) },
    performers: performers(world, user),
  };
}

export function summaries(world: World, user: User): Bag {
  const midnight = Math.floor(Date.now() / day) * day - 1000;
  const { days } = world.settings;
  const data = Array.from({ length: days }, (_, index) =>
    snapshot(world, user, midnight - (days - 1 - index) * day, index),
  );
  const scale = factor(user);
  const [cash, holdings] = [3.25 * scale, 6.5 * scale];
  return { data, maxValueDifferences: { cash, savings: cash, holdings, total: cash * 4 } };
}

const words: Record<Language, readonly string[]> = {
  en: ['Activity', 'Market insights', 'Offers', 'Newsletters', 'by app', 'by e-mail'],
  tr: ['Etkinlik', 'Piyasa görüşleri', 'Teklifler', 'Bültenler', 'uygulama ile', 'e-posta ile'],
};
const groups: readonly (readonly [string, number, readonly string[]])[] = [
  ['app', 0, ['transactional']],
  ['app', 1, ['learning_guide', 'analyst_insight', 'quick_take', 'daily_recap', 'weekly_review']],
  ['app', 2, ['promotional']],
  ['email', 0, ['transactional']],
  ['email', 3, ['servicebites']],
  ['email', 2, ['promotional']],
];

export function notifications(user: User): Bag {
  const texts = words[user.language];
  const channel = (name: string): Bag[] =>
    groups
      .filter(([owner]) => owner === name)
      .map(([, word, ids]) => ({
        category: texts[word] ?? '',
        notifications: ids.map((id, index) => ({
          id: `${name}_${id}`,
          name: `${texts[word] ?? ''} ${index + 1}`,
          description: `${texts[word] ?? ''} ${texts[name === 'app' ? 4 : 5] ?? ''}`,
          active: index % 2 === 0,
        })),
      }));
  return { app: channel('app'), email: channel('email') };
}
