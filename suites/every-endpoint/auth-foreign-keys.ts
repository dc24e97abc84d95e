import type { Exchange, Request } from '../../engine/index.ts';
import {
  cause,
  fail,
  fromTarget,
  inconclusive,
  isAnswered,
  isSuccess,
  json,
  pass,
  say,
  scenario,
  summary,
  withHeader,
} from '../../engine/index.ts';
import { fetchableTokens } from '../../fixtures/malformed/forged-token.ts';
import { inAuthBattery } from '../endpoints.ts';
import { standard } from '../statements.ts';

export const foreignKeysFetched = scenario({
  id: 'auth/foreign-keys-fetched',
  level: 'should',
  endpoints: inAuthBattery,
  needs: ['listener'],
  rule: "A token that names a stranger's key set or certificate causes no request to it.",
  section: 'RFC 8725 section 3.10; RFC 7515 sections 4.1.2 and 4.1.5',
  statement: standard['RFC 8725, section 3.10'],
  advice: [
    {
      suspect: 'The key resolver fetches the URL in jku or x5u before it decides which key to use.',
      look: 'Configure a fixed JWKS URL, and ignore jku and x5u.',
    },
    {
      suspect: 'A logger or token inspector resolves the header of the token.',
      look: 'Search for code that reads the header of unverified tokens, and remove the requests that it sends.',
    },
  ],
  causes: {
    fetched: cause<{ readonly members: readonly string[] }>({
      title: "the target requests a URL that a stranger's token names",
      expected: "no request to the tester's listener",
      actual: ({ members }) => `it requested the URL in ${members.join(' and in ')}`,
    }),
  },
  run: async (bound, ask) => {
    const place = encodeURIComponent(bound.endpoint.id);
    const sent: Exchange[] = [];
    for (const { label, bearer } of fetchableTokens(place)) {
      sent.push(await ask(label, withHeader(bound.wellFormed(), 'Authorization', bearer)));
    }
    return [judgeLog(sent, await ask('log', logOf(place)))];
  },
});

/**
 * Returns the request for the log of the run's own listener: the requests that the target sent to
 * it.
 */
function logOf(place: string): Request {
  return {
    origin: 'listener',
    method: 'GET',
    path: `/log/${place}`,
    headers: [],
    wire: 'http',
    purpose: 'own',
  };
}

/**
 * Judges the log of the listener. If the target accepted a token, only auth/forged reports that.
 */
export function judgeLog(sent: readonly Exchange[], log: Exchange) {
  const accepted = sent.find((exchange) => isAnswered(exchange) && isSuccess(exchange));
  if (accepted)
    return inconclusive(say`a token with foreign keys is accepted, which auth/forged reports`);
  const lost = sent.find((exchange) => !isAnswered(exchange));
  if (lost) return inconclusive(summary(lost));
  const answer = isAnswered(log) ? json(log) : undefined;
  if (!answer || !('value' in answer) || !Array.isArray(answer.value))
    return inconclusive(summary(log));
  const members = answer.value.map(String);
  return members.length === 0 ? pass() : fail('fetched', { members: fromTarget(members) });
}
