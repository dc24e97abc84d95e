import { type Bound, beyondClaim, declaredId, type Judgement, unanswered } from '../engine/index.ts';
import { endpoints } from './endpoints.ts';

/** Endpoints that show whether a token is accepted, in the order in which they are tried. */
export const accepting = ['notifications', 'summaries', 'guides', 'cash', 'portfolios', 'insights'] as const;

/** The covered ones of them; behind them what is declared to be read, and the update of the address. */
export function witnesses({ profile, covers }: Bound): readonly string[] {
  const declared = profile.endpoints
    .filter(({ method, safety }) => method === 'GET' && safety === 'read')
    .map(declaredId);
  return [...accepting, ...declared, 'address'].filter((name) => covers(name));
}

/**
 * That nothing of the claim can show it, which is in nobody's way; unless an area is claimed of which nothing is asked at
 * all, so that nothing would be certified of it.
 */
export function unwitnessed({ profile, covers, claim }: Bound, why: string): Judgement {
  const specified = endpoints.filter(({ origin }) => origin === 'api').map(({ name }) => name);
  const isAsked = [...specified, ...profile.endpoints.map(declaredId)].some((name) => covers(name));
  if (isAsked || claim.every((area) => area === 'authentication')) return beyondClaim(why);
  return unanswered(`${why}; declare the endpoints of ${claim.join(', ')} in profile.endpoints`);
}
