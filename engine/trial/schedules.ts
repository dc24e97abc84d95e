import type { Depth } from '../schema/vocabulary.ts';

/** A trial compares two arms: requests that differ in one respect. */
export type Arm = 0 | 1;

export type Round = Readonly<{
  arms: readonly Arm[];
  /** From the last response to this round. */
  pauseMs?: number;
  /** At a URL that was never requested before: with a meaningless parameter. */
  isUnique?: true;
}>;

export type Schedule = Readonly<{
  /** One for each arm, one for both, a new one for each request, or whichever is free. */
  connection: 'by-arm' | 'shared' | 'new' | 'any';
  rounds: (depth: Depth) => readonly Round[];
  /** Monitors may judge a refusal, because both arms were served before. */
  isServedBefore?: true;
}>;

/**
 * The Thue–Morse sequence. It has no period, so it never stays in step with replicas that take
 * turns, or with content that changes periodically. At every distance, some arms differ.
 */
export const thueMorse = (count: number, start: Arm = 0): readonly Arm[] =>
  Array.from({ length: count }, (_, nth) => parityOf(nth, start));

const parityOf = (nth: number, start: Arm = 0): Arm =>
  nth === 0 ? start : parityOf(nth >> 1, nth & 1 ? otherThan(start) : start);

export const arms: readonly Arm[] = [0, 1];
export const otherThan = (arm: Arm): Arm => (arm === 0 ? 1 : 0);
const roundOf = (arm: Arm, isUnique = false): Round => ({
  arms: [arm],
  ...(isUnique && { isUnique }),
});
const inSequence = (order: readonly Arm[]) => order.map((arm) => roundOf(arm));
const repeated = (arm: Arm, times: number) => Array.from({ length: times }, () => arm);

/** After this, a server has forgotten data that it keeps only briefly. */
const instantMs = 110;
/** Then no request of the other arm is in flight or queued. */
const calmMs = 500;
const pairs: Record<Depth, number> = { quick: 3, standard: 4, deep: 8 };

const crowdOf = (depth: Depth): Round => ({ arms: thueMorse(2 * pairs[depth]) });

const block = (arm: Arm) => [
  { arms: [arm] },
  { arms: [arm], pauseMs: instantMs },
  ...inSequence(repeated(arm, 2)),
];

/** After each pause, one arm is first, and both follow quickly. */
const afterPauses = (pauseMs: number): Schedule => ({
  connection: 'new',
  rounds: () =>
    thueMorse(8, 1).flatMap((arm) => [
      { arms: [arm], pauseMs },
      ...inSequence(thueMorse(8, otherThan(arm))),
    ]),
});

export const schedules = {
  /** The first request only separates the arms. */
  'baseline-0': { connection: 'by-arm', rounds: () => inSequence(repeated(0, 4)) },
  'baseline-1': { connection: 'by-arm', rounds: () => inSequence(repeated(1, 4)) },
  'in-turn': {
    connection: 'shared',
    isServedBefore: true,
    rounds: () => inSequence([...arms, ...arms]),
  },
  'shared-turns': { connection: 'shared', rounds: () => inSequence(thueMorse(12)) },
  crowd: { connection: 'any', rounds: (depth) => [crowdOf(depth)] },
  crowds: {
    connection: 'any',
    rounds: (depth) => [0, 1, 2].map(() => ({ ...crowdOf(depth), pauseMs: instantMs })),
  },
  turns: { connection: 'any', rounds: () => inSequence(thueMorse(32)) },
  blocks: { connection: 'new', rounds: () => thueMorse(16).flatMap(block) },
  /** Crowds of one arm alone show what depends on load only. */
  'crowds-apart': {
    connection: 'new',
    rounds: (depth) =>
      [...arms, ...arms].map((arm) => ({
        arms: repeated(arm, 2 * pairs[depth]),
        pauseMs: calmMs,
        isUnique: true,
      })),
  },
  /**
   * Unique URLs miss every cache with the URL in its key. The usual URL of the other arm shows its
   * cached response.
   */
  'unique-urls': {
    connection: 'new',
    rounds: () => thueMorse(16, 1).flatMap((arm) => [roundOf(arm, true), roundOf(otherThan(arm))]),
  },
  /** Found by search: neither order stays in step with the other, or with alternating replicas. */
  'with-unique-urls': {
    connection: 'any',
    rounds: () => thueMorse(64).map((bit, nth) => roundOf(parityOf(23 * nth + 4), bit === 0)),
  },
  'second-at-unique-urls': {
    connection: 'any',
    rounds: () => thueMorse(32).map((arm) => roundOf(arm, arm === 1)),
  },
  'after-2.5-s': afterPauses(2_500),
  'after-11-s': afterPauses(11_000),
  'after-62-s': afterPauses(62_000),
} as const satisfies Record<string, Schedule>;

export const pauseMsOf = (name: ScheduleName) =>
  schedules[name].rounds('standard')[0]?.pauseMs ?? 0;

/** Part of the steps of trials, and so of the keys in the evidence. */
export type ScheduleName = keyof typeof schedules;
