import { type Day, type Editor, type Json, summaryOf } from './batch.ts';
import { type Exits, groupsOf } from './exits.ts';
import { answers, type Loose, type VariationToggle, variation } from './toggle-kinds.ts';

const edited = (change: (edit: Editor) => Editor): Partial<Exits> => ({
  summary: (day, edit) => summaryOf(day, change(edit)),
});
const digits = (zero: number) =>
  edited(({ money, percent }) => {
    const turned = (text: string): string => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    return { money: (value) => turned(money(value)), percent: (value) => turned(percent(value)) };
  });
const money = (write: (value: number) => string) => edited((edit) => ({ ...edit, money: write }));
const fixed = (value: number): string => value.toFixed(2);
const days = (change: (summary: Loose, day: Day) => Json): Partial<Exits> => ({
  summary: (day, edit) => ({ ...summaryOf(day, edit), ...change(summaryOf(day, edit), day) }),
});
const guides = (change: (guide: Json, at: number) => Json): Partial<Exits> => ({
  guides: (list) => list.map((guide, at) => ({ ...guide, ...change(guide, at) })),
});

export const dataVariations: readonly VariationToggle[] = [
  variation('gurmukhi-digits', 'Amounts and weights are in Gurmukhi digits.', digits(0x0a66)),
  variation('limbu-digits', 'Amounts and weights are in Limbu digits.', digits(0x1946)),
  variation('vai-digits', 'Amounts and weights are in Vai digits.', digits(0xa620)),
  variation('meetei-digits', 'Amounts and weights are in Meetei Mayek digits.', digits(0xabf0)),
  variation('lepcha-digits', 'Amounts and weights are in Lepcha digits.', digits(0x1c40)),
  variation(
    'monospace-digits',
    'Amounts and weights are in mathematical monospace digits, beyond the basic plane.',
    digits(0x1d7f6),
  ),
  variation(
    'amounts-protected-by-asterisks',
    'Amounts have asterisks in place of leading zeros, so that nobody adds digits to a cheque.',
    money((value) => `EUR ${fixed(value).padStart(14, '*')}`),
  ),
  variation(
    'amounts-of-fixed-width',
    'Between the sign of the currency and the amount are as many spaces as the picture has places.',
    money((value) => `€${fixed(value).padStart(16)}`),
  ),
  variation(
    'amounts-with-zeros-in-front',
    'Amounts have leading zeros, and the sign of the number comes first.',
    money((value) => `${value < 0 ? '-' : '+'}${fixed(Math.abs(value)).padStart(14, '0')} EUR`),
  ),
  variation(
    'amounts-in-old-money',
    'Amounts are in pounds, shillings and pence.',
    money((value) => {
      const pence = Math.round(Math.abs(value) * 240);
      return `£${Math.floor(pence / 240)} ${Math.floor(pence / 12) % 20}s ${pence % 12}d`;
    }),
  ),
  variation(
    'amounts-end-with-db',
    'Negative amounts end with DB, as statements of account have it, and the others with two spaces.',
    money((value) => `${fixed(Math.abs(value))} EUR${value < 0 ? 'DB' : '  '}`),
  ),
  variation(
    'weights-with-zeros-in-front',
    'Weights have three digits in front of the point and two behind it.',
    edited((edit) => ({ ...edit, percent: (value) => `${value.toFixed(2).padStart(6, '0')}%` })),
  ),
  variation(
    'labels-in-columns',
    'Labels of sentiment are padded to sixteen columns.',
    days((summary) => ({
      sentimentScore: Object.fromEntries(
        Object.entries<Loose>(summary.sentimentScore).map(([name, one]) => [
          name,
          { ...one, label: one.label.padEnd(16) },
        ]),
      ),
    })),
  ),
  variation(
    'chart-labels-break-at-nel',
    'The lines of a chart label are parted by U+0085, the new line of the host.',
    days((summary) => ({ chartLabel: summary.chartLabel.replace('\n', '\u0085') })),
  ),
  variation(
    'titles-of-fixed-width',
    'Titles and descriptions are padded with spaces to a hundred characters.',
    guides((guide) => ({
      title: String(guide['title']).padEnd(100),
      description: String(guide['description']).padEnd(100),
    })),
  ),
  variation(
    'titles-with-user-defined-characters',
    'Titles hold characters of the private use area, which the house has drawn itself.',
    guides((guide) => ({ title: `\ue000\uf8ff${guide['title']}\u{f0000}` })),
  ),
  variation(
    'keys-are-data-sets',
    'Keys and slugs are names of data sets with a generation and a member.',
    guides((guide, at) => ({ key: `PROD.LEARN.G${at}V00(${guide['key']})`, slug: `'PROD.SLUG.G${at}V00'` })),
  ),
  variation(
    'images-at-terminals',
    'Images are at addresses of the schemes tn3270 and ftp, with a type of transfer.',
    guides((_, at) => ({
      guideIconURL: `tn3270://host.example:992/lu=T${at}`,
      mobileCoverImageURL: `ftp://host.example/%2F'PROD.COVERS(C${at})';type=i`,
    })),
  ),
  variation(
    'colours-of-terminals',
    'Background colours are those of a terminal, with its attributes.',
    guides((_, at) => ({ backgroundColor: ['TURQUOISE', 'PINK,BLINK', 'NEUTRAL', 'DRK'][at % 4] })),
  ),
  variation('further-ids-are-zoned', 'A further notification of the app has an id of zoned digits with their sign.', {
    groups: (channel, rows) => {
      const groups = groupsOf(rows.filter((row) => row[1] === channel));
      const further = { id: '00011{', name: 'Terminal', description: 'Terminal T004', active: true };
      return channel === 'app' ? [{ category: 'TERMINAL', notifications: [further] }, ...groups] : groups;
    },
  }),
  variation('categories-in-columns', 'Categories and names of notifications are padded to forty columns.', {
    groups: (channel, rows) =>
      groupsOf(
        rows
          .filter((row) => row[1] === channel)
          .map(
            ([number, , ...others]) =>
              [number, channel, ...others.map((one, at) => (at > 0 ? one.padEnd(40) : one))] as const,
          ),
      ),
  }),
  variation(
    'summaries-of-working-days',
    'There are no daily summaries of Saturdays and Sundays.',
    answers('summaries', (body) => ({
      ...body,
      data: body.data.filter((day: Loose) => new Date(day.timestamp).getUTCDay() % 6 !== 0),
    })),
  ),
];
