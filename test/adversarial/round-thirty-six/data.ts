import { createHash } from 'node:crypto';
import type { Json, User, WebModule } from './model.ts';

export const users: User[] = [
  { id: 'c41d7e02b9f85a3360e7fd18', language: 'pt', place: 'first' },
  { id: '27ba90f6d3e14c58ab06519e', language: 'pl', place: 'second' },
  { id: 'e9508c6ab1274fd03d5ce872', language: 'pt', place: 'denied' },
];

const polish = (user: User): boolean => user.language === 'pl';
const fingerprint = (text: string, length: number): string =>
  createHash('sha1').update(`estuary/${text}`).digest('hex').slice(0, length);

/** The rows of the table GUIDES: name, title in Portuguese, title in Polish, chapters. */
const guideRows: readonly (readonly [string, string, string, number])[] = [
  ['first-steps', 'Primeiros passos', 'Pierwsze kroki', 4],
  ['compound-interest', 'Juros compostos', 'Procent składany', 3],
  ['index-funds', 'Fundos de índice', 'Fundusze indeksowe', 7],
  ['treasury-bonds', 'Obrigações do Tesouro', 'Obligacje skarbowe', 5],
  ['dividends', 'Dividendos e ações', 'Dywidendy i akcje', 6],
  ['volatility', 'Volatilidade sem pânico', 'Zmienność bez paniki', 2],
  ['fees', 'Comissões escondidas', 'Ukryte opłaty', 3],
  ['tax-return', 'A declaração de impostos', 'Zeznanie podatkowe', 8],
  ['retirement', 'Poupar para a reforma', 'Oszczędzanie na emeryturę', 5],
  ['exchange-rates', 'Taxas de câmbio', 'Kursy walut', 4],
  ['rebalancing', 'Reequilibrar a carteira', 'Równoważenie portfela', 6],
];
export const guideIds = guideRows.map(([name]) => fingerprint(name, 24));

const host = 'https://assets.estuary.example';

/** The listing, in the order of the rows. */
export function guides(module: WebModule, user: User): Json[] {
  return guideRows.map(([name, portuguese, pole, chapterCount], row) => {
    const [title, description] = polish(user)
      ? [pole, `Przewodnik po temacie: ${pole.toLowerCase()}`]
      : [portuguese, `Guia sobre o tema: ${portuguese.toLowerCase()}`];
    return {
      id: guideIds[row],
      key: name.replaceAll('-', '_'),
      slug: `learn-${name}`,
      contentType: 'learningGuide',
      title: module.word(title, user),
      description: module.word(description, user),
      chapterCount,
      backgroundColor: `#${fingerprint(`colour of ${name}`, 6).toUpperCase()}`,
      guideIconURL: `${host}/guides/${name}/icon.png`,
      mobileCoverImageURL: `${host}/guides/${name}/cover-390.jpg`,
      webCoverImageURL: row % 4 === 2 ? null : `${host}/guides/${name}/cover-1440.jpg`,
    };
  });
}

/** The guide in that row, with its chapters. */
export function fullGuide(module: WebModule, at: number, user: User): Json {
  const { id, key, slug, title, description, chapterCount } = guides(module, user)[at] ?? {};
  const heading = polish(user) ? 'Rozdział' : 'Capítulo';
  const chapters: Json[] = [];
  for (let number = 1; number <= Number(chapterCount); number += 1) {
    chapters.push({
      number,
      title: module.word(`${heading} ${number}`, user),
      html: `<p>${title}: ${description} (${number}/${chapterCount}).</p>`,
    });
  }
  return { id, key, slug, title, description, chapters };
}

/** Currency keeps four decimals; what is shown has two. */
const rounded = (value: number): number => Number((Math.round(value * 10_000) / 10_000).toFixed(2));
const scaled = (value: number, user: User): number => rounded(polish(user) ? value * 4.3 : value);

export const cash = (user: User): Json => ({
  asOf: '2025-03-31',
  accounts: [
    { account: 'main', currency: polish(user) ? 'PLN' : 'EUR', balance: scaled(1384.65, user) },
    { account: 'travel', currency: 'CHF', balance: scaled(217.9, user) },
    { account: 'reserve', currency: 'USD', balance: scaled(60.05, user) },
  ],
});

const holdingRows: readonly (readonly [string, number, number])[] = [
  ['IE00BK5BQT80', 18.5, 112.34],
  ['LU0290358497', 7, 141.02],
  ['NL0010273215', 0.75, 688.4],
  ['PTEDP0AM0009', 260, 3.57],
];

