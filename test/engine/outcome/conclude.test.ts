import { expect, test } from 'vitest';
import { foldMerger } from '../../../cli/shards.ts';
import { mannerOf } from '../../../engine/catalogue/recipe.ts';
import { fail, monitor, type Part, pass } from '../../../engine/index.ts';
import { conclude } from '../../../engine/outcome/conclude.ts';
import { finding, findingId } from '../../../engine/outcome/finding.ts';
import { count, emptyTally } from '../../../engine/outcome/tally.ts';
import { answered } from '../../suites/answered.ts';
import { failed } from '../failed.ts';
import { asks, catalogueWith, emptyPart, head, listens } from '../run/running.ts';

const summing = monitor<number>({
  ...head,
  id: 'every-endpoint/sum',
  matches: () => true,
  fold: {
    empty: () => 0,
    add: (sum) => sum + 1,
    merge: (left, right) => left + right,
    conclude: (sum) => {
      if (sum < 0) throw new RangeError('a negative sum');
      return sum > 1 ? failed('more than one') : pass();
    },
  },
});
const heard = listens();
const asked = asks([]);
const folding = catalogueWith([summing, heard, asked]);
const concluded = (sum: unknown, part: Partial<Part> = {}) =>
  conclude(folding, {
    ...emptyPart,
    folds: { [summing.id]: sum, [asked.id]: 3, [heard.id]: 3 },
    ...part,
  });

test('a conclusion counts for the whole run, in addition to earlier judgements', () => {
  expect(concluded(1).tallies).toMatchObject({ 'every-endpoint/sum|(run)': { held: 1 } });
  expect(Object.keys(concluded(1).tallies)).toEqual(['every-endpoint/sum|(run)']);
  expect(concluded(undefined).tallies).toEqual({});
  const earlier = emptyTally(summing.id, '(run)');
  for (const judgement of [pass(), failed('a cause')]) count(earlier, judgement);
  const before = { 'every-endpoint/sum|(run)': earlier };
  const { tallies } = concluded(2, { tallies: before });
  expect(tallies).toMatchObject({ 'every-endpoint/sum|(run)': { held: 1, violated: 2 } });
});

test('a violation becomes a finding, or joins one with the same cause', () => {
  const found = finding(summing.id, '(run)', failed('more than one'));
  expect(concluded(1).findings).toEqual({});
  expect(concluded(1).harnessErrors).toEqual([]);
  expect(Object.values(concluded(2).findings)).toMatchObject([
    { cause: 'more than one', count: 1 },
  ]);
  const { findings } = concluded(2, { findings: { [findingId(found)]: found } });
  expect(Object.values(findings)).toMatchObject([{ count: 2 }]);
});

test('a conclusion that throws is a harness error', () => {
  const earlier = [{ where: 'a', message: 'b' }];
  expect(concluded(-1, { harnessErrors: earlier })).toMatchObject({
    tallies: {},
    harnessErrors: [...earlier, { where: summing.id, message: 'RangeError: a negative sum' }],
  });
});

test('a fold merges the states of shards; without a fold, the first state is kept', () => {
  const merge = foldMerger(folding);
  expect(merge(summing.id, 2, 3)).toBe(5);
  expect(merge(asked.id, 2, 3)).toBe(2);
  expect(merge(heard.id, 2, 3)).toBe(2);
});

test('a fold concludes with the facts about its contradicting responses, and one of them', () => {
  const clashing = monitor<number>({
    ...head,
    id: 'every-endpoint/clashing',
    causes: { clash: { title: 'a clash', expected: 'none' } },
    matches: () => true,
    fold: {
      empty: () => 0,
      add: (sum) => sum,
      merge: (left) => left,
      conclude: (_state, clash) =>
        clash ? fail('clash', { mostMs: clash.mostMs, status: clash.answer.status }) : pass(),
    },
  });
  const facts = {
    ...{ clashing: 1, sameRoute: 1, together: 0, mostMs: 7 },
    endpoints: [],
  };
  const { exchange } = finding(clashing.id, '(run)', fail('clash'), answered({ status: 401 }));
  const pair = exchange ? { [clashing.id]: [exchange, exchange] as const } : expect.fail();
  const of = (part: Partial<Part>) =>
    conclude(catalogueWith([clashing]), { ...emptyPart, folds: { [clashing.id]: 0 }, ...part });
  const clashes = { [clashing.id]: facts };
  expect(Object.values(of({ pairs: pair, clashes }).findings)).toMatchObject([
    { facts: { mostMs: { value: 7 }, status: { value: 401 } } },
  ]);
  for (const part of [{}, { pairs: pair }, { clashes }]) expect(of(part).findings).toEqual({});
});

test.each([
  ['in-flight', { together: 1 }],
  ['same-connection', { together: 0 }],
  ['in-sequence', { together: 2, mostMs: 1_000 }],
])('contradicting responses are requested again: %s', (kind, changes) => {
  const facts = {
    clashing: 2,
    sameRoute: 2,
    together: 0,
    mostMs: 999,
    endpoints: [],
  };
  const shown = finding(summing.id, 'GET /a', failed(''), answered()).exchange ?? expect.fail();
  const { findings } = concluded(2, {
    clashes: { [summing.id]: { ...facts, ...changes } },
    pairs: { [summing.id]: [shown, shown] },
  });
  expect(Object.values(findings).map(({ recipe }) => recipe && mannerOf(recipe))).toEqual([kind]);
});
