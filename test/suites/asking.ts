import { setTimeout as sleep } from 'node:timers/promises';
import type { Requirement, Suite } from '../../engine/catalogue/check.ts';
import type {
  Answered,
  Ask,
  Bound,
  Exchange,
  Judgement,
  Request,
  Unanswered,
} from '../../engine/index.ts';
import { emptyProfile, valueText } from '../../engine/index.ts';
import { silentAttempts } from '../../engine/judging/silence.ts';
import { causeId } from '../../engine/outcome/defect-id.ts';
import { areas } from '../../engine/schema/vocabulary.ts';
import { endpoints } from '../../suites/endpoints.ts';
import { answered, type Given } from './answered.ts';

/**
 * Simulates a target. Returns the response to a request. `nth` is the number of earlier requests.
 */
export type Target = (
  step: string,
  path: string,
  nth: number,
  request: Request,
) => Given | Exchange;

export function asking(target: Target): Ask {
  let nth = 0;
  return untilNow(async (step, request) => {
    const path = valueText(request.path).replaceAll('{{unique}}', String(nth));
    const came = target(step, path, nth++, request);
    return 'answer' in came ? came : answered({ ...came, step, request });
  });
}

export const until: Ask['until'] = (moment) => sleep(Math.max(0, moment - Date.now()));

/** Makes an `Ask` that waits on the clock of this machine. */
export function untilNow(send: (...asked: Parameters<Ask>) => Promise<Exchange>): Ask {
  return Object.assign(send, { until });
}

/** Returns the context of a requirement on an endpoint, in a run that covers everything. */
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

/** Returns an exchange without a response after `attempts` attempts, for the reason `lost`. */
export function silence(lost: Unanswered['answer']['lost'], attempts = silentAttempts): Unanswered {
  const { answer: _answer, key, ...sent }: Answered = answered();
  return {
    ...sent,
    key: { ...key, attempt: attempts - 1 },
    answer: { lost, detail: 'nothing came' },
  };
}

/**
 * Returns the requirement of a suite with that name after the group. The caller states its kind.
 */
export function requirementOf<Kind extends Requirement>(
  { group, requirements }: Suite,
  name: string,
): Kind {
  const found = requirements.find(({ id }) => id === `${group}/${name}`);
  if (!found) throw new RangeError(`${group}/${name}`);
  return found as Kind;
}

/** Returns the cause of a finding, or else the kind of the judgement. */
export function causeOf(judgement: Judgement | undefined): string | undefined {
  return judgement?.kind === 'fail' ? causeId(judgement) : judgement?.kind;
}

/** Completes the exchange that a table describes. */
export function exchangeOf(given: Given | Exchange): Exchange {
  return 'answer' in given ? given : answered(given);
}
