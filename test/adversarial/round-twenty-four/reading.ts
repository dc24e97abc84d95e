import { categories, holdings } from './data.ts';
import type { Call, DayRow, GuideRow, NotificationRow, PerformerRow, Schema, UserRow } from './schema.ts';
import { Raise, row } from './schema.ts';
import type { Bag, Language } from './types.ts';

const round = (amount: number): number => Math.round(amount * 100) / 100;
const dayLength = 86_400_000;

const guideRow = (guide: GuideRow, language: Language): Bag => ({
  id: guide.id,
  key: guide.slug.replaceAll('-', '_'),
  slug: guide.slug,
  title: guide.title[language],
  description: guide.description[language],
  contentType: 'learning-guide',
  chapterCount: guide.chapters,
  backgroundColor: '#e8f1f5',
  guideIconURL: `https://cdn.depot.example/icons/${guide.slug}.svg`,
  mobileCoverImageURL: `https://cdn.depot.example/covers/${guide.slug}-m.jpg`,
  webCoverImageURL: guide.cover ? `https://cdn.depot.example/covers/${guide.slug}-w.jpg` : null,
});
export const languageOf = (call: Call): Language => call.user?.language ?? 'en';

export const listing = (db: Schema) => (call: Call) =>
  row(200, { data: db.tables.guides.map((guide) => guideRow(guide, languageOf(call))) });

const findGuide = (db: Schema, call: Call): GuideRow => {
  const id = call.guideId;
  if (!/^[a-f0-9]{24}$/.test(id)) throw new Raise(400, 'The guide id is malformed');
  const guide = db.tables.guides.find((known) => known.id === id);
  if (guide === undefined) throw new Raise(404, 'The guide does not exist');
  return guide;
};
export const fullGuide = (guide: GuideRow, language: Language): Bag => ({
  ...guideRow(guide, language),
  chapters: Array.from({ length: guide.chapters }, (_, chapter) => ({
    number: chapter + 1,
    heading: `${guide.title[language]} (${chapter + 1})`,
    text: `${guide.description[language]} `.repeat(guide.slug === 'a-long-read' ? 40 : 3).trim(),
  })),
});
export const guideView = (db: Schema) => (call: Call) => row(200, fullGuide(findGuide(db, call), languageOf(call)));

export const insights = () => (call: Call) =>
  row(200, {
    data: holdings.map(({ isin, name, weight }, index) => ({
      isin,
      rating: ['buy', 'hold', 'buy', 'sell'][index],
      headline: languageOf(call) === 'de' ? `Was für ${name} spricht` : `The case for ${name}`,
      confidence: Math.round(weight * 100),
    })),
  });

export const cash = () => (_call: Call, user: UserRow | undefined) =>
  row(200, {
    balances: ['EUR', 'GBP', 'USD'].map((currency, index) => ({
      currency,
      available: round((512.25 + 31 * index) * (user?.factor ?? 1)),
      reserved: index,
    })),
  });

export const portfolios = () => (_call: Call, user: UserRow | undefined) =>
  row(200, {
    portfolios: ['core', 'satellite'].map((name, index) => ({
      name,
      positions: holdings.map(({ isin, name: asset, weight, price }) => ({
        isin,
        asset,
        units: round(((index + 2) * weight * 1000 * (user?.factor ?? 1)) / price),
        price,
        target: weight,
      })),
      returns: { '1M': 0.4, '1Y': 5.1 + index, '5Y': 22.9 },
    })),
  });

const performerRow = (db: Schema, { asset, value, weight, change }: PerformerRow, user: UserRow): Bag => ({
  assetId: asset,
  value: db.formats.money(round(value * user.factor), user.language),
  weight: db.formats.share(weight, user.language),
  ...(change !== null && change > 0 ? { upBy: db.formats.money(round(change * user.factor), user.language) } : {}),
  ...(change !== null && change < 0 ? { downBy: db.formats.money(round(-change * user.factor), user.language) } : {}),
});
const gained = ({ change }: PerformerRow): boolean => change !== null && change > 0;
const lost = ({ change }: PerformerRow): boolean => change !== null && change < 0;
const byChange = (left: PerformerRow, right: PerformerRow): number => (right.change ?? 0) - (left.change ?? 0);

