import {
  type Ask,
  type Bound,
  briefly,
  concat,
  type Exchange,
  held,
  isAnswered,
  isLoadShedding,
  isServerError,
  isSuccess,
  type Judgement,
  type Request,
  scenario,
  symbol,
  unanswered,
  violated,
  withHeader,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';

/** Endpoints that can show that a token or a user is good, in the order in which they are asked. */
const witnesses = ['notifications', 'cash', 'portfolios', 'insights', 'guides'] as const;
const denials = {
  token: (request: Request) => withHeader(request, 'Authorization', concat('Bearer ', symbol('token:denied'))),
  user: (request: Request) => withHeader(request, 'x-user-id', symbol('user:denied')),
} as const;
type Denied = keyof typeof denials;

export const forbidden = scenario({
  id: 'summaries/forbidden',
  level: 'must',
  when: 'pinned',
  endpoints: named('summaries'),
  needs: ['denied'],
  section: 'Endpoints: GET {base_url}/daily-summaries; Errors',
  rule: 'A token or user that the profile names as denied gets 403.',
  brokenBy: [
    'denied-user-served',
    'denied-user-served-from-cache',
    'denied-user-not-found',
    'denied-user-sees-nothing',
  ],
  run: async (bound, ask) => {
    const before = await ask('control', bound.wellFormed());
    if (!isAnswered(before) || !isSuccess(before)) {
      return [unanswered(`the positive control is not accepted: ${briefly(before)}`)];
    }
    const judgements: Judgement[] = [];
    for (const denied of ['token', 'user'] as const) judgements.push(...(await askDenied(bound, ask, denied)));
    const after = await ask('control-after', bound.wellFormed());
    if (isAnswered(after) && isSuccess(after)) return judgements;
    const why = `the positive control is no longer accepted afterwards: ${briefly(after)}`;
    return judgements.map((judgement) => (judgement.kind === 'violated' ? judgement : unanswered(why)));
  },
});

/** Nothing where the operator names none. */
async function askDenied(bound: Bound, ask: Ask, denied: Denied): Promise<readonly Judgement[]> {
  const exchange = await ask(denied, denials[denied](bound.wellFormed()));
  if (!isAnswered(exchange) && exchange.answer.lost === 'no-credential') return [];
  const judged = judgeDenied(exchange, denied);
  if (judged.kind !== 'violated') return [judged, ...(await askOnceMore(bound, ask, denied))];
  const again = await ask(`${denied}-again`, denials[denied](bound.wellFormed()));
  if (judgeDenied(again, denied).kind !== 'violated') {
    return [unanswered(`asked again, it was ${briefly(again)} instead of ${briefly(exchange)}`)];
  }
  // Another refusal may be for the token or the user as such, which an operator can give wrongly.
  if (isAnswered(exchange) && !isSuccess(exchange) && !(await isKnown(bound, ask, denied))) {
    return [unanswered(`no endpoint knows the ${denied} that is said to be denied: ${briefly(exchange)}`)];
  }
  return [judged];
}

/** What was refused may be served the next time, out of what was made ready for it. */
async function askOnceMore(bound: Bound, ask: Ask, denied: Denied): Promise<readonly Judgement[]> {
  for (const step of ['once-more', 'and-again'] as const) {
    const exchange = await ask(`${denied}-${step}`, denials[denied](bound.wellFormed()));
    if (!isAnswered(exchange) || !isSuccess(exchange)) return [];
    if (step === 'and-again') return [judgeDenied(exchange, denied)];
  }
  return [];
}

/** What the answer to a denied token or user says. */
export function judgeDenied(exchange: Exchange, denied: Denied): Judgement {
  if (!isAnswered(exchange)) return unanswered(briefly(exchange));
  if (isLoadShedding(exchange)) return unanswered('the target shed load');
  const { status } = exchange.answer;
  if (status === 403) return held();
  if (isServerError(exchange)) return unanswered(`answered with ${status}: http/no-server-error`);
  const cause = isSuccess(exchange)
    ? `a ${denied} that is denied is served`
    : `a ${denied} that is denied is refused with another status than 403`;
  return violated(cause, 'status 403 with ApiError', briefly(exchange), exchange);
}

async function isKnown(bound: Bound, ask: Ask, denied: Denied): Promise<boolean> {
  for (const name of witnesses) {
    if (!bound.covers(name)) continue;
    const exchange = await ask(`${denied}-witness-${name}`, denials[denied](bound.wellFormed(name)));
    if (isAnswered(exchange) && isSuccess(exchange)) return true;
  }
  return false;
}
