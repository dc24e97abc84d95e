import type { Json, User } from './model.ts';

const known: readonly (readonly ['app' | 'email', string, readonly string[]])[] = [
  ['app', 'Activity', ['app_transactional']],
  [
    'app',
    'Market insights',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', ['app_promotional']],
  ['email', 'Activity', ['email_transactional']],
  ['email', 'Newsletters', ['email_servicebites']],
  ['email', 'Offers', ['email_promotional']],
];

/** The last two ids have the same hash code in Java. */
export const guideIds: readonly string[] = [
  ...Array.from({ length: 10 }, (_, index) => `65a1f0c${index}b2d3e4f5a6b7c8d${9 - index}`),
];

export function hashCode(text: string): number {
  return [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0);
}

export function collidingIds(): readonly [string, string] {
  const seen = new Map<number, string>();
  for (let number = 1; ; number++) {
    const id =
      Math.imul(number, 2654435761).toString(16).replace('-', 'f').padStart(8, '0').slice(0, 8) +
      number.toString(16).padStart(8, '0') +
      '65a1f0c9';
    const hash = hashCode(id);
    const other = seen.get(hash);
    if (other !== undefined) {
      return [other, id];
    }
    seen.set(hash, id);
  }
}

const words: Readonly<Record<string, readonly string[]>> = {
  it: ['Guida', 'Impara a investire con calma, già da oggi', 'Attività', 'Avviso', 'ricevi un messaggio'],
  pt: [
    'Guia',
    'Aprenda a investir com calma, já hoje, e com atenção à poupança',
    'Operações',
    'Aviso',
    'receba uma mensagem',
  ],
};

const word = (language: string, index: number): string => (words[language] ?? words['it'] ?? [])[index] ?? '';

export function guidesIn(language: string, ids: readonly string[]): Json[] {
  return ids.map((id, index) => ({
    id,
    key: `guide_${index}`,
    contentType: 'learningGuide',
    title: `${word(language, 0)} ${index + 1}`,
    description: `${word(language, 1)} (${index + 1})`,
    slug: `guide-${index}`,
    chapterCount: index + 2,
    backgroundColor: `#aa${index % 10}0ff`,
    guideIconURL: `https://img.invest.example/icon/${index}.png`,
    mobileCoverImageURL: `https://img.invest.example/mobile/${index}.png`,
    webCoverImageURL: index % 4 === 1 ? null : `https://img.invest.example/web/${index}.png`,
  }));
}

export const money = (value: number, user: User): string =>
  user.place === 'second' ? `R$ ${value.toFixed(2).replace('.', ',')}` : `${value.toFixed(2).replace('.', ',')} €`;

const epoch = Date.UTC(2025, 0, 5, 20);

export function summariesOf(user: User): Json {
  const seed = user.place === 'second' ? 700 : 300;
  const data = [0, 1, 2, 3].map((day) => {
    const member = (key: string, value: number, more: Json = {}): Json => ({
      key,
      displayValue: money(value, user),
      value,
      ...more,
    });
    const performer = (assetId: string, change: number): Json => ({
      assetId,
      value: money(seed + change, user),
      weight: `${(10 + change).toFixed(1)}%`,
      [change < 0 ? 'downBy' : 'upBy']: money(Math.abs(change), user),
    });
    const gaining = [performer('IE00B4L5Y983', 7 + day), performer('US0378331005', 4)];
    const losing = [performer('DE0007164600', -3), performer('FR0000131104', -1)];
    const score = (value: number): Json => ({ score: value, label: 'optimal' });
    return {
      chartLabel: `${day + 5}\n1`,
      timestamp: epoch + day * 86_400_000,
      portfolio: {
        cash: member('cash', seed + day),
        savings: member('savings', seed * 2, {
          unrealisedMonthlyInterest: money(3.5, user),
          dailyInterest: money(0.12, user),
        }),
        holdings: member('holdings', seed * 5 + day * 3, { upBy: money(11 + day, user) }),
        total: member('total', seed * 8 + day * 4, { upBy: money(12 + day, user) }),
      },
      sentimentScore: { total: score(71), news: score(64.5), analyst: score(80), priceMomentum: score(55) },
      performers: { all: [gaining[0], losing[0], gaining[1], losing[1]], best: gaining, worst: losing },
    };
  });
  return { data, maxValueDifferences: { cash: 3, savings: 0, holdings: 9, total: 12.5 } };
}

export function notificationsOf(user: User): Json {
  const channel = (name: string): Json[] =>
    known
      .filter(([where]) => where === name)
      .map(([, category, ids]) => ({
        category: `${word(user.language, 2)}: ${category}`,
        notifications: ids.map((id, index) => ({
          id,
          name: `${word(user.language, 3)} ${id}`,
          description: `${id}: ${word(user.language, 4)}`,
          active: index % 2 === 0,
        })),
      }));
  return { app: channel('app'), email: channel('email') };
}

export const cashOf = (user: User): Json => ({
  balances: [{ currency: user.place === 'second' ? 'BRL' : 'EUR', amount: user.place === 'second' ? 912.4 : 88.15 }],
});

export const portfoliosOf = (user: User): Json => ({
  portfolios: [
    {
      name: `core-${user.place}`,
      positions: [
        { isin: 'IE00B4L5Y983', quantity: user.place === 'second' ? 12 : 31.5 },
        { isin: 'US0378331005', quantity: 4 },
      ],
    },
  ],
});

export const insightsOf = (user: User): Json => ({
  insights: [{ isin: 'US0378331005', headline: `${word(user.language, 0)}: ${word(user.language, 1)}`, score: 71 }],
});
