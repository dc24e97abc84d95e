import { type NamedHabit, named } from './habit.ts';
import type { Json } from './messages.ts';
import type { Day } from './summaries.ts';

const each = (change: (day: Day, at: number) => void) => ({
  summaries: (shown: { data: Day[] }) => {
    for (const [at, day] of shown.data.entries()) change(day, at);
  },
});
const scores = (day: Day): Json[] => Object.values(day.sentimentScore) as Json[];
const performers = (day: Day): Json[] => [
  ...new Set([...day.performers.all, ...day.performers.best, ...day.performers.worst] as Json[]),
];
const amounts = (day: Day, text: (value: number) => string): void => {
  for (const part of Object.values(day.portfolio)) {
    for (const name of ['displayValue', 'unrealisedMonthlyInterest', 'dailyInterest', 'upBy']) {
      if (name in part) part[name] = text(Number(part['value']));
    }
  }
};

export const summaryHabits: readonly NamedHabit[] = [
  named('scores-next-to-nothing', 'Scores are tiny, negative or minus zero', () =>
    each((day) => {
      for (const [at, score] of scores(day).entries()) score['score'] = [1e-9, -3.25, -0, 0][at];
    }),
  ),
  named('an-asset-held-in-two-accounts', 'An asset that lies in two accounts is listed for each', () =>
    each((day) => {
      day.performers.all.push(structuredClone(day.performers.all[0]));
    }),
  ),
  named('best-and-worst-are-everything', 'The best are all that gained, and the worst all that lost', () =>
    each((day) => {
      day.performers.best = day.performers.all.filter((item) => 'upBy' in (item as Json));
      day.performers.worst = day.performers.all.filter((item) => 'downBy' in (item as Json));
    }),
  ),
  named('weights-below-one-in-a-thousand', 'Weights are said to be less than a tenth of a per cent', () =>
    each((day) => {
      for (const item of performers(day)) item['weight'] = '<\u202f0.1\u00a0%';
    }),
  ),
  named('francs-with-a-dash', 'Amounts are in francs with apostrophes and a dash for the cents', () =>
    each((day) => amounts(day, (value) => `Fr. ${Math.round(value * 1000).toLocaleString('de-CH')}.–`)),
  ),
  named('snapshots-a-millisecond-apart', 'Snapshots lie a millisecond apart', () =>
    each((day, at) => {
      day.timestamp = 1_700_000_000_000 - at;
    }),
  ),
  named('values-with-fifteen-digits', 'Values have fifteen digits, with a fraction', () =>
    each((day) => {
      for (const part of Object.values(day.portfolio)) part['value'] = 123_456_789_012.345;
    }),
  ),
];
