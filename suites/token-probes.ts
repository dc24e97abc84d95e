import {
  type Ask,
  type Bound,
  beyondClaim,
  declaredId,
  inconclusive,
  isServed,
  type Request,
  type Sentence,
  say,
} from '../engine/index.ts';
import { endpoints } from './endpoints.ts';

/** In the order of the requests. */
export const accepting = ['notifications', 'summaries', 'guides', 'cash', 'portfolios', 'insights'];

export function tokenProbes({ profile, covers }: Bound) {
  const reads = profile.endpoints.filter(
    ({ method, safety }) => method === 'GET' && safety === 'read',
  );
  return [...accepting, ...reads.map(declaredId), 'address'].filter((name) => covers(name));
}

/** If so, only a rule of this endpoint explains a refusal here. */
export async function isServedElsewhere(
  { endpoint, covers, wellFormed }: Bound,
  ask: Ask,
  step: string,
  as: (request: Request) => Request,
) {
  for (const name of accepting.filter((one) => one !== endpoint.name && covers(one))) {
    if (isServed(await ask(`${step}-${name}`, as(wellFormed(name))))) return true;
  }
  return false;
}

/**
 * For a requirement that no endpoint of the claim can show. It affects the verdict only if the run
 * requests no endpoint of the claim: a certificate must not cover nothing.
 */
export function noProbe({ profile, covers, claim }: Bound, why: Sentence) {
  const specified = endpoints.filter(({ origin }) => origin === 'api').map(({ name }) => name);
  const isAsked = [...specified, ...profile.endpoints.map(declaredId)].some((name) => covers(name));
  if (isAsked || claim.every((area) => area === 'authentication')) return beyondClaim(why);
  return inconclusive(
    say`${why}; declare the endpoints of ${claim.join(', ')} in profile.endpoints`,
  );
}
