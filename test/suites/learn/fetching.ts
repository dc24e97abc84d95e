import type { Scenario } from '../../../engine/catalogue/check.ts';
import type { Bound, Exchange } from '../../../engine/index.ts';
import { guide } from '../../../suites/learn/guide.ts';
import type { Given } from '../answered.ts';
import { boundTo, requirementOf, userOf } from '../asking.ts';
import { judgedBy } from '../recorded.ts';

export const guideIds = ['a', 'b', 'c'].map((letter) => letter.repeat(24));

/** Returns the context of a run that found these ids in the listing. */
export function knowing(ids: readonly string[] = guideIds, changes: Partial<Bound> = {}): Bound {
  return boundTo('guide', { facts: { tokens: {}, refusedTokens: {}, guideIds: ids }, ...changes });
}

export const entry = (id: string) => ({
  id,
  key: `key of ${id}`,
  slug: `slug of ${id}`,
  title: `Title of ${id}`,
});

export function listing(...ids: readonly string[]): Given {
  return { body: { data: ids.map(entry) } };
}

interface Asked {
  readonly step: string;
  /** The id of the guide, or undefined for the listing. */
  readonly id: string | undefined;
  readonly nth: number;
  readonly user: 'first' | 'second';
}

export type Guides = (asked: Asked) => Given | Exchange | undefined;

/**
 * Runs guide/fetch against a target. By default each id yields its guide, and the listing has all
 * ids of the run.
 */
export async function fetched(target: Guides, of = knowing()) {
  const ids = of.facts.guideIds;
  const judged = await judgedBy(
    requirementOf<Scenario>(guide, 'fetch'),
    (step, path, nth, request) => {
      const last = path.split('/').at(-1) ?? '';
      const id =
        last === 'learning-guides'
          ? undefined
          : (ids[Number(/guide:(\d+)/.exec(last)?.[1] ?? 'NaN')] ?? last);
      return (
        target({ step, id, nth, user: userOf(request) }) ??
        (id ? { body: entry(id) } : listing(...ids))
      );
    },
    of,
  );
  return { ...judged, kinds: judged.kinds.join(), last: judged.judgements.at(-1) };
}

/** The kinds of judgements if all is well: one for each guide, and one for their comparison. */
export const allPass = 'pass,pass,pass,pass';
