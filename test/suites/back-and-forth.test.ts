import { expect, test } from 'vitest';
import { type Answered, fail, jsonObject, pass } from '../../engine/index.ts';
import { backAndForth } from '../../suites/back-and-forth.ts';
import { answered } from './answered.ts';

const fold = backAndForth({
  sightOf: (one) => ({ group: 'all', sight: String(jsonObject(one)?.['shows']) }),
  nothing: 'nothing was shown',
  fail: (one, other) => fail('went and came back', one, other),
});

/** Returns an exchange that takes no time. */
const seen = (shows: string, at: number): Answered => ({ ...answered({ body: { shows }, at }), sentAt: at });
const concluded = (all: readonly Answered[]) =>
  fold.conclude(all.reduce((state, one) => fold.add(state, one), fold.empty()));

const longest = 4_500;
const turn = 10_000;

/** Around an edit, responses alternate between old and new content at these times in milliseconds. */
test.each<[string, string, first: 'old' | 'new', at: readonly number[]]>([
  ['pass', 'the old comes once more, from a replica that has the edit later', 'new', [0, 1_000, 20_000]],
  ['pass', 'the old comes as long as a replica may have it later', 'new', [0, longest, 20_000]],
  ['fail', 'the old comes longer than that', 'new', [0, longest + 1, 20_000]],
  ['pass', 'the old is requested last when the new has just come', 'old', [0, turn, turn + longest]],
  ['fail', 'the old is requested later than that', 'old', [0, turn, turn + longest + 1]],
])('%s: %s', (kind, _what, first, at) => {
  const all = at.map((one, nth) => seen((nth % 2 === 0) === (first === 'old') ? 'old' : 'new', one));
  expect(concluded(all).kind).toBe(kind);
  // The order in which exchanges are added does not matter.
  expect(concluded(all.toReversed()).kind).toBe(kind);
});

test('nothing is concluded if nothing was shown', () => {
  expect(concluded([])).toMatchObject({ kind: 'inconclusive', why: 'nothing was shown' });
  expect(concluded([seen('one', 0)])).toEqual(pass());
});
