import type { Requirement, Suite } from '../../engine/catalogue/check.ts';
import { areas } from '../../engine/catalogue/levels.ts';
import type { Answered, Ask, Bound, Exchange, Judgement, Request, Unanswered } from '../../engine/index.ts';
import { emptyProfile, sentHeader, valueText } from '../../engine/index.ts';
import { silentAttempts } from '../../engine/judging/silence.ts';
import { endpoints } from '../../suites/endpoints.ts';
import { answered, type Given } from './answered.ts';

/** What stands in for a target: an answer to each request, told the step, the path as people see it, and how many came before. */
export type Target = (step: string, path: string, nth: number, request: Request) => Given | Exchange;

/** An `Ask` that a function answers. */
export function asking(target: Target): Ask {
  let nth = 0;
  return async (step, request) => {
    const came = target(step, valueText(request.path), nth++, request);
    return 'answer' in came ? came : answered({ ...came, step, request });
  };
}

/** What a requirement may know of a run against an endpoint, with everything covered. */
export function boundTo(name: string, changes: Partial<Bound> = {}): Bound {
  const find = (wanted: string) => {
    const endpoint = endpoints.find((one) => one.name === wanted);
    if (!endpoint) throw new RangeError(wanted);
    return endpoint;
  };
  return {
    endpoint: find(name),
    depth: 'quick',
    seed: 7,
    turn: { nth: 0, of: 1 },
    profile: emptyProfile,
    target: { baseUrl: 'http://127.0.0.1', authUrl: 'http://127.0.0.1/token' },
    allow: { writes: false, orders: false, desync: false },
    claim: areas,
    facts: { tokens: {}, refusedTokens: {}, guideIds: [] },
    hasSecondUser: true,
    wellFormed: (other) => {
      const { method, path } = find(other ?? name);
      const [before = '', after] = path.split('{id}');
      const { headers } = answered().request;
      const at = after === undefined ? before : [before, { symbol: 'guide:0' }, after];
      return { origin: 'api', method, path: at, headers, wire: 'http' };
    },
    covers: () => true,
    ...changes,
  };
}

/** Silence, for a reason, in so many attempts. */
export function silence(lost: Unanswered['answer']['lost'], attempts = silentAttempts): Unanswered {
  const { answer: _answer, key, ...sent }: Answered = answered();
  return { ...sent, key: { ...key, attempt: attempts - 1 }, answer: { lost, detail: 'nothing came' } };
}

/** A requirement of a suite, by the part of its id behind the group, as the kind that the test knows it to be. */
export function requirementOf<Kind extends Requirement>({ group, requirements }: Suite, name: string): Kind {
  const found = requirements.find(({ id }) => id === `${group}/${name}`);
  if (!found) throw new RangeError(`${group}/${name}`);
  return found as Kind;
}

/** The cause of a finding, otherwise the kind of the judgement. */
export function causeOf(judgement: Judgement | undefined): string | undefined {
  return judgement?.kind === 'violated' ? judgement.cause : judgement?.kind;
}

/** The user that a request acts for. */
export function userOf(request: Request): 'first' | 'second' {
  return sentHeader(request, 'x-user-id').join().includes('second') ? 'second' : 'first';
}

/** The exchange that a table describes. */
export function exchangeOf(given: Given | Exchange): Exchange {
  return 'answer' in given ? given : answered(given);
}
