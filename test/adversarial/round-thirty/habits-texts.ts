import type { Habits } from './habits.ts';
import { deep, onDays, onEndpoint, onGuides } from './habits-bodies.ts';

type Node = Readonly<Record<string, unknown>>;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const replaceTexts = (name: string, change: (text: string) => string): Habits =>
  onDays((node) => (typeof node[name] === 'string' ? { ...node, [name]: change(node[name]) } : node));

const moneyMembers = ['displayValue', 'unrealisedMonthlyInterest', 'dailyInterest', 'upBy', 'downBy'];

const amounts = (change: (text: string) => string): Habits =>
  onDays((node) => {
    const entries = Object.entries(node).map(([name, value]): readonly [string, unknown] => [
      name,
      typeof value === 'string' && moneyMembers.includes(name) ? change(value) : value,
    ]);
    const changed = Object.fromEntries(entries);
    return typeof node['weight'] === 'string' ? { ...changed, value: change(String(node['value'])) } : changed;
  });

const kinds: readonly Node[] = [
  { __typename: 'Article', readingTime: 7, media: null },
  { __typename: 'Video', readingTime: { seconds: 95 }, media: ['mp4'], error: { message: 5 } },
  { __typename: 'Course', readingTime: 'PT3H', media: {}, status: 'open' },
];

const holdings: readonly Node[] = [
  { __typename: 'Share', yield: 0.04, issuer: 'AG' },
  { __typename: 'Fund', yield: '4 %', issuer: null },
  { __typename: 'Bond', yield: { coupon: 4 }, issuer: ['Bund', 2031] },
];

const kindAt = (list: readonly Node[], index: number): Node => list[index % list.length] ?? {};

const edge = (index: number): Node => ({ cursor: base64(`arrayconnection:${index}`), __isNode: 'Summary' });

export const textHabits: Readonly<Record<string, Habits>> = {
  'all-languages-under-aliases': onGuides((guide, index) => ({
    ...guide,
    title_en: `Guide ${index + 1}`,
    title_de: `Leitfaden ${index + 1}`,
    title_ja: null,
  })),
  'keys-are-global-ids': onGuides((guide) => ({ ...guide, key: base64(`LearningGuide:${String(guide['id'])}`) })),
  'titles-hold-operations': onGuides((guide) => ({
    ...guide,
    title: `query { guide(id: $id) @include(if: $on) { ...F } } # ${String(guide['title'])}`,
  })),
  'descriptions-are-block-strings': onGuides((guide) => ({
    ...guide,
    description: `"""\n    ${String(guide['description'])}\n      \\"""indented\\"""\n"""`,
  })),
  'translations-differ-in-a-language-tag': onGuides((guide, index, { user }) => ({
    ...guide,
    title: `Guide ${index + 1} [${user?.language ?? 'en'}]`,
    description: 'Short chapters.',
  })),
  'guides-of-three-types': onGuides((guide, index) => ({ ...kindAt(kinds, index), ...guide })),
  'labels-in-screaming-snake-case': replaceTexts('label', (text) => `SENTIMENT__${text.toUpperCase()}_OR_BETTER`),
  'assets-are-global-ids': replaceTexts('assetId', (text) => base64(`Asset:${text}`)),
  'amounts-are-input-literals': amounts(
    (text) => `{amount: "${text}", scale: 2, currency: ${text.includes('€') ? 'EUR' : 'GBP'}}`,
  ),
  'chart-labels-are-field-calls': replaceTexts('chartLabel', (text) => `day(offset: -${text.slice(4)})\n@rest`),
  'days-are-edges-besides': onEndpoint('summaries', (body) => ({
    ...body,
    data: (body['data'] as readonly Node[]).map((day, index) => ({ ...edge(index), ...day, node: null })),
    pageInfo: { hasNextPage: true, endCursor: null },
  })),
  'performers-of-three-types': onDays((node) =>
    typeof node['assetId'] === 'string' ? { ...kindAt(holdings, node['assetId'].charCodeAt(3)), ...node } : node,
  ),
  'groups-are-connections-besides': onEndpoint('notifications', (body) =>
    deep(body, (node) =>
      Array.isArray(node['notifications'])
        ? { edges: node['notifications'].map((_, index) => edge(index)), totalCount: 99, ...node, pageInfo: null }
        : node,
    ),
  ),
  'further-ids-are-future-values': onEndpoint('notifications', (body) => ({
    ...body,
    app: [
      ...(body['app'] as readonly Node[]),
      {
        category: '%future added value',
        notifications: [{ id: '%future added value', name: '', description: '__typename', active: false }],
      },
    ],
  })),
};
