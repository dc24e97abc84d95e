import { randomUUID } from 'node:crypto';
import type { DayRecord, GroupRecord, GuideRecord, PerformerRecord } from './data.ts';
import { channels, daysOf, guides, translate } from './data.ts';
import { GraphError } from './errors.ts';
import type { Args, Context, ObjectType, Schema } from './execute.ts';
import { percent } from './scalars.ts';
import type { Language, User, World } from './world.ts';

const language = (args: Args): Language => (args['lang'] === 'de' ? 'de' : 'en');

const viewer = (context: Context): User => {
  if (context.user === undefined) throw new GraphError('User not found.', 'NOT_FOUND');
  return context.user;
};

function localised(guide: GuideRecord, name: 'title' | 'description', args: Args, context: Context): string {
  const text = guide.texts[language(args)][name];
  if (!context.world.on('key-args-leave-the-language-out')) return text;
  return context.world.recall(`LearningGuide:${guide.id}.${name}`, () => text);
}

function listing(world: World): readonly GuideRecord[] {
  const turn = world.count('listing');
  const list = [...guides];
  if (world.on('two-plans-of-equal-cost-take-turns') && turn % 2 === 0) {
    list.splice(3, 2, ...list.slice(3, 5).reverse());
  }
  if (!world.on('field-is-overridden-for-a-quarter') || turn % 4 !== 0) return list;
  return list.map((guide, index) => (index === 6 ? { ...guide, __typename: 'MovedGuide' } : guide));
}

const guideFields: ObjectType = {
  id: { type: 'ID!' },
  key: { type: 'String!' },
  kind: { type: 'String!', resolve: () => 'learning-guide' },
  title: {
    type: 'String!',
    resolve: (guide, args, context) => localised(guide as GuideRecord, 'title', args, context),
  },
  description: {
    type: 'String!',
    resolve: (guide, args, context) => localised(guide as GuideRecord, 'description', args, context),
  },
  backgroundColor: { type: 'String!', resolve: (guide) => `#${(guide as GuideRecord).id.slice(0, 6)}` },
  icon: { type: 'Url!', resolve: (guide) => `https://img.example/icons/${(guide as GuideRecord).key}.svg` },
  cover: { type: 'Url!', resolve: (guide) => `https://img.example/mobile/${(guide as GuideRecord).key}.webp` },
  webCover: {
    type: 'Url',
    resolve: (guide) => {
      const { key, chapters } = guide as GuideRecord;
      return chapters % 2 === 0 ? null : `https://img.example/web/${key}.webp`;
    },
  },
  slug: { type: 'String!', resolve: (guide) => `learn-${(guide as GuideRecord).key}` },
  chapterCount: { type: 'Int!', resolve: (guide) => (guide as GuideRecord).chapters },
  chapters: {
    type: '[String!]!',
    resolve: (guide) => Array.from({ length: (guide as GuideRecord).chapters }, (_, index) => `Chapter ${index + 1}`),
  },
};

const amountFields: ObjectType = {
  key: { type: 'String!' },
  displayValue: { type: 'Money!', resolve: (source) => (source as Member).value },
  value: { type: 'Float!' },
};

interface Member {
  readonly key: string;
  readonly value: number;
  readonly gain: number;
  readonly interest: number | null;
}

interface Portfolio {
  readonly day: DayRecord;
}

function member(day: DayRecord, name: keyof DayRecord['amounts'], key: string, context: Context): Member {
  const unposted = day.index === 2 && context.world.on('unposted-interest-nulls-the-savings');
  return { key, value: day.amounts[name], gain: day.gain, interest: unposted ? null : day.interest };
}

function ranked(day: DayRecord, by: unknown): readonly PerformerRecord[] {
  if (by === 'BEST') return day.performers.filter((one) => one.__typename === 'Gainer').slice(0, 3);
  if (by !== 'WORST') return day.performers;
  const losers = day.performers.filter((one) => one.__typename === 'Loser').slice(0, 3);
  return losers.map((one) => ({ ...one, byEntityFetch: true }));
}

const performerFields: ObjectType = {
  assetId: { type: 'ID!' },
  value: { type: 'Money!' },
  weight: {
    type: 'String!',
    resolve: (source, args, context) => {
      const { ratio } = source as PerformerRecord;
      return args['as'] === 'PERCENT' ? percent(ratio, context.user?.language ?? 'en') : ratio.toFixed(3);
    },
  },
};

const summaryFields = (moment: string): ObjectType => ({
  chartLabel: { type: 'String!' },
  timestamp: { type: moment },
  portfolio: { type: 'Portfolio!', resolve: (day) => ({ day }) },
  sentimentScore: { type: 'Sentiment!', resolve: (day) => (day as DayRecord).scores },
  performers: {
    type: 'Performers!',
    resolve: (day) => ({ day, live: (day as DayRecord).__typename === 'LiveSummary' }),
  },
});

