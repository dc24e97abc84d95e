import type { Bound } from '../../../engine/index.ts';
import type { Given } from '../answered.ts';
import { boundTo } from '../asking.ts';

export const listingOf = (...data: readonly unknown[]): Given => ({ body: { data } });

/** Returns a listing of guides whose ids are these letters. */
export const letters = (ids: string): Given =>
  listingOf(...[...ids].map((id) => ({ id, title: id })));

/** Returns the context of a run that found these ids in the listing. */
export function knowing(ids: readonly string[], changes: Partial<Bound> = {}): Bound {
  return boundTo('guide', { facts: { tokens: {}, refusedTokens: {}, guideIds: ids }, ...changes });
}
