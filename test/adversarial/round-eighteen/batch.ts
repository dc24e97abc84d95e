import type { Row } from './picture.ts';

export type Json = Record<string, unknown>;
export interface Holding {
  readonly assetId: string;
  readonly value: number;
  readonly weight: number;
  readonly move: number;
}
/** What the nightly batch writes for one user and one day. */
export interface Day {
  readonly moment: number;
  readonly label: string;
  readonly cash: number;
  readonly savings: number;
  readonly interest: number;
  readonly holdings: readonly Holding[];
}

const DAY = 86_400_000;

/** A generation of the summaries: (0) is the latest, (-1) the one of the night before. */
export const generation = (user: Row, start: number, relative: number): Day[] => {
  const scale = user['currency'] === 'JPY' ? 130 : 1;
  return Array.from({ length: 7 + relative }, (_, at) => {
    const moment = start - 60_000 - (6 - at) * DAY;
    const date = new Date(moment).toISOString();
    const change = (at % 3) - 1 || 2;
    const holding = (assetId: string, value: number, weight: number, move: number): Holding => ({
      assetId,
      value: value * scale,
      weight,
      move: move * scale,
    });
    return {
      moment,
      label: at === 0 ? date.slice(2, 7).replace('-', '') : `${date.slice(8, 10)}\n${date.slice(5, 7)}`,
      cash: Number(user['cash']) + at,
      savings: 5200 * scale + at,
      interest: at === 3 ? 0 : 1.42 * scale,
      holdings: [
        holding('DE0007164600', 1200 + at, 55.2, 14.5 + change),
        holding('IE00B4L5Y983', 640 + at, 29.4, 3.2),
        holding('XS2010044548', 320, 15, -4.1),
        holding('US0378331005', 9.1, 0.4, 1.1),
      ],
    };
  });
};

export interface Editor {
  readonly money: (value: number) => string;
  readonly percent: (value: number) => string;
}

export const editorOf = (user: Row): Editor => {
  const locale = String(user['locale']);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: String(user['currency']) });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return { money: (value) => money.format(value), percent: (value) => percent.format(value / 100) };
};

const cents = (value: number): number => Math.round(value * 100) / 100;

const performer = (holding: Holding, edit: Editor): Json => ({
  assetId: holding.assetId,
  value: edit.money(holding.value),
  weight: edit.percent(holding.weight),
  [holding.move < 0 ? 'downBy' : 'upBy']: edit.money(Math.abs(holding.move)),
});

export const summaryOf = (day: Day, edit: Editor): Json => {
  const held = cents(day.holdings.reduce((sum, one) => sum + one.value, 0));
  const moved = cents(day.holdings.reduce((sum, one) => sum + one.move, 0));
  const member = (key: string, value: number, more: Json = {}): Json => ({
    key,
    displayValue: edit.money(value),
    value: cents(value),
    ...more,
  });
  const score = (value: number): Json => ({ score: value, label: value > 70 ? 'optimal' : 'fair' });
  return {
    chartLabel: day.label,
    timestamp: day.moment,
    portfolio: {
      cash: member('cash', day.cash),
      savings: member('savings', day.savings, {
        unrealisedMonthlyInterest: edit.money(day.interest * 20),
        dailyInterest: edit.money(day.interest),
      }),
      holdings: member('holdings', held, { upBy: edit.money(moved) }),
      total: member('total', day.cash + day.savings + held, { upBy: edit.money(moved) }),
    },
    sentimentScore: { total: score(78), news: score(64.5), analyst: score(81), priceMomentum: score(70) },
    performers: {
      all: day.holdings.map((one) => performer(one, edit)),
      best: day.holdings.filter((one) => one.move >= 0).map((one) => performer(one, edit)),
      worst: day.holdings.filter((one) => one.move < 0).map((one) => performer(one, edit)),
    },
  };
};

export const differencesOf = (days: readonly Day[]): Record<string, number> => {
  const spread = (of: (day: Day) => number): number => {
    const values = days.map(of);
    return cents(Math.max(...values) - Math.min(...values));
  };
  const held = (day: Day): number => day.holdings.reduce((sum, one) => sum + one.value, 0);
  return {
    cash: -spread((day) => day.cash),
    savings: spread((day) => day.savings),
    holdings: spread(held),
    total: spread((day) => day.cash + day.savings + held(day)),
  };
};
