import {
  type Ask,
  type Bound,
  type Exchange,
  fail,
  inconclusive,
  isAnswered,
  isDecided,
  isSuccess,
  type Judgement,
  pass,
  type Request,
  requireAccepted,
  say,
  scenario,
  summarize,
  summary,
  symbol,
  withToken,
  withUser,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { named } from '../endpoints.ts';
import { expect403 } from '../refusals.ts';
import { spec } from '../statements.ts';
import { isServedElsewhere } from '../token-probes.ts';

const denials = {
  token: (request: Request) => withToken(request, symbol('token:denied')),
  user: (request: Request) => withUser(request, symbol('user:denied')),
} as const;
type Denied = keyof typeof denials;

interface Change {
  change: Denied;
}

const causes = {
  served: expect403<Change>(
    ({ change }) => `a denied ${change} is served`,

    {
      suspect: 'The handler does not check whether this user or client may read the data.',
      look: 'Check the permission before you read data.',
    },
    {
      suspect: 'A cache responds before the guard, or stores its decision under too short a key.',
      look: 'Run the guard before every cache, and cache its decisions by the whole token only.',
      when: ['not alone', 'cached'],
    },
  ),
  'other-status': expect403<Change>(
    ({ change }) => `a denied ${change} is refused with a status other than 403`,
    why.wrongStatus,
  ),
};

export const forbidden = scenario({
  id: 'summaries/forbidden',
  level: 'must',
  when: 'pinned',
  endpoints: named('summaries'),
  needs: ['denied'],
  section: 'Endpoints: GET {base_url}/daily-summaries; Errors',
  statement: spec.summariesDenied,
  causes,
  advice: [why.staleReplica],
  rule: 'A token or user that is denied access to the daily summaries gets 403.',
  run: async (bound, ask) => {
    requireAccepted(await ask('control', bound.wellFormed()));
    const judgements: Judgement<typeof causes>[] = [];
    for (const denied of ['token', 'user'] as const)
      judgements.push(...(await askDenied(bound, ask, denied)));
    const after = await ask('control-after', bound.wellFormed());
    if (isSuccess(after)) return judgements;
    const why = say`the well-formed request is no longer accepted afterwards: ${summary(after)}`;
    return judgements.map((judgement) =>
      judgement.kind === 'fail' ? judgement : inconclusive(why),
    );
  },
});

const asked = { atFirst: 8, inDoubt: 12 } as const;

/** A server may refuse at first and serve later. */
async function askDenied(bound: Bound, ask: Ask, denied: Denied) {
  const judged: ReturnType<typeof judgeDenied>[] = [];
  const wrong = () => judged.filter((one) => one.kind === 'fail');
  while (
    judged.at(-1)?.kind !== 'inconclusive' &&
    judged.length < (wrong().length > 0 ? asked.inDoubt : asked.atFirst)
  ) {
    const exchange = await ask(
      `${denied}-${judged.length + 1}`,
      denials[denied](bound.wellFormed()),
    );
    if (!isAnswered(exchange) && exchange.answer.lost === 'no-credential') return [];
    judged.push(judgeDenied(exchange, denied));
  }
  const last = wrong().at(-1);
  // A missing response after refusals does not change the outcome.
  if (!last) return judged.some(({ kind }) => kind === 'pass') ? [pass()] : judged.slice(-1);
  const actual = last.exchange ? summarize(last.exchange) : '';
  if (!isReproduced(judged))
    return [inconclusive(say`the denied ${denied} is refused only sometimes: ${actual}`)];
  // The operator may have configured a wrong token or user.
  const isServed = wrong().some((one) => one.cause === 'served');
  if (!isServed && !(await isServedElsewhere(bound, ask, `${denied}-witness`, denials[denied]))) {
    const cure = 'check M2M_DENIED_TOKEN or M2M_DENIED_USER_ID';
    return [inconclusive(say`no endpoint accepts the denied ${denied}; ${cure}: ${actual}`)];
  }
  return [last];
}

/** Before the first 403, the denial may be new. */
function isReproduced(judged: readonly Judgement[]) {
  const places = judged.flatMap(({ kind }, nth) => (kind === 'fail' ? [nth] : []));
  const firstRefusal = judged.findIndex(({ kind }) => kind === 'pass');
  return places.length > 1 && (firstRefusal < 0 || (places.at(-1) ?? 0) > firstRefusal);
}

export function judgeDenied(exchange: Exchange, change: Denied) {
  if (!isDecided(exchange)) return inconclusive(summary(exchange));
  if (exchange.answer.status === 403) return pass();
  return isSuccess(exchange)
    ? fail('served', { change }, exchange)
    : fail('other-status', { change }, exchange);
}
