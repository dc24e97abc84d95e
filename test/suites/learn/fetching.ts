import type { Scenario } from '../../../engine/catalogue/check.ts';
import type { Bound, Exchange } from '../../../engine/index.ts';
import { guide } from '../../../suites/learn/guide.ts';
import type { Given } from '../answered.ts';
import { boundTo, requirementOf, userOf } from '../asking.ts';
import { judgedBy } from '../recorded.ts';

export const guideIds = ['a', 'b', 'c'].map((letter) => letter.repeat(24));

/** A run that found these ids in the listing. */
export function knowing(ids: readonly string[] = guideIds, changes: Partial<Bound> = {}): Bound {
  return boundTo('guide', { facts: { tokens: {}, refusedTokens: {}, guideIds: ids }, ...changes });
}

/** What the listing says of a guide. */
export const entry = (id: string) => ({ id, key: `key of ${id}`, slug: `slug of ${id}`, title: `Title of ${id}` });

/** A listing of these guides. */
export function listing(...ids: readonly string[]): Given {
  return { body: { data: ids.map(entry) } };
}

interface Asked {
  readonly step: string;
  /** The id of the guide; undefined for the listing. */
  readonly id: string | undefined;
  readonly nth: number;
  readonly user: 'first' | 'second';
}

export type Guides = (asked: Asked) => Given | Exchange | undefined;

/** What guide/fetch judges of a target. By default each id yields its entry, and the listing has all ids of the run. */
export async function fetched(target: Guides, of = knowing()) {
  const ids = of.facts.guideIds;
  const judged = await judgedBy(
    requirementOf<Scenario>(guide, 'fetch'),
    (step, path, nth, request) => {
      const last = path.split('/').at(-1) ?? '';
      const id = last === 'learning-guides' ? undefined : (ids[Number(/guide:(\d+)/.exec(last)?.[1] ?? 'NaN')] ?? last);
      return target({ step, id, nth, user: userOf(request) }) ?? (id ? { body: entry(id) } : listing(...ids));
    },
    of,
  );
  return { ...judged, kinds: judged.kinds.join(), last: judged.judgements.at(-1) };
}

/** One guide each, and the comparison of them. */
export const allHeld = 'held,held,held,held';
