import { describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { override } from '../../fixtures/reference/index.ts';
import { configFor, fullConfigFor, withOutcome } from '../engine/session/in-process.ts';
import { simulate } from '../simulation/simulate.ts';

// A requirement that compares elements has nothing to judge if each list is empty or has one
// element.

/** Returns the value with at most so many elements in each array, at every depth. */
function cut(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((one) => cut(one, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cut(member, most)]),
  );
}

async function certifyCut(most: number, isAllAllowed: boolean): Promise<Result> {
  const compose = override('serialise', (original) => (visit, value) => {
    return original(visit, visit.endpoint === undefined ? value : cut(value, most));
  });
  const { result } = await simulate({
    compose,
    configured: isAllAllowed ? fullConfigFor : configFor,
    config: { claim: withLists },
  });
  return result;
}

/** The areas whose requirements compare elements. */
const withLists = ['learn', 'daily-summaries', 'notification-settings'] as const;

const needElements = [
  'guide/fetch',
  'guide/malformed-id',
  'guide/unknown-id',
  'guides/chapter-count',
  'guides/content-type-member',
  'guides/localised',
  'guides/localised-ids',
  'guides/schema',
  'notifications/grouping',
  'notifications/ids-stable',
  'notifications/known-ids',
  'notifications/localised',
  'notifications/schema',
  'summaries/currency-text',
  'summaries/member-key',
  'summaries/percent-text',
  'summaries/performer-direction',
  'summaries/schema',
  'summaries/timestamp',
  'summaries/timestamp-digits',
];

const needTwo = [
  'guides/order-stable',
  'guides/unique-ids',
  'notifications/grouping',
  'summaries/performer-lists',
];

describe.each([
  [0, 'is empty', [...needElements, ...needTwo]],
  [1, 'has one element', needTwo],
])('on a target whose every list has at most %d elements', (most, what, needing) => {
  test(`nothing passes that needs more, whatever is allowed: each list ${what}`, {
    timeout: 240_000,
  }, async () => {
    const reading = await certifyCut(most, false);
    const all = await certifyCut(most, true);
    for (const result of [reading, all]) {
      const passed = withOutcome(result, 'pass', 'observed');
      expect(passed.filter((id) => needing.includes(id))).toEqual([]);
      expect(result.harnessErrors).toEqual([]);
      expect(
        result.failures.filter(({ outcome }) => outcome === 'fail').map(({ message }) => message),
      ).toEqual([]);
      expect(result.verdict).toBe('inconclusive');
    }
    // A permission changes only what needs it.
    const outcomes = new Map(all.requirements.map(({ id, outcome }) => [id, outcome]));
    const lost = reading.requirements.filter(({ outcome }) => outcome === 'inconclusive');
    expect(lost.filter(({ id }) => outcomes.get(id) === 'pass').map(({ id }) => id)).toEqual([]);
  });
});
