import type { Advice, Answered, Ask, Bound, Causes, Judgement } from '../../engine/index.ts';
import { forSecond, isServed, symbol, withToken } from '../../engine/index.ts';
import { judgeBypasses, withItsCookies } from './bypass-attempts.ts';
import { unauthorisedExpected as expected } from './refusals.ts';

/** Advice for a server that does not verify tokens. */
export const decodedOnly: Advice = {
  suspect:
    'The code decodes the token without verifying its signature, at least on this route or in some cases.',
  look: 'Search for decode calls and disabled verification, and use one verify function on every route.',
};
/** Advice for a server that remembers an earlier token. */
export const remembered: Advice = {
  suspect: 'A cache, session or connection remembers that an earlier token was valid.',
  look: 'Cache verified tokens by the whole token, after verification, and nothing by connection or session.',
  when: ['not alone', 'same connection'],
};

/** The causes of `askWithOtherForgeries`. */
export const forgedBypasses = {
  'accepted-for-other-user': {
    title: 'a forged token is accepted for another user',
    expected,
    advice: [decodedOnly, remembered],
  },
  'accepted-of-other-client': {
    title: 'a forged token of another client is accepted',
    expected,
    advice: [decodedOnly, remembered],
  },
  'accepted-with-cookie': {
    title: 'a forged token is accepted with a cookie from an earlier response',
    expected,
    advice: [remembered],
  },
  'accepted-on-connection': {
    title: 'a forged token is accepted after the genuine one on the same connection',
    expected,
    advice: [remembered],
  },
} satisfies Causes;

/** One forgery of each kind that many servers accept if they do not verify tokens. */
const operations = ['signature-altered', 'alg-none:none'] as const;

/** The parts of the names of steps, with the causes that they show. */
const causes = {
  second: 'accepted-for-other-user',
  unscoped: 'accepted-of-other-client',
  session: 'accepted-with-cookie',
  connection: 'accepted-on-connection',
} as const;

/**
 * Sends forgeries of the scoped token: for the second user, in a session, and after the genuine
 * token on the same connection. Also sends forgeries of the unscoped client's token.
 */
export async function askWithOtherForgeries(bound: Bound, ask: Ask, control: Answered | undefined) {
  const { endpoint, depth, facts } = bound;
  if (endpoint.safety !== 'read' || depth === 'quick') return [];
  const judged: Judgement<typeof forgedBypasses>[] = [];
  const own = bound.wellFormed();
  const second = forSecond(own);
  const judge = async (who: keyof typeof causes, request: typeof own, token: string) => {
    const forgeries = operations.map((operation) => ({
      step: `${who}-${operation}`,
      request: withToken(request, symbol(token, operation)),
      cause: causes[who],
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
}
