import {
  type Advice,
  type Answered,
  type Ask,
  type Bound,
  check,
  fail,
  forSecond,
  header,
  isServed,
  pass,
  type Request,
  series,
  valueText,
  withHeader,
  withoutHeader,
} from '../../engine/index.ts';
import { insideFields } from '../../fixtures/malformed/header-field.ts';
import {
  saysElsewhere,
  tokenElsewhere,
  tokenInQuery,
} from '../../fixtures/malformed/other-places.ts';
import { why } from '../advice.ts';
import { expect401, notServedOr, unauthorised, unauthorisedOr } from '../refusals.ts';
import { spec } from '../statements.ts';
import { type Guard, judgeBypasses, judgeHead, judgeWaysAround } from './bypass-attempts.ts';

/** Statuses with which a server can refuse a query parameter. */
const ofTheQuery: ReadonlySet<number> = new Set([400, 404, 422]);

const without = (request: Request) => withoutHeader(request, 'Authorization');
const guard: Guard = { of: 'token', lacking: without };

const unguarded: Advice = {
  suspect: 'The route or a cache runs before the guard, or outside its group.',
  look: 'Put the guard before the cache, and on all routes.',
};
const otherSource: Advice = {
  suspect: 'The guard also takes a token from the query, a cookie, the body or another header.',
  look: 'Read the token from Authorization only.',
};

interface Sent {
  isElsewhere: boolean;
}
const ofMissing = unauthorised('a request without an Authorization header', []);
const ofHead = unauthorised('HEAD without an Authorization header', [
  {
    suspect: 'The router serves HEAD by itself, and the guard runs for GET only.',
    look: 'Attach the guard to the path, whatever the method is.',
  },
  unguarded,
]).causes;

export const missing = check({
  ...ofMissing,
  id: 'auth/missing',
  level: 'must',
  rule:
    'A request without an Authorization header gets 401 with an ApiError, even if its query, ' +
    'another header or its body contains the token.',
  section: 'Authentication; Errors',
  statement: spec.everyRequest,
  causes: {
    ...ofMissing.causes,
    accepted: expect401<Sent>(
      'a request without an Authorization header is accepted',
      { ...unguarded, when: ['alone', ({ isElsewhere }) => !isElsewhere] },
      { ...otherSource, when: [({ isElsewhere }) => isElsewhere || undefined] },
      why.guardByPath,
      why.connectionState,
    ),
    'elsewhere-accepted': expect401(
      'a token outside the Authorization header is accepted',
      otherSource,
      why.connectionState,
    ),
    'head-accepted': ofHead.accepted,
    'head-other-status': ofHead['other-status'],
    'accepted-for-other-user': expect401(
      'a request without an Authorization header is accepted for another user',
      unguarded,
      why.guardByPath,
    ),
    'conditional-accepted': expect401(
      'a conditional request is served without an Authorization header',
      unguarded,
    ),
    'accepted-from-inside': expect401(
      'a request that claims an internal origin is accepted without an Authorization header',
      {
        suspect: 'The guard trusts headers that mark internal requests, such as X-Forwarded-For.',
        look: 'Require a token in every request, and remove such headers at the gateway.',
      },
    ),
    'accepted-on-connection': expect401(
      'a request without a token is accepted after a valid one on the same connection',
      why.connectionState,
    ),
    'accepted-with-cookie': expect401(
      'a cookie from an earlier response is accepted instead of a token',
      why.connectionState,
    ),
    'spelling-served': expect401(
      'another spelling of the path is served without an Authorization header',
      why.guardByPath,
    ),
  },
  cases: (bound) => {
    const request = without(bound.wellFormed());
    const elsewhere = [
      ...tokenInQuery(request),
      ...(bound.depth === 'quick' ? [] : tokenElsewhere(request)),
    ].map((one) => ({ ...one, label: `no Authorization header, and the token ${one.label}` }));
    return series([{ label: 'no Authorization header', request }, ...elsewhere]);
  },
  judge: judgeMissing,
  followUps: askWithoutToken,
});

/** A server may refuse a token elsewhere with any status, and an unknown query parameter first. */
export function judgeMissing(answered: Answered) {
  const { request, answer } = answered;
  if (saysElsewhere(request, 'token:scoped'))
    return notServedOr(answered, fail('elsewhere-accepted'));
  const isElsewhere = valueText(request.path).includes('{{token:scoped');
  if (isElsewhere && ofTheQuery.has(answer.status)) return pass();
  return unauthorisedOr(answered, fail('accepted', { isElsewhere }), fail('other-status'));
}

async function askWithoutToken(bound: Bound, ask: Ask, control: Answered | undefined) {
  const { depth, endpoint, wellFormed } = bound;
  if (endpoint.safety !== 'read') return [];
  const heads = await judgeHead(bound, ask, without, (answered) =>
    unauthorisedOr(answered, fail('head-accepted'), fail('head-other-status')),
  );
  if (depth === 'quick') return heads;
  const second = forSecond(wellFormed());
  const isForBoth = endpoint.user !== 'none' && isServed(await ask('second-control', second));
  const forOther = { step: 'second', cause: 'accepted-for-other-user' } as const;
  return [
    ...heads,
    ...(isForBoth ? await judgeBypasses(ask, { ...forOther, request: without(second) }) : []),
    ...(await judgeBypasses(ask, ...conditional(wellFormed(), control), fromInside(wellFormed()))),
    ...(control ? await judgeWaysAround(bound, ask, control, guard) : []),
  ];
}

const conditional = (request: Request, control: Answered | undefined) =>
  conditions(control).map(([name, value], nth) => ({
    step: `condition-${nth}`,
    request: withHeader(without(request), name, value),
    cause: 'conditional-accepted' as const,
    // A 304 shows that it would have been served (RFC 9110 section 13.2.1).
    isServed: (answered: Answered) => answered.answer.status === 304 || isServed(answered),
  }));

/** An entity tag (RFC 9110 section 8.8.3) in which no secret was replaced. */
const entityTag = /^(?:W\/)?"[!#-z|~]{0,200}"$/;
const date = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

export function conditions(control: Answered | undefined) {
  const [tag, modified] = ['ETag', 'Last-Modified'].map((name) => control && header(control, name));
  return [
    ['If-None-Match', '*'],
    ...(tag && entityTag.test(tag) ? [['If-None-Match', tag] as const] : []),
    ...(modified && date.test(modified) ? [['If-Modified-Since', modified] as const] : []),
  ];
}

const fromInside = (request: Request) => ({
  step: 'by-itself-inside',
  request: insideFields.reduce((one, [name, value]) => withHeader(one, name, value), {
    ...without(request),
    purpose: 'own',
  } as Request),
  cause: 'accepted-from-inside' as const,
});
