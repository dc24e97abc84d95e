import type {
  Advice,
  Answered,
  Ask,
  Bound,
  Causes,
  HeaderField,
  Request,
} from '../../engine/index.ts';
import {
  fail,
  forSecond,
  header,
  isServed,
  withHeader,
  withoutHeader,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import {
  type BypassAttempt,
  type Guard,
  judgeBypasses,
  judgeWaysAround,
} from './bypass-attempts.ts';
import { unauthorisedExpected as expected, unauthorised, unauthorisedOr } from './refusals.ts';
import { judgeHead } from './refused-head.ts';

/** Advice for an endpoint that is served without a token. */
export const unguarded: Advice = {
  suspect:
    'The route or a cache runs before the guard, or outside the group that the guard protects.',
  look: 'List the routes with their middleware, and put the guard before the cache and on the whole API.',
};
const ofHead = unauthorised('HEAD without an Authorization header', [
  {
    suspect: 'The router serves HEAD by itself, and the guard runs for GET only.',
    look: 'Attach the guard to the path, whatever the method is.',
  },
  unguarded,
]);

/** The causes of `askWithoutToken`. */
export const bypasses = {
  'head-accepted': ofHead.accepted,
  'head-other-status': ofHead['other-status'],
  'accepted-for-other-user': {
    title: 'a request without an Authorization header is accepted for another user',
    expected,
    advice: [unguarded, ...why.guardByPath],
  },
  'conditional-accepted': {
    title: 'a conditional request is served without an Authorization header',
    expected,
    advice: [unguarded],
  },
  'accepted-from-inside': {
    title: 'a request that claims an internal origin is accepted without an Authorization header',
    expected,
    advice: [
      {
        suspect: 'The guard trusts headers that mark internal requests, such as X-Forwarded-For.',
        look: 'Require the token of every request, and remove such headers at the gateway.',
      },
    ],
  },
  'accepted-on-connection': {
    title: 'a request without a token is accepted after a valid one on the same connection',
    expected,
    advice: why.connectionState,
  },
  'accepted-with-cookie': {
    title: 'a cookie from an earlier response is accepted instead of a token',
    expected,
    advice: why.connectionState,
  },
  'spelling-served': {
    title: 'another spelling of the path is served without an Authorization header',
    expected,
    advice: why.guardByPath,
  },
} satisfies Causes;

/**
 * Sends requests without a token in ways that a guard may overlook: as HEAD, for the second user,
 * with conditional headers, with headers that claim an internal origin, after an authorised request
 * on the same connection, with a session cookie, and to other spellings of the path.
 */
export async function askWithoutToken(bound: Bound, ask: Ask, control: Answered | undefined) {
  if (bound.endpoint.safety !== 'read') return [];
  const heads = await judgeHead(bound, ask, {
    lacking: guard.lacking,
    judge: (answered) => unauthorisedOr(answered, fail('head-accepted'), fail('head-other-status')),
  });
  if (bound.depth === 'quick') return heads;
  return [
    ...heads,
    ...(await missingForSecond(bound, ask)),
    ...(await judgeBypasses(ask, ...conditional(bound, control), fromInside(bound))),
    ...(control ? await judgeWaysAround(bound, ask, control, guard) : []),
  ];
}

const guard: Guard<keyof typeof bypasses> = {
  of: 'token',
  lacking: (request) => withoutHeader(request, 'Authorization'),
  causes: {
    connection: 'accepted-on-connection',
    session: 'accepted-with-cookie',
    spelled: 'spelling-served',
  },
};

async function missingForSecond(bound: Bound, ask: Ask) {
  if (bound.endpoint.user === 'none') return [];
  const request = forSecond(bound.wellFormed());
  if (!isServed(await ask('second-control', request))) return [];
  return judgeBypasses(ask, {
    step: 'second',
    request: withoutHeader(request, 'Authorization'),
    cause: 'accepted-for-other-user',
  });
}

/** A 304 also shows that the request would have been served (RFC 9110 section 13.2.1). */
const isAnsweredAsKnown = (answered: Answered) =>
  answered.answer.status === 304 || isServed(answered);

function conditional(
  bound: Bound,
  control: Answered | undefined,
): readonly BypassAttempt<'conditional-accepted'>[] {
  const request = withoutHeader(bound.wellFormed(), 'Authorization');
  return conditions(control).map(([name, value], nth) => ({
    step: `condition-${nth}`,
    request: withHeader(request, name, value),
    cause: 'conditional-accepted',
    isServed: isAnsweredAsKnown,
  }));
}

/** An entity tag (RFC 9110 section 8.8.3) in which no secret was replaced. */
const entityTag = /^(?:W\/)?"[!#-z|~]{0,200}"$/;
const date = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Returns headers for conditional requests. Their values come from the response to the control. */
export function conditions(control: Answered | undefined): readonly HeaderField[] {
  const [tag, modified] = ['ETag', 'Last-Modified'].map((name) => control && header(control, name));
  return [
    ['If-None-Match', '*'],
    ...(tag && entityTag.test(tag) ? [['If-None-Match', tag] as const] : []),
    ...(modified && date.test(modified) ? [['If-Modified-Since', modified] as const] : []),
  ];
}

/** Headers by which a proxy marks internal requests. A firewall may refuse them from a client. */
const ofTheInside: readonly HeaderField[] = [
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-Originating-IP', '127.0.0.1'],
  ['X-Internal', 'true'],
  ['X-Internal-Request', 'true'],
];

function fromInside({ wellFormed }: Bound): BypassAttempt<'accepted-from-inside'> {
  const request: Request = { ...withoutHeader(wellFormed(), 'Authorization'), purpose: 'own' };
  return {
    step: 'by-itself-inside',
    request: ofTheInside.reduce((one, [name, value]) => withHeader(one, name, value), request),
    cause: 'accepted-from-inside',
  };
}
