import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import type { Enquiry, Seen, User } from '../../suites/every-endpoint/enquiry.ts';
import { areAll, askAlone, askInCrowds, lastingMarks } from '../../suites/every-endpoint/lasting-marks.ts';
import { leavesOf, type Marks, marksOf } from '../../suites/every-endpoint/own-answers.ts';
import { answered } from '../suites/answered.ts';

/** Answers at once, and remembers when each pair was asked, and whether on new connections. */
function answering() {
  const moments: number[] = [];
  const fresh: (boolean | undefined)[] = [];
  const atOnce = async (_step: string, users: readonly User[], isFresh?: boolean): Promise<Seen[]> => {
    const at = Date.now();
    moments.push(at);
    fresh.push(isFresh);
    return users.map((user) => ({ user, exchange: answered({ at }), body: null, leaves: leavesOf(null) }));
  };
  const none = async () => undefined;
  const enquiry: Enquiry = {
    name: 'cash',
    failures: [],
    atOnce,
    inTurn: async () => [],
    onOneConnection: async () => [],
    once: none,
    inSessionOfFirst: none,
  };
  return { enquiry, moments, fresh };
}

describe('one user asked alone', () => {
  const seen = (at: number): Seen => ({
    user: 'second',
    exchange: answered({ at }),
    body: null,
    leaves: leavesOf(null),
  });

  test('is asked a second after the other, and then in no period', async () => {
    const { enquiry, moments, fresh } = answering();
    const before = Date.now();
    const all = await askAlone(enquiry, 'first', seen(before));
    expect(all).toHaveLength(32);
    expect(all.every(({ user }) => user === 'first')).toBe(true);
    expect(new Set(fresh)).toEqual(new Set([true]));
    // A timer may fire a millisecond early.
    const pauses = moments.map((moment, nth) => moment - (moments[nth - 1] ?? before) + 2);
    expect(pauses[0]).toBeGreaterThanOrEqual(1_000);
    for (const [nth, pause] of [10, 35, 5, 60, 20, 90, 15, 45, 0, 70, 30, 25, 80, 5, 50].entries())
      expect(pauses[nth + 1]).toBeGreaterThanOrEqual(pause);
  });

  test('waits for nobody where nobody asked', async () => {
    expect(await askAlone(answering().enquiry, 'first', undefined)).toHaveLength(32);
  });

  test('is asked for as often at once as both were, once nothing is left over', async () => {
    const { enquiry, moments, fresh } = answering();
    const before = Date.now();
    const all = await askInCrowds(enquiry, 'first', seen(before), 8);
    expect(all.map(({ user }) => user)).toEqual(Array.from({ length: 3 * 8 }, () => 'first'));
    expect(fresh).toEqual([true, true, true]);
    const pauses = moments.map((moment, nth) => moment - (moments[nth - 1] ?? before) + 2);
    for (const [nth, pause] of [500, 40, 15].entries()) expect(pauses[nth]).toBeGreaterThanOrEqual(pause);
    expect(await askInCrowds(enquiry, 'first', undefined, 8)).toHaveLength(3 * 8);
  });

  test('counts where each question was answered with the own', () => {
    const all = Array.from({ length: 32 }, () => seen(0));
    expect(areAll(all, () => true)).toBe(true);
    expect(areAll(all.slice(1), () => true)).toBe(false);
    expect(areAll(all, (one) => one !== all[7])).toBe(false);
  });
});

