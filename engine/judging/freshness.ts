import type { Answered } from '../exchange/exchange.ts';
import { header, headerLines } from './answer.ts';
import {
  type CacheControl,
  directivesNamed,
  parseCacheControl,
  seconds,
  unqualified,
} from './cache-control.ts';
import { httpDate } from './http-date.ts';

/** RFC 9111 section 4.2.1: s-maxage in shared caches, else max-age, else Expires. */
export type Freshness =
  | {
      readonly kind: 'seconds';
      readonly seconds: number;
      readonly source: 's-maxage' | 'max-age' | 'Expires';
    }
  | { readonly kind: 'no-store' }
  | { readonly kind: 'none' }
  /** Not a number of seconds, or several that differ. A cache may treat it as stale. */
  | { readonly kind: 'invalid'; readonly why: string };

export function cacheControl(answered: Answered): CacheControl | undefined {
  const value = header(answered, 'cache-control');
  return value === undefined ? undefined : parseCacheControl(value);
}

/** Without Date, Expires counts from the time of receipt. */
export function freshness(answered: Answered): Freshness {
  const control = cacheControl(answered) ?? { directives: [] };
  if (directivesNamed(control, 'no-store').length > 0) return { kind: 'no-store' };
  // Only shared caches use s-maxage, and they must not store a private response.
  const sources = unqualified(control, 'private')
    ? (['max-age'] as const)
    : (['s-maxage', 'max-age'] as const);
  for (const source of sources) {
    const given = directivesNamed(control, source);
    if (given.length === 0) continue;
    const values = given.map(seconds);
    const [first] = values;
    if (values.some((value) => value !== first)) {
      return {
        kind: 'invalid',
        why: `${source} occurs ${given.length} times with different values`,
      };
    }
    if (first === undefined)
      return { kind: 'invalid', why: `the argument of ${source} is not a number of seconds` };
    return { kind: 'seconds', seconds: first, source };
  }
  return fromExpires(answered);
}

function fromExpires(answered: Answered): Freshness {
  const [expires, ...more] = headerLines(answered, 'expires');
  if (expires === undefined) return { kind: 'none' };
  if (more.some((other) => other !== expires))
    return { kind: 'invalid', why: 'several Expires headers differ' };
  const at = httpDate(expires);
  // "Expires: 0" and the like mean "already expired" (RFC 9111 section 5.3).
  if (at === undefined) return { kind: 'seconds', seconds: 0, source: 'Expires' };
  const [own, ...others] = headerLines(answered, 'date');
  if (others.some((other) => other !== own))
    return { kind: 'invalid', why: 'several Date headers differ' };
  const date = httpDate(own) ?? Math.floor(answered.endedAt / 1000);
  return { kind: 'seconds', seconds: Math.max(0, at - date), source: 'Expires' };
}
