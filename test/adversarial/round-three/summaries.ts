import { answer, type Reply } from './exchange.ts';
import type { User } from './people.ts';
import type { World } from './world.ts';

const locales = { pl: 'pl-PL', el: 'el-GR' } as const;
const sections = ['cash', 'savings', 'holdings', 'total'] as const;
const day = 86_400_000;

type Values = Readonly<Record<(typeof sections)[number], number>>;

const round = (value: number): number => Math.round(value * 100) / 100;

function speakMoney({ on }: World, user: User, value: number): string {
  if (value === 0 && on('nothing-is-a-dash')) return '—';
  const locale = locales[user.language];
  if (on('currencies-as-codes')) {
    const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(Math.abs(value));
    return `${value < 0 ? '\u2212' : ''}${user.currency}\u202f${digits}`;
  }
  const style = { style: 'currency', currency: user.currency } as const;
  const text = new Intl.NumberFormat(locale, style).format(Math.abs(value));
  if (value >= 0) return text;
  return on('debts-in-parentheses') ? `(${text})` : `-${text}`;
}

const speakShare = (user: User, share: number): string =>
  new Intl.NumberFormat(locales[user.language], { style: 'percent', minimumFractionDigits: 1 }).format(share);

function valuesOf({ on }: World, user: User, at: number): Values {
  const pick = (values: readonly number[]): number => values[at % values.length] ?? 0;
  const cash = on('debts-in-parentheses') && user.language === 'pl' ? -pick(user.cash) : pick(user.cash);
  const savings = pick(user.savings);
  const holdings = pick(user.holdings);
  return { cash, savings, holdings, total: round(cash + savings + holdings) };
}

function describePortfolio(world: World, user: User, now: Values, before: Values | undefined): object {
  const say = (value: number): string => speakMoney(world, user, value);
  const member = (key: keyof Values): object => ({ key, displayValue: say(now[key]), value: now[key] });
  const climb = (key: keyof Values): object => {
    if (before === undefined && world.on('oldest-day-has-no-climb')) return {};
    return { upBy: say(before === undefined ? 0 : round(now[key] - before[key])) };
  };
  return {
    cash: member('cash'),
    savings: {
      ...member('savings'),
      unrealisedMonthlyInterest: say(round(now.savings * 0.003)),
      dailyInterest: say(round(now.savings * 0.0001)),
    },
    holdings: { ...member('holdings'), ...climb('holdings') },
    total: { ...member('total'), ...climb('total') },
  };
}

function describePerformers({ on }: World, user: User): object {
  const sum = user.assets.reduce((total, asset) => total + asset.value, 0);
  const still = on('unmoved-holding-has-no-direction') ? [{ id: 'asset-still', value: 50, move: 0 }] : [];
  const assets = [...user.assets, ...still].map((asset) => ({
    ...asset,
    move: on('nothing-was-lost') ? Math.abs(asset.move) : asset.move,
  }));
  const describe = ({ id, value, move }: (typeof assets)[number]): object => {
    const direction = move > 0 ? 'upBy' : 'downBy';
    const plain = new Intl.NumberFormat(locales[user.language], { style: 'currency', currency: user.currency });
    return {
      assetId: id,
      value: plain.format(value),
      weight: speakShare(user, value / sum),
      ...(move === 0 ? {} : { [direction]: speakShare(user, Math.abs(move)) }),
    };
  };
  const gaining = assets.filter(({ move }) => move > 0).sort((a, b) => b.move - a.move);
  const losing = assets.filter(({ move }) => move < 0).sort((a, b) => a.move - b.move);
  return { all: assets.map(describe), best: gaining.map(describe), worst: losing.map(describe) };
}

function differences({ on }: World, days: readonly Values[]): object {
  const entries = sections.map((key) => {
    const steps = days.slice(1).map((now, at) => round(Math.abs(now[key] - (days[at]?.[key] ?? 0))));
    const widest = on('differences-skip-what-stood-still')
      ? Math.max(...steps.filter((step) => step > 0))
      : Math.max(0, ...steps);
    return [key, widest];
  });
  return Object.fromEntries(entries);
}

const sentiment = (score: number): object => ({ score, label: 'optimal' });

/** Tells the daily history of one user. */
export function tellSummaries(world: World, user: User, query: string): Reply {
  const { on, refuse } = world;
  if (user.denied) {
    if (!on('denied-user-has-an-empty-history')) return refuse(403, 'Access denied', 'This history is not shared');
    return answer({ data: [], maxValueDifferences: { cash: 0, savings: 0, holdings: 0, total: 0 } });
  }
  const count = on('history-of-sixty-days') ? 60 : user.holdings.length;
  const values = Array.from({ length: count }, (_, at) => valuesOf(world, user, at));
  const stamp = (at: number): number => {
    const time = world.startedAt - 3_600_000 - (count - 1 - at) * day;
    if (on('today-is-stamped-at-its-end')) return time + day;
    return on('live-snapshot-keeps-microseconds') && at === count - 1 ? time + 0.456 : time;
  };
  const days = values.map((now, at) => ({
    chartLabel: `${at + 1}\n${user.language === 'pl' ? 'dzień' : 'ημέρα'}`,
    timestamp: stamp(at),
    portfolio: describePortfolio(world, user, now, values[at - 1]),
    sentimentScore: {
      total: sentiment(71),
      news: sentiment(64.5),
      analyst: sentiment(80),
      priceMomentum: sentiment(69),
    },
    performers: describePerformers(world, user),
  }));
  const limit = on('history-knows-a-hidden-limit') ? new URLSearchParams(query).get('limit') : null;
  const shown = limit === null ? days : days.slice(0, Number(limit));
  const data = on('newest-twice-a-day-first')
    ? shown.flatMap((entry) => [{ ...entry, timestamp: entry.timestamp - day / 2 }, entry]).reverse()
    : shown;
  const keeping = on('private-caches-keep-user-data')
    ? { 'Cache-Control': 'private, max-age=60', Vary: 'x-user-id' }
    : {};
  return answer({ data, maxValueDifferences: differences(world, values) }, keeping);
}
