import { money, percent } from './data.ts';
import type { Flow } from './flow.ts';
import type { Json, Language, Reply, User } from './model.ts';
import { json } from './model.ts';

const DAY = 86_400_000;

export interface Asset {
  readonly id: string;
  readonly share: number;
  readonly change: number;
}

const ASSETS: readonly Asset[] = [
  { id: 'IE00B4L5Y983', share: 41.3, change: 18.4 },
  { id: 'US0378331005', share: 22.6, change: -7.25 },
  { id: '500209', share: 15.1, change: 4.1 },
  { id: 'SE0000108656', share: 12.8, change: 9.75 },
  { id: 'DE0007164600', share: 8.2, change: -2.6 },
];

function performer(asset: Asset, user: User, day: number): Json {
  const change = asset.change * user.factor * (1 + day / 10);
  const text = money(Math.abs(change), user.language);
  return {
    assetId: asset.id,
    value: money(asset.share * 90 * user.factor, user.language),
    weight: percent(asset.share, user.language),
    ...(change < 0 ? { downBy: text } : { upBy: text }),
  };
}

function performersOf(user: User, day: number): Json {
  const sorted = [...ASSETS].sort((left, right) => right.change - left.change);
  const show = (asset: Asset): Json => performer(asset, user, day);
  return {
    all: ASSETS.map(show),
    best: sorted
      .filter((asset) => asset.change > 0)
      .slice(0, 3)
      .map(show),
    worst: sorted
      .filter((asset) => asset.change < 0)
      .reverse()
      .slice(0, 3)
      .map(show),
  };
}

interface Values {
  readonly cash: number;
  readonly savings: number;
  readonly holdings: number;
  readonly total: number;
}

function valuesOf(user: User, day: number): Values {
  const round = (value: number): number => Math.round(value * user.factor * 100) / 100;
  const cash = round(1_540.75 - day * 12.5);
  const savings = round(3_200 + day * 1.35);
  const holdings = round(8_912.4 + day * 31.7);
  return { cash, savings, holdings, total: Math.round((cash + savings + holdings) * 100) / 100 };
}

function member(key: string, value: number, language: Language, more: Json = {}): Json {
  return { key, displayValue: money(value, language), value, ...more };
}

function sentiment(day: number): Json {
  const score = (base: number): Json => ({ score: base + day, label: 'optimal' });
  return { total: score(66), news: score(58), analyst: score(71), priceMomentum: score(62) };
}

function summary(user: User, day: number, today: number): Json {
  const values = valuesOf(user, day);
  const { language } = user;
  const date = new Date(today - (4 - day) * DAY);
  const names =
    language === 'sv'
      ? ['sön', 'mån', 'tis', 'ons', 'tor', 'fre', 'lör']
      : ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  return {
    chartLabel: `${names[date.getUTCDay()] ?? ''}\n${date.getUTCDate()}`,
    timestamp: date.getTime(),
    portfolio: {
      cash: member('cash', values.cash, language),
      savings: member('savings', values.savings, language, {
        unrealisedMonthlyInterest: money(values.savings * 0.0021, language),
        dailyInterest: money(values.savings * 0.00007, language),
      }),
      holdings: member('holdings', values.holdings, language, { upBy: money(31.7 * user.factor, language) }),
      total: member('total', values.total, language, { upBy: money(20.55 * user.factor, language) }),
    },
    sentimentScore: sentiment(day),
    performers: performersOf(user, day),
  };
}

export function differences(user: User): Json {
  const days = [0, 1, 2, 3, 4].map((day) => valuesOf(user, day));
  const largest = (name: keyof Values): number => {
    const steps = days.slice(1).map((values, index) => Math.abs(values[name] - (days[index]?.[name] ?? 0)));
    return Math.round(Math.max(...steps) * 100) / 100;
  };
  return {
    cash: largest('cash'),
    savings: largest('savings'),
    holdings: largest('holdings'),
    total: largest('total'),
  };
}

export interface History {
  readonly data: Json[];
  maxValueDifferences: Json;
}

export function historyOf(flow: Flow, user: User): History {
  return {
    data: [0, 1, 2, 3, 4].map((day) => summary(user, day, flow.tables.today)),
    maxValueDifferences: differences(user),
  };
}

type Text = Readonly<Record<Language, string>>;

export interface Setting {
  readonly id: string;
  readonly category: Text;
  readonly colour: string;
  readonly name: Text;
  readonly description: Text;
  readonly active: boolean;
}

const ACTIVITY = { en: 'Activity', sv: 'Aktivitet' };
const MARKET = { en: 'Market insights', sv: 'Marknadsnytt' };
const OFFERS = { en: 'Offers', sv: 'Erbjudanden' };
const NEWS = { en: 'Newsletters', sv: 'Nyhetsbrev' };

function setting(id: string, category: Text, colour: string, en: string, sv: string, active: boolean): Setting {
  const description = { en: `Messages of the kind ${id}.`, sv: `Meddelanden av slaget ${id}.` };
  return { id, category, colour, name: { en, sv }, description, active };
}

export const SETTINGS: readonly Setting[] = [
  setting('app_transactional', ACTIVITY, 'green', 'Transactions', 'Transaktioner', true),
  setting('app_learning_guide', MARKET, 'yellow', 'Learning guides', 'Guider', true),
  setting('app_analyst_insight', MARKET, 'yellow', 'Analyst insights', 'Analyser', false),
  setting('app_quick_take', MARKET, 'yellow', 'Quick takes', 'Korta nyheter', true),
  setting('app_daily_recap', MARKET, 'yellow', 'Daily recap', 'Sammanfattning', true),
  setting('app_weekly_review', MARKET, 'yellow', 'Weekly review', 'Sammanfattning', false),
  setting('app_promotional', OFFERS, 'blue', 'Promotions', 'Kampanjer', false),
  setting('email_transactional', ACTIVITY, 'green', 'Transactions', 'Transaktioner', true),
  setting('email_servicebites', NEWS, 'blue', 'Service bites', 'Smakbitar', true),
  setting('email_promotional', OFFERS, 'blue', 'Promotions', 'Kampanjer', false),
];

function groupsOf(rows: readonly Setting[], language: Language, stack: (row: Setting) => string): Json[] {
  const groups = new Map<string, { category: string; notifications: Json[] }>();
  for (const row of rows) {
    const group = groups.get(stack(row)) ?? { category: row.category[language], notifications: [] };
    const active = row.active !== (language === 'sv' && row.id.endsWith('recap'));
    group.notifications.push({ id: row.id, name: row.name[language], description: row.description[language], active });
    groups.set(stack(row), group);
  }
  return [...groups.values()].map((group) => ({ ...group }));
}

export function settingsOf(
  user: User,
  rows: readonly Setting[] = SETTINGS,
  stack: (row: Setting) => string = (row) => row.category.en,
): Json {
  const channel = (name: string): Json[] =>
    groupsOf(
      rows.filter((row) => row.id.startsWith(name)),
      user.language,
      stack,
    );
  return { app: channel('app_'), email: channel('email_') };
}

export function privately(body: unknown): Reply {
  return json(200, body, { 'Cache-Control': 'private, no-store' });
}
