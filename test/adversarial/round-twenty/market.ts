import { holdingsOf } from './data.ts';
import type { Service } from './mesh.ts';
import type { World } from './world.ts';

const day = 86_400_000;

/** Market data: daily summaries, cash, portfolios. */
export function createMarket(world: World): Service {
  const isSecond = (user: string) => user === world.knobs.users[1];
  return {
    cash: (_: unknown, { context }) => ({
      balances: [
        { currency: isSecond(context.user) ? 'EUR' : 'GBP', amount: isSecond(context.user) ? 812.4 : 1204.75 },
      ],
    }),
    portfolio: (_: unknown, { context }) => ({
      holdings: holdingsOf(isSecond(context.user)).map(({ assetId, value, weight }) => ({ assetId, value, weight })),
    }),
    summaries: (_: unknown, { context }) => {
      const isBare = world.on('currency-misses-its-deadline') && world.every('currency', 4);
      const money = (amount: number) => (isBare ? amount.toFixed(2) : world.knobs.money(amount, context.language));
      const write: Writer = { world, money, percent: (share) => world.knobs.percent(share, context.language) };
      const scale = isSecond(context.user) ? 2.35 : 1;
      const data = Array.from({ length: 14 }, (_, place) =>
        summary(write, place, scale, context.language, isSecond(context.user)),
      );
      return {
        data,
        maxValueDifferences: {
          cash: 12.5 * scale,
          savings: 3.25 * scale,
          holdings: 41.75 * scale,
          total: 57.5 * scale,
        },
      };
    },
  };
}

interface Writer {
  readonly world: World;
  readonly money: (amount: number) => string;
  readonly percent: (share: number) => string;
}

function summary(write: Writer, place: number, scale: number, language: string, isSecond: boolean) {
  const { world } = write;
  const timestamp = world.startedAt - place * day - 3_600_000;
  const label = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
    .format(timestamp)
    .replace(' ', '\n');
  const scores = { total: 71 - place, news: 64, analyst: 80, priceMomentum: 69 };
  const isCut = place >= 12 && world.on('deadline-runs-out-along-the-list');
  const shown = Object.entries(scores).filter(([name]) => !isCut || name === 'total');
  return {
    chartLabel: label,
    timestamp,
    portfolio: portfolioOf(write, place, scale),
    sentimentScore: Object.fromEntries(shown.map(([name, score]) => [name, { score, label: 'optimal' }])),
    performers: performersOf(write, isSecond),
  };
}

function portfolioOf({ world, money }: Writer, place: number, scale: number) {
  const cash = 500 * scale - place;
  const savings = 1500 * scale - place * 2;
  const holdings = 9000 * scale - place * 11;
  const amounts = { cash, savings, holdings, total: cash + savings + holdings };
  const isRetired = place >= 10 && world.on('old-days-have-a-retired-field');
  const interest = {
    unrealisedMonthlyInterest: money(4.2 * scale),
    ...(isRetired ? { interestRate: 0.031 } : { dailyInterest: money(0.14 * scale) }),
  };
  const extras = {
    cash: {},
    savings: interest,
    holdings: { upBy: money(41.75 * scale) },
    total: { upBy: money(57.5 * scale) },
  };
  const isMixed = place === 6 && world.on('keys-follow-the-order-of-arrival');
  const arrival = isMixed ? ['cash', 'savings', 'total', 'holdings'] : ['cash', 'savings', 'holdings', 'total'];
  const names = ['cash', 'savings', 'holdings', 'total'];
  return Object.fromEntries(
    (arrival as (keyof typeof amounts)[]).map((name, position) => {
      const value = Math.round(amounts[name] * 100) / 100;
      return [name, { key: names[position], displayValue: money(value), value, ...extras[name] }];
    }),
  );
}

function performersOf({ world, money, percent }: Writer, isSecond: boolean) {
  const all = holdingsOf(isSecond).map(({ assetId, value, weight, move }) => ({
    assetId,
    value: money(value),
    weight: percent(weight),
    ...(move < 0 ? { downBy: money(-move) } : { upBy: money(move) }),
  }));
  const best = all.filter((one) => 'upBy' in one).slice(0, 3);
  const losers = all.filter((one) => 'downBy' in one);
  const worst = world.on('worst-is-filled-up-to-three')
    ? [...losers, ...all.filter((one) => 'upBy' in one).slice(-1)]
    : losers;
  return { all, best, worst };
}
