import type { Scenario } from '../../../engine/catalogue/check.ts';
import { type Bound, type Exchange, sentHeader } from '../../../engine/index.ts';
import { guides } from '../../../suites/learn/guides.ts';
import type { Given } from '../answered.ts';
import { boundTo, requirementOf, userOf } from '../asking.ts';
import { judgedBy } from '../recorded.ts';

export const listingOf = (...data: readonly unknown[]): Given => ({ body: { data } });

/** Returns a listing of guides whose ids are these letters. */
export const letters = (ids: string): Given =>
  listingOf(...[...ids].map((id) => ({ id, title: id })));

interface Asked {
  readonly user: 'first' | 'second';
  readonly path: string;
  readonly nth: number;
  /** True if the request has no Accept header. */
  readonly isBare: boolean;
}

export type Listings = (step: string, asked: Asked) => Given | Exchange;

export async function judgedListings(name: string, target: Listings, changes: Partial<Bound> = {}) {
  const { kinds, ...judged } = await judgedBy(
    requirementOf<Scenario>(guides, name),
    (step, path, nth, request) =>
      target(step, {
        user: userOf(request),
        path,
        nth,
        isBare: sentHeader(request, 'accept').length === 0,
      }),
    boundTo('guides', changes),
  );
  return { ...judged, kinds: kinds.join() };
}
