import { money, percent } from './format.ts';
import type { State } from './state.ts';
import { userIds } from './state.ts';
import type { Bag, Language, User } from './types.ts';

const day = 86_400_000;
const days = 5;
const round = (value: number): number => Math.round(value * 100) / 100;
const factor = (user: User): number => (user.language === 'tr' ? 31.7 : 1);

type Asset = readonly [id: string, value: number, weight: number, change: number];

const assets: readonly Asset[] = [
  ['US0378331005', 4120.5, 0.413, 12.3],
  ['IE00B4L5Y983', 2980.25, 0.298, 31.75],
  ['DE0007164600', 1450.1, 0.145, -96.4],
  ['GB0005405286', 890.75, 0.089, 4.05],
  ['FR0000120271', 550.4, 0.055, -8.15],
];

function performer(s: State, asset: Asset, user: User, index: number): Bag {
  const [id, value, weight, change] = asset;
  const { language } = user;
  const raw = s.on('format-is-ignored-for-a-text') && index === 0;
  const amount = money(s, round(Math.abs(change) * factor(user)), language);
  const union = s.on('one-of-is-written-as-itself') && index === 2 && change > 0;
  const moved = union ? { value: amount, index: 0, isT0: true, isT1: false } : amount;
  const guid = s.on('assets-are-guids-in-braces');
  return {
    assetId: guid ? `{0E6A4F1D-2C3B-4C3A-8B77-${id}}` : id,
    value: money(s, round(value * factor(user)), language),
    weight: raw ? String(weight) : percent(s, weight, language),
    ...(change > 0 ? { upBy: moved } : { downBy: amount }),
  };
}

function performers(s: State, user: User, index: number): Bag {
  const ranked = [...assets].sort((a, b) => b[3] - a[3]);
  const wordSorted = [...assets].sort((a, b) => Math.abs(b[3]) - Math.abs(a[3]));
  const best = s.on('hyphen-has-no-weight') ? wordSorted.slice(0, 3) : ranked.filter((asset) => asset[3] > 0);
  const worst = ranked.filter((asset) => asset[3] < 0).reverse();
  const shown = (list: readonly Asset[]): Bag[] => list.map((asset) => performer(s, asset, user, index));
  return { all: shown(assets), best: shown(best), worst: shown(worst) };
}

function members(s: State, user: User, index: number): Bag {
  const { language } = user;
  const by = factor(user);
  const amounts = { cash: 1200.5 + index, savings: 5400.75 + index * 2, holdings: 9992 + index * 3.25 };
  const total = amounts.cash + amounts.savings + amounts.holdings;
  const key = (name: string): string =>
    s.on('member-keys-in-turkish-letters') ? name.toUpperCase().toLocaleLowerCase(language) : name;
  const member = (name: string, value: number): Bag => ({
    key: key(name),
    displayValue: money(s, round(value * by), language),
    value: round(value * by),
  });
  const text = (value: number): string => money(s, round(value * by), language);
  return {
    cash: member('cash', amounts.cash),
    savings: {
      ...member('savings', amounts.savings),
      unrealisedMonthlyInterest: text(14.2 + index),
      dailyInterest: text(0.47),
    },
    holdings: { ...member('holdings', amounts.holdings), upBy: text(3.25) },
    total: { ...member('total', total), upBy: text(6.25) },
  };
}

function sentiment(s: State, index: number): Bag {
  const label = s.on('labels-are-combined-flags') ? 'Optimal, Rising, 8' : 'optimal';
  const score = (value: number): Bag => ({ score: value + index, label });
  const news = s.on('newtonsoft-token-in-another-serializer') && index === 0 ? { score: [], label } : score(61);
  return { total: score(70.5), news, analyst: score(74), priceMomentum: score(66.25) };
}

function chartLabel(s: State, moment: number, language: Language): string {
  const iso = new Date(moment).toISOString();
  if (s.on('chart-labels-in-round-trip-format')) return iso.replace(/\.(\d{3})Z$/, '.$10000+03:00');
  const label = new Date(moment).toLocaleDateString(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return label.replace(' ', '\n');
}

export function summaries(s: State, user: User): Bag {
  const today = Math.floor(s.started / day) * day;
  const data = Array.from({ length: days }, (_, index): Bag => {
    const moment = today - (days - 1 - index) * day;
    const newest = index === days - 1;
    return {
      chartLabel: chartLabel(s, moment, user.language),
      timestamp: s.on('instant-without-a-converter') && newest ? {} : moment,
      portfolio: members(s, user, index),
      sentimentScore: sentiment(s, index),
      performers: performers(s, user, index),
    };
  });
  const by = factor(user);
  const holdings = s.on('value-tuple-has-no-properties') ? {} : round(13 * by);
  const maxValueDifferences = { cash: round(4 * by), savings: round(8 * by), holdings, total: round(25 * by) };
  return { data, maxValueDifferences };
}

export function cash(s: State, user: User): unknown {
  const currency = user.language === 'tr' ? 'TRY' : 'GBP';
  const balance = round(1204.5 * factor(user));
  if (s.on('cash-is-a-data-table')) return { Table: [{ Column1: currency, Column2: balance }], Table1: [] };
  return { currency, total: balance, balances: [{ currency, available: balance, reserved: 0 }] };
}

export function portfolios(s: State, user: User, query: string): Bag {
  const unknown = !s.users.has(user.id);
  const held = unknown ? [] : assets;
  const by = factor(user);
  const positions = held.map(([isin, value]) => ({ isin, quantity: round(value / 37), value: round(value * by) }));
  const all = s.on('query-filters-are-ignored') && query !== '';
  if (all) positions.push({ isin: 'GB00BH4HKS39', quantity: 0, value: 0 });
  if (s.on('portfolios-as-an-odata-collection')) {
    return { '@odata.context': '$metadata#Positions', 'value@odata.count': positions.length, value: positions };
  }
  return { portfolioId: `pf-${user.id === userIds.second ? '2' : '1'}`, positions };
}

export function insights(s: State, user: User): Bag {
  const turkish = user.language === 'tr';
  const headline = turkish ? 'Faiz indirimleri görüşülüyor' : 'Rate cuts are under discussion';
  if (s.on('insights-are-adaptive-cards')) {
    const body = [{ type: 'TextBlock', text: headline, wrap: true }];
    return { type: 'AdaptiveCard', version: '1.5', body, actions: [] };
  }
  return { insights: [{ isin: 'US0378331005', headline, score: 7.5 }] };
}
