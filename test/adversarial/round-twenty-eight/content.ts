import type { Bag, Language, User } from './types.ts';

const topics = [
  ['Saving', 'Birikim'],
  ['Bonds', 'Tahviller'],
  ['Shares', 'Hisseler'],
  ['Funds', 'Fonlar'],
  ['Gold', 'Altın'],
  ['Interest', 'Faiz'],
  ['Inflation', 'Enflasyon'],
  ['Taxes', 'Vergiler'],
  ['Pensions', 'Emeklilik'],
  ['Risk', 'Risk yönetimi'],
  ['Currencies', 'Dövizler'],
  ['Fees', 'Ücretler'],
] as const;

/** The fifth id begins with a zero, as one in sixteen does. */
export const guideId = (index: number): string =>
  index === 4 ? '0c4f1e2a7d905b3368ac1f24' : `6${index.toString(16)}4f1e2a7d905b3368ac1f2${index.toString(16)}`;

export const catalogue = (language: Language): Bag[] =>
  topics.map(([english, turkish], index) => {
    const topic = language === 'tr' ? turkish : english;
    const name = english.toLowerCase();
    return {
      id: guideId(index),
      key: `guide.${name}`,
      contentType: 'learningGuide',
      title: language === 'tr' ? `${topic}: ilk adımlar` : `${topic}: first steps`,
      description: language === 'tr' ? `${topic} hakkında kısa bir rehber.` : `A short guide on ${name}.`,
      slug: `${name}-first-steps`,
      chapterCount: 3 + (index % 5),
      backgroundColor: `#${(0x2255aa + index * 0x1111).toString(16)}`,
      guideIconURL: `https://img.pleiad.example/icons/${name}.svg`,
      mobileCoverImageURL: `https://img.pleiad.example/covers/${name}@2x.webp`,
      webCoverImageURL: index % 3 === 2 ? null : `https://img.pleiad.example/covers/${name}.webp`,
    };
  });

const locales = { en: 'en-IE', tr: 'tr-TR' } as const;
const currencies = { en: 'EUR', tr: 'TRY' } as const;
const moneys = new Map<Language, Intl.NumberFormat>();
const shares = new Map<Language, Intl.NumberFormat>();

const money = (language: Language, value: number): string => {
  const format =
    moneys.get(language) ??
    new Intl.NumberFormat(locales[language], { style: 'currency', currency: currencies[language] });
  moneys.set(language, format);
  return format.format(value);
};

const share = (language: Language, value: number): string => {
  const format =
    shares.get(language) ?? new Intl.NumberFormat(locales[language], { style: 'percent', minimumFractionDigits: 1 });
  shares.set(language, format);
  return format.format(value);
};

const round = (value: number): number => Math.round(value * 100) / 100;

const holdings = [
  ['IE00B4L5Y983', 0.413, 0.012],
  ['US0378331005', 0.287, -0.021],
  ['DE0007164600', 0.18, 0.031],
  ['TRATHYAO91M5', 0.12, -0.008],
] as const;

const day = (user: User, index: number, noon: number): Bag => {
  const { language } = user;
  const scale = (language === 'tr' ? 31 : 1) * (user.denied ? 2 : 1);
  const cash = round(scale * (240.5 + index));
  const savings = round(scale * (1200 + index * 0.4));
  const held = round(scale * (5310.75 + index * 17.3));
  const text = (value: number): string => money(language, value);
  const performers = holdings.map(([assetId, weight, drift], place) => {
    const move = round(held * weight * drift * (1 + ((index + place) % 3) / 10));
    const direction = move < 0 ? { downBy: text(-move) } : { upBy: text(move) };
    return { move, row: { assetId, value: text(round(held * weight)), weight: share(language, weight), ...direction } };
  });
  const gains = performers.filter((one) => one.move > 0).toSorted((a, b) => b.move - a.move);
  const losses = performers.filter((one) => one.move < 0).toSorted((a, b) => a.move - b.move);
  const score = (value: number): Bag => ({ score: value + index, label: 'optimal' });
  return {
    chartLabel: new Intl.DateTimeFormat(locales[language], { day: 'numeric', month: 'short', timeZone: 'UTC' })
      .format(noon)
      .replace(' ', '\n'),
    timestamp: noon,
    portfolio: {
      cash: { key: 'cash', displayValue: text(cash), value: cash },
      savings: {
        key: 'savings',
        displayValue: text(savings),
        value: savings,
        unrealisedMonthlyInterest: text(round(savings * 0.0021)),
        dailyInterest: text(round(savings * 0.00007)),
      },
      holdings: { key: 'holdings', displayValue: text(held), value: held, upBy: text(round(held * 0.004)) },
      total: {
        key: 'total',
        displayValue: text(round(cash + savings + held)),
        value: round(cash + savings + held),
        upBy: text(round(held * 0.005)),
      },
    },
    sentimentScore: { total: score(61), news: score(54), analyst: score(70.5), priceMomentum: score(48) },
    performers: {
      all: performers.map((one) => one.row),
      best: gains.map((one) => ({ ...one.row })),
      worst: losses.map((one) => ({ ...one.row })),
    },
  };
};

export const summaries = (user: User): Bag => {
  const today = new Date();
  const noon = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - 1, 12);
  return {
    data: [4, 3, 2, 1, 0].map((age) => day(user, 4 - age, noon - age * 86_400_000)),
    maxValueDifferences: { cash: 1, savings: 0.4, holdings: 17.3, total: 18.7 },
  };
};

const settings = [
  ['app', 'Activity', 'Etkinlik', ['app_transactional']],
  [
    'app',
    'Market insights',
    'Piyasa görüşleri',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', 'Teklifler', ['app_promotional']],
  ['email', 'Activity', 'Etkinlik', ['email_transactional']],
  ['email', 'Newsletters', 'Bültenler', ['email_servicebites']],
  ['email', 'Offers', 'Teklifler', ['email_promotional']],
] as const;

export const notifications = (language: Language): Bag => {
  const channel = (name: string): Bag[] =>
    settings
      .filter((one) => one[0] === name)
      .map(([, english, turkish, ids]) => ({
        category: language === 'tr' ? turkish : english,
        notifications: ids.map((id, index) => ({
          id,
          name: language === 'tr' ? `Bildirim: ${turkish} ${index + 1}` : `${english} ${index + 1}`,
          description: language === 'tr' ? 'Haberdar olmak için açın.' : 'Turn on to be told.',
          active: index % 2 === 0,
        })),
      }));
  return { app: channel('app'), email: channel('email') };
};

export const cash = (user: User): Bag => ({
  currency: currencies[user.language],
  balances: [{ currency: currencies[user.language], amount: user.language === 'tr' ? 7455.5 : 240.5 }],
});

export const portfolios = (user: User): Bag => ({
  portfolios: [
    {
      name: user.language === 'tr' ? 'Büyüme' : 'Growth',
      positions: holdings.map(([isin, weight]) => ({ isin, weight, value: money(user.language, weight * 5000) })),
    },
  ],
});

export const insights = (user: User): Bag => ({
  insights: [
    { isin: 'US0378331005', rating: 'hold', text: user.language === 'tr' ? 'Beklemek güzel.' : 'Waiting is fine.' },
    { isin: 'DE0007164600', rating: 'buy', text: user.language === 'tr' ? 'Şimdi alın.' : 'Buy now.' },
  ],
});
