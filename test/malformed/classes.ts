import { beforeAll, describe, expect, test } from 'vitest';
import { type Asking, type SeenCase, type Spectator, seeds, spectator } from './at-standard.ts';

/** Whether a value is of a class, and the share that the class has at least among what is drawn; none where it is only listed. */
export type Class = readonly [isOf: (value: string, seen: SeenCase, token: string) => boolean, leastDrawn?: number];
export type Classes = Readonly<Record<string, Class>>;

/**
 * States the classes of malformed values that a check tries at depth standard: with each seed there is a case of every
 * class, every listed case is of one, and what is drawn has no less than the stated shares. `seldom`: classes that a
 * seed may leave out on this endpoint.
 */
export function describeClasses(
  asking: Asking,
  textOf: (seen: SeenCase) => string | undefined,
  classes: Classes,
  seldom: Classes = {},
): void {
  describe(`the cases of ${asking}`, () => {
    const all: Classes = { ...classes, ...seldom };
    let watcher: Spectator;
    let bySeed: readonly (readonly SeenCase[])[];
    const isOf = (name: string, seen: SeenCase) => all[name]?.[0](textOf(seen) ?? '', seen, watcher.token) === true;

    beforeAll(async () => {
      watcher = await spectator();
      bySeed = await watcher.cases(asking);
    });

    test.each(Object.keys(classes))('with every seed one is %s', (name) => {
      const without = seeds.filter((_, at) => !bySeed[at]?.some((seen) => isOf(name, seen)));
      expect(without).toEqual([]);
    });

    test('are each of a class that is stated', () => {
      const listed = bySeed.flat().filter(({ isDrawn }) => !isDrawn);
      const stray = listed.filter((seen) => !Object.keys(all).some((name) => isOf(name, seen)));
      expect([...new Set(stray.map(({ label }) => label))]).toEqual([]);
    });

    test('stay within the bounds of header section, target and body', () => {
      for (const { wire, label } of bySeed.flat()) {
        expect(wire.path.length, label).toBeLessThan(2_048);
        expect(wire.body?.length ?? 0, label).toBeLessThan(16_384);
        const fields = ['authorization', 'x-user-id', 'content-type'].map((name) => wire.header(name)?.length ?? 0);
        expect(
          fields.reduce((sum, length) => sum + length),
          label,
        ).toBeLessThan(4_096 - 200);
      }
    });

    const drawn = Object.entries(all).filter(([, [, least]]) => least !== undefined);
    if (drawn.length === 0) return;
    test('are drawn in the stated shares', () => {
      const draws = bySeed.flat().filter((seen) => seen.isDrawn);
      const shares = drawn.map(([name]) => [name, draws.filter((seen) => isOf(name, seen)).length / draws.length]);
      const scarce = shares.filter(([name, share]) => Number(share) < Number(all[String(name)]?.[1]));
      expect(scarce).toEqual([]);
    });
  });
}
