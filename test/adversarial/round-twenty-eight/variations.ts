import { edit, ok } from './layers.ts';
import { bag, bags } from './refusal.ts';
import type { Bag, Change, Variation } from './types.ts';
import { answerChanges } from './variation-answers.ts';

const guides =
  (change: (guide: Bag, place: number) => Bag): Change =>
  (world) => {
    const inner = world.guides;
    world.guides = (user) => inner(user).map((one, place) => ({ ...one, ...change(one, place) }));
  };

const days = (change: (day: Bag, age: number) => void): Change =>
  edit('summaries', ok, (_, value) => {
    for (const [at, one] of bags(value['data']).entries()) change(one, 4 - at);
  });

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const hijri = new Intl.DateTimeFormat('en-u-ca-islamic', { dateStyle: 'medium', timeZone: 'UTC' });
const range = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const variationChanges: Readonly<Record<string, Change | undefined>> = {
  ...answerChanges,
  'images-through-a-transformer': guides((one) => ({
    guideIconURL: `https://img.example/cdn-cgi/image/width=320,format=auto/${String(one['guideIconURL'])}`,
  })),
  'colours-are-light-dark': guides(() => ({ backgroundColor: 'light-dark(oklch(70% 0.1 200), Canvas)' })),
  'slugs-are-punycode': guides((_, place) => ({ slug: `xn--fiz-${place}a` })),
  'titles-hold-soft-hyphens': guides((one) => ({ title: String(one['title']).split('').join('\u00AD') })),
  'guides-carry-a-blurhash': guides(() => ({ blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj', width: null })),
  'chart-labels-are-relative': days((one, age) => {
    one['chartLabel'] = relative.format(-age - 1, 'day');
  }),
  'chart-labels-of-another-calendar': days((one) => {
    one['chartLabel'] = hijri.format(Number(one['timestamp']));
  }),
  'chart-labels-are-ranges-of-days': days((one) => {
    one['chartLabel'] = range.formatRange(Number(one['timestamp']) - 86_400_000, Number(one['timestamp']));
  }),
  'labels-are-icu-messages': days((one) => {
    for (const score of Object.values(bag(one['sentimentScore']))) {
      bag(score)['label'] = '{score, plural, other {optimal}}';
    }
  }),
  'assets-name-their-exchange': days((one) => {
    for (const list of Object.values(bag(one['performers']))) {
      for (const row of bags(list)) row['assetId'] = `${String(row['assetId'])}@XIST`;
    }
  }),
};

const variation = (id: string): Variation => ({ id, title: `${id.replaceAll('-', ' ')}, as the edge has it` });

export const variations: readonly Variation[] = Object.keys(variationChanges).map(variation);
