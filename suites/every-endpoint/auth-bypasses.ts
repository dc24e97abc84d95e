import type {
  Answered,
  Ask,
  Bound,
  FollowUps,
  HeaderField,
  Judgement,
  Request,
} from '../../engine/index.ts';
import {
  forSecond,
  header,
  isServed,
  symbol,
  withHeader,
  withoutHeader,
  withToken,
} from '../../engine/index.ts';
import {
  type BypassAttempt,
  type Guard,
  judgeBypasses,
  judgeWaysAround,
  withItsCookies,
} from './bypass-attempts.ts';
import { unauthorisedExpected as expected, judgeUnauthorised } from './refusals.ts';
import { judgeHead } from './refused-head.ts';

/**
 * Sends requests without a token in ways that a guard may overlook: as HEAD, for the second user,
 * with conditional headers, with headers that claim an internal origin, after an authorised request
 * on the same connection, with a session cookie, and to other spellings of the path.
 */
export const askWithoutToken: FollowUps = async (bound, ask, control) => {
  if (bound.endpoint.safety !== 'read') return [];
  const heads = await judgeHead(bound, ask, {
    lacking: guard.lacking,
    judge: judgeHeadWithoutToken,
  });
  if (bound.depth === 'quick') return heads;
  return [
    ...heads,
    ...(await missingForSecond(bound, ask)),
    ...(await judgeBypasses(ask, ...conditional(bound, control), fromInside(bound))),
    ...(control ? await judgeWaysAround(bound, ask, control, guard) : []),
  ];
};

const judgeHeadWithoutToken = (answered: Answered) =>
  judgeUnauthorised(answered, 'HEAD without an Authorization header');

const guard: Guard = {
  of: 'token',
  lacking: (request) => withoutHeader(request, 'Authorization'),
  expected,
  causes: {
    connection: 'a request without a token is accepted after a valid one on the same connection',
    session: 'a cookie from an earlier response is accepted instead of a token',
    spelled: 'another spelling of the path is served without an Authorization header',
  },
};

async function missingForSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  if (bound.endpoint.user === 'none') return [];
  const request = forSecond(bound.wellFormed());
  if (!isServed(await ask('second-control', request))) return [];
  return judgeBypasses(ask, {
    step: 'second',
    request: withoutHeader(request, 'Authorization'),
    cause: 'a request without an Authorization header is accepted for another user',
    expected,
  });
}

/** A 304 also shows that the request would have been served (RFC 9110 section 13.2.1). */
const isAnsweredAsKnown = (answered: Answered) =>
  answered.answer.status === 304 || isServed(answered);

function conditional(bound: Bound, control: Answered | undefined): readonly BypassAttempt[] {
  const request = withoutHeader(bound.wellFormed(), 'Authorization');
  return conditions(control).map(([name, value], nth) => ({
    step: `condition-${nth}`,
    request: withHeader(request, name, value),
    cause: 'a conditional request is served without an Authorization header',
    expected,
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

function fromInside({ wellFormed }: Bound): BypassAttempt {
  const request: Request = { ...withoutHeader(wellFormed(), 'Authorization'), purpose: 'own' };
  return {
    step: 'by-itself-inside',
    request: ofTheInside.reduce((one, [name, value]) => withHeader(one, name, value), request),
    cause: 'a request that claims an internal origin is accepted without an Authorization header',
    expected,
  };
}

/** One forgery of each kind that many servers accept if they do not verify tokens. */
const operations = ['signature-altered', 'alg-none:none'] as const;

const causes = {
  second: 'a forged token is accepted for another user',
  unscoped: 'a forged token of another client is accepted',
  session: 'a forged token is accepted with a cookie from an earlier response',
  connection: 'a forged token is accepted after the genuine one on the same connection',
} as const;

/**
 * Sends forgeries of the scoped token: for the second user, in a session, and after the genuine
 * token on the same connection. Also sends forgeries of the unscoped client's token.
 */
export const askWithOtherForgeries: FollowUps = async (bound, ask, control) => {
  const { endpoint, depth, facts } = bound;
  if (endpoint.safety !== 'read' || depth === 'quick') return [];
  const judged: Judgement[] = [];
  const own = bound.wellFormed();
  const second = forSecond(own);
  const judge = async (who: keyof typeof causes, request: typeof own, token: string) => {
    const forgeries = operations.map((operation) => ({
      step: `${who}-${operation}`,
      request: withToken(request, symbol(token, operation)),
      cause: causes[who],
      expected,
    }));
    judged.push(...(await judgeBypasses(ask, ...forgeries)));
  };
  const isJws = (token: string) => facts.tokens[token]?.form === 'jws';
  if (
    endpoint.user !== 'none' &&
    isJws('token:scoped') &&
    isServed(await ask('second-control', second))
  )
    await judge('second', second, 'token:scoped');
  if (isJws('token:unscoped')) await judge('unscoped', own, 'token:unscoped');
  const behind = { ...own, connection: `forged:${endpoint.name}` };
  if (isJws('token:scoped') && isServed(await ask('connection-control', behind)))
    await judge('connection', behind, 'token:scoped');
  const session = { of: `forged:${endpoint.name}`, whole: own, control };
  const cookied = isJws('token:scoped') ? await withItsCookies(ask, session) : undefined;
  if (cookied) await judge('session', cookied(own), 'token:scoped');
  return judged;
};