describe('the marks that last', () => {
  const marks: Marks = new Map([
    ['/name', ['"Ann"', '"Bea"']],
    ['/servedBy', ['"a"', '"b"']],
  ]);
  const answers = (name: string, replicas: string) => [...replicas].map((servedBy) => leavesOf({ name, servedBy }));
  const lasting = (first: string, second: string) => {
    const left = lastingMarks(marks, answers('Ann', first), answers('Bea', second));
    return [[...left.marks.keys()], left.isDoubtful];
  };

  test.each<[string, string, string, readonly string[], boolean]>([
    ['always', 'aaaa', 'bbbb', ['/name', '/servedBy'], false],
    ['three times in four for one', 'aaab', 'bbbb', ['/name', '/servedBy'], false],
    ['less often', 'aabb', 'bbbb', ['/name'], true],
    ['by chance', 'abab', 'abab', ['/name'], false],
    ['nearly by chance', 'aabbb', 'bbbbb', ['/name'], true],
  ])('%s', (_what, first, second, left, isDoubtful) => {
    expect(lasting(first, second)).toEqual([left, isDoubtful]);
  });

  test('are none in a list of which another element varies', () => {
    const element: Marks = new Map([['/data/0', ['"a"', '"b"']]]);
    const answersOf = (id: string) => ['x', 'y', 'z'].map((other) => leavesOf({ data: [id, other] }));
    const left = lastingMarks(element, answersOf('a'), answersOf('b'));
    expect([left.marks.size, left.isDoubtful]).toEqual([0, true]);
    // An answer that is not the own tells nothing of what varies.
    const steady = ['x', 'x', 'x'].map((other) => leavesOf({ data: ['a', other] }));
    const strange = [leavesOf({ data: ['b', 'z'] })];
    expect(lastingMarks(element, [...steady, ...strange], answersOf('b').slice(0, 1)).marks.size).toBe(1);
  });

  test('are none that a user alone shows as the other’s when nothing is left over of that one', () => {
    const often = 'a'.repeat(31);
    expect(lasting(`${often}b`, 'b'.repeat(32))).toEqual([['/name'], false]);
    expect(lasting('a'.repeat(32), `${'b'.repeat(31)}a`)).toEqual([['/name'], false]);
    expect(lasting(`b${often}`, 'b'.repeat(32))).toEqual([['/name', '/servedBy'], false]);
    expect(lasting(`${often}c`, 'b'.repeat(32))).toEqual([['/name', '/servedBy'], false]);
  });

  test('are none that a user shows as the other’s in a crowd, where nothing else is told by what varies', () => {
    const inCrowd = (name: string, servedBy: string) => {
      const crowds = [{ user: 'second' as const, leaves: leavesOf({ name, servedBy }) }];
      return [...lastingMarks(marks, answers('Ann', 'aaaa'), answers('Bea', 'bbbb'), crowds).marks.keys()];
    };
    expect(inCrowd('Bea', 'a')).toEqual(['/name']);
    expect(inCrowd('Bea', 'b')).toEqual(['/name', '/servedBy']);
    expect(inCrowd('Bea twice', 'b')).toEqual(['/name', '/servedBy']);
  });

  test('are kept where the whole answer is the other’s, and holds data', () => {
    const listed: Marks = new Map([['/data/0', ['"a"', '"b"']]]);
    const answersOf = (ids: string) => [...ids].map((id) => leavesOf({ data: [id] }));
    expect(lastingMarks(listed, answersOf(`${'a'.repeat(31)}b`), answersOf('b'.repeat(32))).marks.size).toBe(1);
  });

  test('are kept where a part is the other’s in more members than a node has, not where it is one of each element', () => {
    const left = (part: (of: string) => Json) => {
      const of = (name: string, other: string) => leavesOf({ name, data: [part(other), part(other)] });
      const [first, second] = [of('Ann', 'a'), of('Bea', 'b')];
      const alone = (own: typeof first) => Array.from({ length: 31 }, () => own);
      const lasting = lastingMarks(marksOf([first], [second]), [...alone(first), of('Ann', 'b')], alone(second));
      return [...lasting.marks.keys()].filter((path) => path !== '/name').length;
    };
    expect(left((of) => ({ id: of, isin: `of ${of}`, label: `as ${of}`, best: `by ${of}` }))).toBe(8);
    expect(left((shard) => ({ shard }))).toBe(0);
  });

  test('of answers that nobody got there are none', () => {
    expect(lasting('', '')).toEqual([[], false]);
  });
});
