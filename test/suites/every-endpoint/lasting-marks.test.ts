import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import type { Seen } from '../../../suites/every-endpoint/enquiry.ts';
import { areAll, askAlone, askInCrowds, lastingMarks } from '../../../suites/every-endpoint/lasting-marks.ts';
import { leavesOf, type Marks, marksOf } from '../../../suites/every-endpoint/own-answers.ts';
import { enquiring, seen } from './two-users.ts';

/**
 * Runs an enquiry `ago` milliseconds after the last response. Resolves to the users and the pauses before each step.
 */
async function asked(
  questions: (enquiry: ReturnType<typeof enquiring>, last: Seen) => Promise<readonly Seen[]>,
  ago = 0,
) {
  const before = Date.now() - ago;
  const steps = new Map<string, number>();
  const fresh = new Set<boolean>();
  const enquiry = enquiring((step, user, isFresh) => {
    fresh.add(isFresh);
    const at = Date.now();
    steps.set(step.replace(/-\d+$/, ''), steps.get(step.replace(/-\d+$/, '')) ?? at);
    return seen(user, null, { at });
  });
  const all = await questions(enquiry, seen('second', null, { at: before }));
  const moments = [...steps.values()];
  // A timer may fire a millisecond early.
  const pauses = moments.map((moment, nth) => moment - (moments[nth - 1] ?? before) + 2);
  return { users: all.map(({ user }) => user), fresh: [...fresh], pauses };
}

/** Checks that each pause is at least as long as the expected one. */
function expectPauses(pauses: readonly number[], least: readonly number[]): void {
  for (const [nth, ms] of least.entries()) expect(pauses[nth]).toBeGreaterThanOrEqual(ms);
}

describe('a user alone', () => {
  test('is requested a second after the other, in no period, on new connections', async () => {
    const { users, fresh, pauses } = await asked((enquiry, last) => askAlone(enquiry, 'first', last), 950);
    expect([users, fresh]).toEqual([Array(32).fill('first'), [true]]);
    expectPauses(pauses, [1_000, 10, 35, 5, 60, 20, 90, 15, 45, 0, 70, 30, 25, 80, 5, 50]);
  });

  test('is requested as often at the same time as both users were', async () => {
    const { users, fresh, pauses } = await asked((enquiry, last) => askInCrowds(enquiry, 'first', last, 8), 450);
    expect([users, fresh, pauses.length]).toEqual([Array(24).fill('first'), [true], 3]);
    expectPauses(pauses, [500, 40, 15]);
    expect((await asked((enquiry) => askInCrowds(enquiry, 'first', undefined, 8))).users).toHaveLength(24);
  });

  test('counts if every response is the user’s own', () => {
    const all = Array.from({ length: 32 }, () => seen('second', null));
    expect(areAll(all, () => true)).toBe(true);
    expect(areAll(all.slice(1), () => true)).toBe(false);
    expect(areAll(all, (one) => one !== all[7])).toBe(false);
  });
});

describe('marks that last', () => {
  const marks: Marks = new Map([
    ['/name', ['"Ann"', '"Bea"']],
    ['/servedBy', ['"a"', '"b"']],
  ]);
  const answers = (name: string, replicas: string) => [...replicas].map((servedBy) => leavesOf({ name, servedBy }));
  const lasting = (first: string, second: string) => {
    const left = lastingMarks(marks, answers('Ann', first), answers('Bea', second));
    return [[...left.marks.keys()].join(), left.isDoubtful];
  };
  const often = 'a'.repeat(31);
  const both = '/name,/servedBy';

  test.each([
    ['always', 'aaaa', 'bbbb', both, false],
    ['three times in four for one', 'aaab', 'bbbb', both, false],
    ['less often', 'aabb', 'bbbb', '/name', true],
    ['by chance', 'abab', 'abab', '/name', false],
    ['nearly by chance', 'aabbb', 'bbbbb', '/name', true],
    ['but for the other user’s at the end', `${often}b`, 'b'.repeat(32), '/name', false],
    ['but for the other user’s at the end, for the second', 'a'.repeat(32), `${'b'.repeat(31)}a`, '/name', false],
    ['but for the other user’s at first', `b${often}`, 'b'.repeat(32), both, false],
    ['but for a third value', `${often}c`, 'b'.repeat(32), both, false],
    ['never', '', '', '', false],
  ])('%s', (_what, first, second, left, isDoubtful) => {
    expect(lasting(first, second)).toEqual([left, isDoubtful]);
  });

  test.each([
    ['Bea', 'a', '/name'],
    ['Bea', 'b', both],
    ['Bea twice', 'b', both],
  ])('are not the other user’s in a crowd, if the rest is the user’s own: %s, %s', (name, servedBy, left) => {
    const crowds = [{ user: 'second' as const, leaves: leavesOf({ name, servedBy }) }];
    const { marks: all } = lastingMarks(marks, answers('Ann', 'aaaa'), answers('Bea', 'bbbb'), crowds);
    expect([...all.keys()].join()).toBe(left);
  });

  const element: Marks = new Map([['/data/0', ['"a"', '"b"']]]);
  const listed = (...lists: readonly string[]) => lists.map((data) => leavesOf({ data: [...data] }));
  test.each<[number, boolean, string, readonly string[], readonly string[]]>([
    [0, true, 'of which another element varies', ['ax', 'ay', 'az'], ['bx', 'by', 'bz']],
    [1, false, 'of which it varies in the other user’s alone', ['ax', 'ax', 'ax', 'bz'], ['bx']],
    [1, false, 'that is the other user’s as a whole', [...often, 'b'], [...'b'.repeat(32)]],
  ])('%i (%s) in a list %s', (count, isDoubtful, _what, first, second) => {
    const left = lastingMarks(element, listed(...first), listed(...second));
    expect([left.marks.size, left.isDoubtful]).toEqual([count, isDoubtful]);
  });

  test.each<[number, string, (of: string) => Json]>([
    [8, 'of more members than a node has', (of) => ({ id: of, isin: `of ${of}`, label: `as ${of}`, best: `by ${of}` })],
    [0, 'of one member', (shard) => ({ shard })],
  ])('%i in elements %s that are the other user’s at last', (count, _what, part) => {
    const of = (name: string, whose: string) => leavesOf({ name, data: [part(whose), part(whose)] });
    const [first, second] = [of('Ann', 'a'), of('Bea', 'b')];
    const alone = (own: typeof first) => Array.from({ length: 31 }, () => own);
    const left = lastingMarks(marksOf([first], [second]), [...alone(first), of('Ann', 'b')], alone(second));
    expect([...left.marks.keys()].filter((path) => path !== '/name')).toHaveLength(count);
  });
});