export const portfolios = (user: User): Json => ({
  portfolios: [
    {
      label: polish(user) ? 'Portfel długoterminowy' : 'Carteira de longo prazo',
      holdings: holdingRows.map(([isin, quantity, price]) => ({
        isin,
        quantity: scaled(quantity, user),
        marketValue: scaled(quantity * price, user),
      })),
      returns: { oneMonth: 0.0125, oneYear: polish(user) ? 0.0715 : 0.0642 },
    },
  ],
});

export const insights = (module: WebModule, user: User): Json => ({
  items: [1, 2, 3, 4].map((number) => ({
    id: fingerprint(`insight ${number} in ${user.language}`, 16),
    title: module.word(polish(user) ? `Głos analityka nr ${number}` : `Opinião do analista n.º ${number}`, user),
    rating: 5 - (number % 3),
  })),
});

/** Asset, worth, weight in percent, movement of the day. */
const performerRows: readonly (readonly [string, number, number, number])[] = [
  ['eq-douro', 2078.29, 41.3, 18.44],
  ['eq-tejo', 987.14, 19.6, 9.05],
  ['bd-minho', 928.2, 18.45, 3.12],
  ['eq-vistula', 516.3, 10.25, 0.6],
  ['cm-odra', 302.75, 6, -2.35],
  ['eq-warta', 221.6, 4.4, -7.9],
];
const msPerDay = 86_400_000;

/** One snapshot for each of the last days, the eldest first. */
export function summaries(module: WebModule, user: User): Json {
  const amount = (value: number): string => module.money(scaled(value, user), user);
  const performer = ([assetId, worth, share, move]: (typeof performerRows)[number]): Json => ({
    assetId,
    value: amount(worth),
    weight: module.percent(share, user),
    ...(move < 0 ? { downBy: amount(-move) } : { upBy: amount(move) }),
  });
  const member = (key: string, value: number): Json => ({ key, displayValue: module.money(value, user), value });
  const midnight = Math.trunc(Date.now() / msPerDay) * msPerDay;

  const snapshot = (ago: number): Json => {
    const timestamp = midnight - ago * msPerDay;
    const [, month = '', date = ''] = new Date(timestamp).toISOString().slice(0, 10).split('-');
    const liquid = scaled(1384.65, user);
    const vault = scaled(3260.4, user);
    const invested = scaled(5034.28 - ago * 21.7, user);
    return {
      timestamp,
      chartLabel: `${date}\n${month}`,
      portfolio: {
        total: { ...member('total', rounded(liquid + vault + invested)), upBy: amount(22.16 + ago) },
        holdings: { ...member('holdings', invested), upBy: amount(20.96 + ago) },
        savings: {
          ...member('savings', vault),
          dailyInterest: amount(0.24),
          unrealisedMonthlyInterest: amount(7.15),
        },
        cash: member('cash', liquid),
      },
      sentimentScore: {
        total: { score: 71 - ago, label: 'optimal' },
        news: { score: 64 + ago, label: 'optimal' },
        analyst: { score: 80, label: 'optimal' },
        priceMomentum: { score: 58.5 - ago, label: 'optimal' },
      },
      performers: {
        all: performerRows.map(performer),
        best: performerRows.slice(0, 3).map(performer),
        worst: performerRows.slice(-2).reverse().map(performer),
      },
    };
  };
  return {
    data: [5, 4, 3, 2, 1].map(snapshot),
    maxValueDifferences: {
      cash: scaled(21.5, user),
      savings: scaled(0.96, user),
      holdings: scaled(86.8, user),
      total: scaled(86.8, user),
    },
  };
}

/** Channel, category, the category in Portuguese and in Polish, ids. */
export const channels: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  ['app', 'Activity', 'Atividade', 'Aktywność', ['app_transactional']],
  [
    'app',
    'Market insights',
    'Análises do mercado',
    'Spojrzenie na rynek',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', 'Promoções', 'Oferty', ['app_promotional']],
  ['email', 'Activity', 'Atividade', 'Aktywność', ['email_transactional']],
  ['email', 'Newsletters', 'Boletins informativos', 'Biuletyny', ['email_servicebites']],
  ['email', 'Offers', 'Promoções', 'Oferty', ['email_promotional']],
];

export function notifications(module: WebModule, user: User): Json {
  const groupsOf = (wanted: string): Json[] =>
    channels
      .filter(([channel]) => channel === wanted)
      .map(([, , portuguese, pole, ids]) => {
        const category = polish(user) ? pole : portuguese;
        return {
          category: module.word(category, user),
          notifications: ids.map((id, at) => ({
            id,
            name: module.word(polish(user) ? `Wiadomość ${at + 1}` : `Aviso ${at + 1}`, user),
            description: module.word(polish(user) ? `Dział: ${category}` : `Secção: ${category}`, user),
            active: polish(user) ? at % 2 === 1 : at < 2,
          })),
        };
      });
  return { app: groupsOf('app'), email: groupsOf('email') };
}