const score = (value: number): Bag => ({ score: value, label: value >= 60 ? 'optimal' : 'neutral' });
const summaryRow = (db: Schema, day: DayRow, earlier: DayRow | undefined, user: UserRow): Bag => {
  const at = Math.floor(db.started / dayLength) * dayLength - (day.ago - 1) * dayLength;
  const text = (amount: number): string => db.formats.money(round(amount * user.factor), user.language);
  const member = (key: string, amount: number): Bag => ({
    key,
    displayValue: text(amount),
    value: round(amount * user.factor),
  });
  const total = (from: DayRow): number => from.cash + from.savings + from.holdings;
  const list = (rows: readonly PerformerRow[]): Bag[] => rows.map((entry) => performerRow(db, entry, user));
  return {
    chartLabel: db.formats.chartLabel(at, user.language),
    timestamp: at,
    portfolio: {
      cash: member('cash', day.cash),
      savings: {
        ...member('savings', day.savings),
        unrealisedMonthlyInterest: text(day.savings * 0.0021),
        dailyInterest: text(day.savings * 0.00007),
      },
      holdings: { ...member('holdings', day.holdings), upBy: text(day.holdings - (earlier ?? day).holdings) },
      total: { ...member('total', total(day)), upBy: text(total(day) - total(earlier ?? day)) },
    },
    sentimentScore: {
      total: score(60 + day.ago),
      news: score(71.5 - day.ago),
      analyst: score(58 + day.ago),
      priceMomentum: score(63),
    },
    performers: {
      all: list(day.performers),
      best: list(day.performers.filter(gained).sort(byChange).slice(0, 3)),
      worst: list(day.performers.filter(lost).sort(byChange).reverse().slice(0, 3)),
    },
  };
};
const largest = (days: readonly DayRow[], of: (day: DayRow) => number): number =>
  Math.max(0, ...days.slice(1).map((day, index) => Math.abs(of(day) - of(days[index] ?? day))));

export const summaries = (db: Schema) => (_call: Call, user: UserRow | undefined) => {
  if (user === undefined) throw new Raise(401, 'The user was not found');
  const { days } = db.tables;
  return row(200, {
    data: days.map((day, index) => summaryRow(db, day, days[index - 1], user)),
    maxValueDifferences: {
      cash: round(largest(days, (day) => day.cash) * user.factor),
      savings: round(largest(days, (day) => day.savings) * user.factor),
      holdings: round(largest(days, (day) => day.holdings) * user.factor),
      total: round(largest(days, (day) => day.cash + day.savings + day.holdings) * user.factor),
    },
  });
};

const settingRow = ({ id, active }: NotificationRow, user: UserRow): Bag => {
  const words = id.slice(id.indexOf('_') + 1).replaceAll('_', ' ');
  return {
    id,
    name: user.language === 'de' ? `Mitteilung: ${words}` : `Notice: ${words}`,
    description:
      user.language === 'de'
        ? `Wir schreiben Ihnen über „${words}“, sobald es etwas Neues gibt, das Ihre Anlagen betreffen könnte.`
        : `When we write about “${words}”`,
    active: user.factor > 1 ? !active : active,
  };
};
export const channel = (rows: readonly NotificationRow[], user: UserRow): Bag[] =>
  [...new Set(rows.map(({ category }) => category))].map((category) => ({
    category: categories[category]?.[user.language] ?? category,
    notifications: rows.filter((entry) => entry.category === category).map((entry) => settingRow(entry, user)),
  }));
export const settings = (db: Schema) => (_call: Call, user: UserRow | undefined) => {
  if (user === undefined) throw new Raise(404, 'The user was not found');
  const of = (name: string): NotificationRow[] => db.tables.notifications.filter((entry) => entry.channel === name);
  return row(200, { app: channel(of('app'), user), email: channel(of('email'), user) });
};
