import { summaryOf } from './batch.ts';
import { groupsOf } from './exits.ts';
import { overpunch } from './picture.ts';
import { answers, type DefectToggle, defect, headers, type Loose } from './toggle-kinds.ts';

const listing = (reply: { status: number }, area: string): boolean => area === 'guides' && reply.status === 200;
const TWENTY_CENTURIES = 730_485 * 86_400_000;
const SINCE_1900 = 2_208_988_800_000;

/** Changes the summary of one day, counted from the oldest. */
const dayAt = (wanted: number, change: (day: Loose) => unknown) => ({
  summary: (day: Parameters<typeof summaryOf>[0], edit: Parameters<typeof summaryOf>[1], at: number) => {
    const summary: Loose = summaryOf(day, edit);
    if (at === wanted) change(summary);
    return summary;
  },
});

export const dataDefects: readonly DefectToggle[] = [
  defect(
    'lifetime-overpunched',
    'The lifetime of the listing is a zoned number with its sign in the last digit: max-age=180{.',
    'guides/cache-control-present',
    headers(() => ({ 'Cache-Control': `private, max-age=${overpunch(1800)}` }), listing),
    ['guides/cache-control-lifetime', 'guides/cache-control-form'],
  ),
  defect(
    'assumed-decimal-point',
    'The lifetime of the listing has two decimals behind an assumed point, which nobody sees: max-age=180000.',
    'guides/cache-control-lifetime',
    headers(() => ({ 'Cache-Control': 'private, max-age=180000' }), listing),
    ['guides/cache-control-form'],
  ),
  defect(
    'vary-in-columns',
    'The field names of Vary stand in columns of sixteen characters, with spaces between them instead of commas.',
    'guides/vary',
    headers(() => ({ Vary: 'Authorization   x-user-id' }), listing),
  ),
  defect(
    'table-runs-into-the-next',
    'The losing performers are counted by the counter of the gaining ones, and the table runs on into the one behind it.',
    'summaries/performer-lists',
    {
      summary: (day, edit) => {
        const summary: Loose = summaryOf(day, edit);
        const { best, worst } = summary.performers;
        summary.performers.worst = [...worst, ...best].slice(0, best.length);
        return summary;
      },
    },
  ),
  defect(
    'differences-overpunched',
    'A negative number of maxValueDifferences is a text of zoned digits, the last of which is a letter for the sign.',
    'summaries/max-value-differences',
    answers('summaries', (body) => ({
      ...body,
      maxValueDifferences: Object.fromEntries(
        Object.entries(body.maxValueDifferences).map(([name, value]) => [
          name,
          Number(value) < 0 ? overpunch(Number(value), 2) : value,
        ]),
      ),
    })),
  ),
  defect('blank-when-zero', 'The picture of the daily interest is blank when zero.', 'summaries/currency-text', {
    summary: (day, edit) => {
      const summary: Loose = summaryOf(day, edit);
      if (day.interest === 0) summary.portfolio.savings.dailyInterest = '        ';
      return summary;
    },
  }),
  defect(
    'check-protection-stars',
    'Weights are edited with check protection, three asterisks for leading zeros, and one below one per cent is ***%.',
    'summaries/percent-text',
    {
      summary: (day, edit) =>
        summaryOf(day, { ...edit, percent: (value) => (value < 1 ? '***%' : edit.percent(value)) }),
    },
  ),
  defect(
    'year-without-a-century',
    'The oldest day has a year of two digits, which nothing completes: it lies in the first century.',
    'summaries/timestamp-digits',
    dayAt(0, (day) => {
      day.timestamp -= TWENTY_CENTURIES;
    }),
  ),
  defect(
    'store-clock-of-1900',
    'The newest day is stamped by the clock of the machine, which counts from 1900.',
    'summaries/timestamp-digits',
    dayAt(6, (day) => {
      day.timestamp += SINCE_1900;
    }),
  ),
  defect(
    'trailer-record-is-a-day',
    'The trailer of the file of the batch, with the number of records, is mapped as one more day.',
    'summaries/schema',
    answers('summaries', (body) => ({
      ...body,
      data: [...body.data, { recordType: 'T', recordCount: body.data.length }],
    })),
  ),
  defect(
    'query-reads-the-former-generation',
    'Any query is a parameter of the job, and its presence counts for one: daily summaries come from generation (-1).',
    'robustness/unexpected-query',
    { relative: ({ query }) => (query === '' ? 0 : -1) },
  ),
  defect(
    'last-control-group-is-not-printed',
    'Groups of notifications are written at a control break, and at the end of a channel there is none: the last is missing.',
    'notifications/known-ids-complete',
    { groups: (channel, rows) => groupsOf(rows.filter((row) => row[1] === channel)).slice(0, -1) },
  ),
  defect(
    'overlapping-conditions',
    'Condition names give records 1 to 8 to the app and 8 to 10 to e-mail: the eighth is in both channels.',
    'notifications/known-ids',
    {
      groups: (channel, rows) => groupsOf(rows.filter(([number]) => (channel === 'app' ? number <= 8 : number >= 8))),
    },
    ['notifications/grouping'],
  ),
];
