import { expect, test } from 'vitest';
import { type Answered, held, jsonObject, violated } from '../../engine/index.ts';
import { backAndForth } from '../../suites/back-and-forth.ts';
import { answered } from './answered.ts';

const fold = backAndForth({
  sightOf: (one) => ({ group: 'all', sight: String(jsonObject(one)?.['shows']) }),
  nothing: 'nothing was shown',
  violated: (one, other) => violated('went and came back', one, other),
});

/** What is asked for at this moment and answered at once. */
const seen = (shows: string, at: number): Answered => ({ ...answered({ body: { shows }, at }), sentAt: at });
const concluded = (all: readonly Answered[]) =>
  fold.conclude(all.reduce((state, one) => fold.add(state, one), fold.empty()));

const longest = 4_500;

/** The new and the old as they are seen around an edit, each with the milliseconds at which it is. */
test.each<[string, string, readonly (readonly [shows: string, at: number])[]]>([
  [
    'held',
    'the old comes once more from a replica that has the edit later',
    [
      ['new', 0],
      ['old', 1_000],
      ['new', 20_000],
    ],
  ],
  [
    'held',
    'as long as a replica may have it later',
    [
      ['new', 0],
      ['old', longest],
      ['new', 20_000],
    ],
  ],
  [
    'violated',
    'the old comes longer than that',
    [
      ['new', 0],
      ['old', longest + 1],
      ['new', 20_000],
    ],
  ],
  [
    'held',
    'the old is asked for last when the new has just come',
    [
      ['old', 0],
      ['new', 10_000],
      ['old', 10_000 + longest],
    ],
  ],
  [
    'violated',
    'the old is asked for later than that',
    [
      ['old', 0],
      ['new', 10_000],
      ['old', 10_000 + longest + 1],
    ],
  ],
])('%s: %s', (kind, _what, row) => {
  const all = row.map(([shows, at]) => seen(shows, at));
  expect(concluded(all).kind).toBe(kind);
  // Whichever of them is added first.
  expect(concluded([...all].reverse()).kind).toBe(kind);
});

test('where nothing was shown nothing is said', () => {
  expect(concluded([])).toMatchObject({ kind: 'unanswered', why: 'nothing was shown' });
  expect(concluded([seen('one', 0)])).toEqual(held());
});
