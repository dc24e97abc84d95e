import type { Row } from './frame.ts';
import type { Knobs } from './knobs.ts';
import { english, finnish } from './tables.ts';

export type Entry = readonly [id: string, title: string, knobs: Knobs];

const digits = (zero: number, text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const inDigits = (zero: number): Knobs => ({
  money: (amount, currency) => digits(zero, `${currency} ${amount.toFixed(2)}`),
  percent: (share) => digits(zero, `${share.toFixed(1)} %`),
});
const money = (write: (amount: number, currency: string) => string): Knobs => ({ money: write });
const percent = (write: (share: number) => string): Knobs => ({ percent: write });
const each = (change: (row: Row, at: number) => Row) => (rows: Row[]) =>
  rows.map((row, at) => ({ ...row, ...change(row, at) }));
const hour = 3_600_000;
const renamed = (settings: Row): Row => ({
  ...settings,
  app: (settings['app'] as Row[]).map((group, at) =>
    at === 1 ? { ...group, category: `${group['category']} +` } : group,
  ),
});

export const dataEntries: readonly Entry[] = [
  ['odia-digits', 'Amounts and weights are in Odia digits.', inDigits(0x0b66)],
  ['sundanese-digits', 'Amounts and weights are in Sundanese digits.', inDigits(0x1bb0)],
  ['osmanya-digits', 'Amounts and weights are in Osmanya digits, beyond the basic plane.', inDigits(0x104a0)],
  ['segmented-digits', 'Amounts and weights are in the segmented digits of displays.', inDigits(0x1fbf0)],
  [
    'amounts-as-intervals',
    'Amounts are half-open intervals.',
    money((v, c) => `${c} (${Math.floor(v)}, ${Math.ceil(v + 0.5)}]`),
  ],
  [
    'amounts-with-a-standard-error',
    'Amounts tell their standard error.',
    money((v, c) => `${c}${v.toFixed(2)} ± 0.03`),
  ],
  [
    'amounts-with-metric-prefixes',
    'Amounts count in thousands of a unit, with the prefix k.',
    money((v) => `${(v / 1000).toFixed(4)} kEUR`),
  ],
  [
    'amounts-grouped-by-underscores',
    'Digits of amounts are grouped by underscores.',
    money((v, c) => `${c}${Math.round(v)}`.replace(/\B(?=(\d{3})+$)/g, '_')),
  ],
  ['weights-with-a-margin', 'Weights tell a margin in brackets.', percent((v) => `${v} % (±0.4)`)],
  ['weights-as-bounds', 'Weights are upper bounds.', percent((v) => `≤${Math.ceil(v)}%`)],
  [
    'labels-are-quantiles',
    'Labels of sentiment are names of quantiles with their bounds.',
    { label: (v) => `Q${Math.ceil(v * 4)} (${v - 0.1}, ${v}]` },
  ],
  [
    'scores-are-log-odds',
    'Scores are logarithms of odds with all their digits.',
    { score: (v) => Math.log(v / (1 - v)) },
  ],
  ['snapshots-once-a-week', 'Snapshots are resampled to weeks.', { days: { count: 9, step: 168 * hour } }],
  [
    'snapshots-once-an-hour',
    'Snapshots are resampled to hours, and there are 72.',
    { days: { count: 72, step: hour, floor: hour } },
  ],
  [
    'chart-labels-are-durations',
    'Chart labels are durations in the form of ISO 8601.',
    { summaries: (days) => days.map((one, at) => ({ ...one, chartLabel: `-P${days.length - at}D` })) },
  ],
  [
    'differences-of-binary-fractions',
    'The largest differences show the rounding of binary fractions.',
    { difference: (v) => v + 0.1 + 0.2 - 0.3 },
  ],
  [
    'one-performer-a-day',
    'There is one performer a day, which gained.',
    {
      summaries: (days) =>
        days.map((one) => {
          const { best } = one['performers'] as { best: Row[] };
          return { ...one, performers: { all: best.slice(0, 1), best: best.slice(0, 1), worst: [] } };
        }),
    },
  ],
  [
    'assets-are-tuples-in-text',
    'Assets are identified by the text of a tuple.',
    {
      summaries: (days) =>
        days.map((one) => {
          const lists = Object.entries(one['performers'] as Record<string, Row[]>);
          return {
            ...one,
            performers: Object.fromEntries(
              lists.map(([name, rows]) => [name, each((row) => ({ assetId: `('XHEL', '${row['assetId']}')` }))(rows)]),
            ),
          };
        }),
    },
  ],
  [
    'late-snapshot-arrives-once',
    'An older snapshot arrives late, between two others, once while the run lasts.',
    { summaries: (days, reads) => (reads > 12 ? days : days.filter((_, at) => at !== 2)) },
  ],
  [
    'users-read-norwegian-twice',
    'The users read Bokmål and Nynorsk.',
    {
      languages: [
        {
          ...english,
          tag: 'nb',
          about: 'En veiledning om',
          titles: english.titles.map((_, at) => `Hva er nummer ${at}`),
          currency: 'kr ',
        },
        {
          ...finnish,
          tag: 'nn',
          about: 'Ei rettleiing om',
          titles: english.titles.map((_, at) => `Kva er nummer ${at}`),
          currency: 'kr ',
        },
      ],
    },
  ],
  [
    'users-read-welsh-and-breton',
    'The users read Welsh and Breton.',
    {
      languages: [
        { ...english, tag: 'cy', about: 'Canllaw ar', titles: english.titles.map((_, at) => `Cyfran rhif ${at}`) },
        {
          ...finnish,
          tag: 'br',
          about: 'Sturlevr diwar-benn',
          titles: english.titles.map((_, at) => `Lodenn niverenn ${at}`),
        },
      ],
    },
  ],
  [
    'second-reader-has-no-descriptions',
    'Guides have empty descriptions in the second language.',
    { guides: (rows, _, second) => (second ? each(() => ({ description: '' }))(rows) : rows) },
  ],
  [
    'icons-lie-in-buckets',
    'Icons are at addresses whose scheme has a digit.',
    { guides: each((_, at) => ({ guideIconURL: `s3://shelf-icons/${at}.svg` })) },
  ],
  [
    'guides-carry-their-embedding',
    'Guides have a vector of 128 numbers besides.',
    { guides: each((_, at) => ({ embedding: Array.from({ length: 128 }, (_, n) => Math.sin(n + at)) })) },
  ],
  [
    'slug-renamed-once',
    'The slug of a guide is renamed once while the run lasts.',
    {
      guides: (rows, reads) =>
        reads > 20 ? each((row, at) => (at === 5 ? { slug: `${row['slug']}-ii` } : {}))(rows) : rows,
    },
  ],
  [
    'guide-ids-differ-in-the-middle',
    'Guide ids differ in their middle characters only.',
    { guideId: (at) => `6500aa00bb${(at + 16).toString(16)}cc00dd00ee00` },
  ],
  [
    'user-ids-differ-in-the-middle',
    'User ids differ in one of the middle characters only.',
    { users: ['aaaabbbbcccc0dddeeeeffff', 'aaaabbbbcccc1dddeeeeffff', 'aaaabbbbcccc2dddeeeeffff'] },
  ],
  [
    'full-guide-is-a-series',
    'A full guide is a series, with its index and its values apart.',
    { full: (guide) => ({ name: guide['id'], index: Object.keys(guide), values: Object.values(guide) }) },
  ],
  [
    'cash-is-melted',
    'Cash is a long table of variables and values.',
    {
      cash: (rows) =>
        rows.flatMap((row, at) => Object.entries(row).map(([variable, value]) => ({ at, variable, value }))),
    },
  ],
  [
    'portfolios-come-with-their-schema',
    'Portfolios are a table behind the schema of its columns.',
    {
      portfolios: (rows) => ({
        schema: { fields: [{ name: 'name', type: 'string' }], primaryKey: ['name'] },
        data: rows,
      }),
    },
  ],
  [
    'portfolios-are-described-only',
    'Portfolios are told by their statistics.',
    { portfolios: (rows) => ({ count: rows.length, '25%': rows[0], '50%': null, freq: rows.at(-1) }) },
  ],
  [
    'insights-are-pivoted',
    'Analyst insights are a pivot by asset and kind.',
    {
      insights: (rows) =>
        Object.fromEntries(
          rows.map((row) => [String(row['asset']), { mean: { score: row['score'] }, first: { text: row['text'] } }]),
        ),
    },
  ],
  [
    'insights-are-computed-anew-now-and-then',
    'Scores of analyst insights are computed anew at every tenth reading.',
    { insights: (rows, reads) => ({ insights: rows, model: Math.floor(reads / 10) }) },
  ],
  [
    'further-ids-are-column-paths',
    'Further notifications have ids that are paths of columns.',
    {
      settings: (settings) => ({
        ...settings,
        app: [
          ...(settings['app'] as Row[]),
          {
            category: 'Signals',
            notifications: [{ id: "app['vol'][0].mean()", name: 'σ', description: '', active: false }],
          },
        ],
      }),
    },
  ],
  [
    'category-renamed-once',
    'A category gets another name once while the run lasts.',
    { settings: (settings, reads) => (reads > 15 ? renamed(settings) : settings) },
  ],
];
