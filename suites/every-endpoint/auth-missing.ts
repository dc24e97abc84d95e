import type { Advice, Answered, Value } from '../../engine/index.ts';
import {
  cause,
  check,
  concat,
  fail,
  pass,
  series,
  symbol,
  valueText,
  withoutHeader,
  withQuery,
} from '../../engine/index.ts';
import { saysElsewhere, tokenElsewhere } from '../../fixtures/malformed/other-places.ts';
import { why } from '../advice.ts';
import { inAuthBattery } from '../endpoints.ts';
import { spec } from '../statements.ts';
import { askWithoutToken, bypasses, unguarded } from './auth-bypasses.ts';
import { notServedOr, unauthorised, unauthorisedExpected, unauthorisedOr } from './refusals.ts';

const token = symbol('token:scoped');
/** A server may refuse a longer request target for its length, so must checks stay within 2 KiB. */
const longestTarget = 2_000;

/** Statuses with which a server can refuse a query parameter. */
const ofTheQuery: ReadonlySet<number> = new Set([400, 404, 422]);

interface Sent {
  /** Whether the request contains the token in its query. */
  readonly isElsewhere: boolean;
}
const otherSource: Advice = {
  suspect:
    'The guard also takes a token from the query, a cookie, the body, another header or an earlier request.',
  look: 'Configure the guard to read Authorization of this request only, and remove its other token sources.',
};
const ofMissing = unauthorised('a request without an Authorization header', []);

export const missing = check({
  id: 'auth/missing',
  level: 'must',
  endpoints: inAuthBattery,
  rule: 'A request without an Authorization header gets 401 with an ApiError, even if its query, another header or its body contains the token.',
  section: 'Authentication; Errors',
  statement: spec.everyRequest,
  causes: {
    accepted: cause<Sent>({
      ...ofMissing.accepted,
      advice: [
        { ...unguarded, when: ['alone', ({ isElsewhere }) => !isElsewhere] },
        { ...otherSource, when: [({ isElsewhere }) => isElsewhere || undefined] },
        ...why.guardByPath,
        ...why.connectionState,
      ],
    }),
    'other-status': ofMissing['other-status'],
    'elsewhere-accepted': {
      title: 'a token outside the Authorization header is accepted',
      expected: unauthorisedExpected,
      advice: [otherSource, ...why.connectionState],
    },
    ...bypasses,
  },
  cases: (bound) => {
    const request = withoutHeader(bound.wellFormed(), 'Authorization');
    const inQuery = (name: string, value: Value) => ({
      label: `in the query parameter ${name}`,
      request: withQuery(request, name, value),
      proof: (wire: { readonly path: string }) => wire.path.length <= longestTarget,
    });
    const elsewhere = [
      inQuery('access_token', token),
      inQuery('token', token),
      inQuery('authorization', concat('Bearer ', token)),
      ...(bound.depth === 'quick' ? [] : tokenElsewhere(request)),
    ];
    const named = elsewhere.map((one) => ({
      ...one,
      label: `no Authorization header, and the token ${one.label}`,
    }));
    return series([{ label: 'no Authorization header', request }, ...named]);
  },
  judge: judgeMissing,
  followUps: askWithoutToken,
});

/**
 * Judges a request without Authorization. A server that looks for the token elsewhere may refuse
 * with another status. A server that does not know the query parameter may refuse that first.
 */
export function judgeMissing(answered: Answered) {
  const { request, answer } = answered;
  if (saysElsewhere(request, 'token:scoped'))
    return notServedOr(answered, fail('elsewhere-accepted'));
  const isElsewhere = valueText(request.path).includes('{{token:scoped');
  if (isElsewhere && ofTheQuery.has(answer.status)) return pass();
  return unauthorisedOr(answered, fail('accepted', { isElsewhere }), fail('other-status'));
}