const score = (at: number): ObjectType[string] => ({
  type: 'Score!',
  resolve: (scores) => (scores as DayRecord['scores'])[at],
});

const rankedFields: ObjectType = {
  ranked: { type: '[Gainer!]!', resolve: (source, args) => ranked((source as Portfolio).day, args['by']) },
};

const plain = (name: 'cash' | 'savings' | 'total', type: string): ObjectType => ({
  [name]: { type, resolve: (source, _args, context) => member((source as Portfolio).day, name, name, context) },
});

const summaryTypes = (world: World): Schema => ({
  Summary: summaryFields('Long!'),
  LiveSummary: summaryFields(world.on('live-moment-is-an-int') ? 'Int' : 'Long!'),
  Portfolio: {
    ...plain('cash', 'Amount!'),
    ...plain('savings', 'Savings'),
    ...plain('total', 'Gain!'),
    positions: {
      type: 'Gain!',
      resolve: (source, _args, context, info) => {
        const { day } = source as Portfolio;
        const behind = day.oldest && world.on('key-is-the-field-behind-the-alias');
        return member(day, 'holdings', behind ? info.name : info.key, context);
      },
    },
  },
  Amount: amountFields,
  Savings: {
    ...amountFields,
    unrealisedMonthlyInterest: { type: 'Money!', resolve: (source) => (source as Member).value * 0.003 },
    dailyInterest: { type: 'Money!', resolve: (source) => (source as Member).interest },
  },
  Gain: { ...amountFields, upBy: { type: 'Money!', resolve: (source) => (source as Member).gain } },
  Sentiment: { total: score(0), news: score(1), analyst: score(2), priceMomentum: score(3) },
  Score: { score: { type: 'Float!' }, label: { type: 'String!' } },
  Performers: rankedFields,
  Gainer: { ...performerFields, upBy: { type: 'Money!' } },
  Loser: { ...performerFields, downBy: { type: 'Money!' } },
  Differences: {
    cash: { type: 'Float!' },
    savings: { type: 'Float!' },
    holdings: { type: 'Float!' },
    total: { type: 'Float!' },
  },
});

function settings(channel: 'app' | 'email', world: World): readonly GroupRecord[] {
  if (channel === 'email' || !world.on('mocked-id-of-a-further-notification')) return channels[channel];
  const further = { id: randomUUID(), active: true };
  return channels.app.map((one) =>
    one.category === 'Offers' ? { ...one, notifications: [...one.notifications, further] } : one,
  );
}

const notificationTypes = (world: World): Schema => ({
  Settings: {
    app: { type: '[Group!]!', resolve: () => settings('app', world) },
    email: { type: '[Group!]!', resolve: () => settings('email', world) },
  },
  Group: {
    category: { type: 'String!', resolve: (one, args) => translate((one as GroupRecord).category, language(args)) },
    notifications: { type: '[Notification!]!' },
  },
  Notification: {
    id: { type: 'ID!' },
    name: { type: 'String!', resolve: (one, args) => translate((one as { id: string }).id, language(args)) },
    description: {
      type: 'String!',
      resolve: (one, args) => translate(`About ${(one as { id: string }).id}`, language(args)),
    },
    active: { type: 'Boolean!' },
  },
});

const spread = (list: readonly number[]): number => Math.max(...list) - Math.min(...list);

function differences(days: readonly DayRecord[]): Readonly<Record<string, number>> {
  const of = (name: keyof DayRecord['amounts']): number => spread(days.map((one) => one.amounts[name]));
  return { cash: of('cash'), savings: of('savings'), holdings: of('holdings'), total: of('total') };
}

export const buildSchema = (world: World, wealth: Schema): Schema => ({
  ...summaryTypes(world),
  ...notificationTypes(world),
  ...wealth,
  LearningGuide: guideFields,
  MovedGuide: {
    ...guideFields,
    chapterCount: { type: 'Count!', resolve: (one) => `${(one as GuideRecord).chapters}` },
  },
  Query: {
    ...wealth['Query'],
    guides: {
      type: '[LearningGuide!]!',
      resolve: (_source, _args, context) => {
        context.policy.restrict(1800, true);
        return listing(world);
      },
    },
    summaries: { type: '[Summary!]!', resolve: (_source, _args, context) => daysOf(viewer(context), world) },
    differences: {
      type: 'Differences!',
      resolve: (_source, _args, context) => differences(daysOf(viewer(context), world)),
    },
    settings: { type: 'Settings!', resolve: () => ({}) },
  },
});
