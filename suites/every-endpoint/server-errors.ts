import type { Answered, Fold, Judgement } from '../../engine/index.ts';
import {
  beyondClaim,
  fail,
  isLoadShedding,
  isServerError,
  keyText,
  monitor,
  pass,
  sentHeader,
  summarize,
} from '../../engine/index.ts';
import { askOddly } from './odd-requests.ts';
import { wellFormedOnce } from './well-formed-once.ts';

/**
 * Methods of endpoints (RFC 9110 section 9.1, RFC 5789). A 501 to any other means that the method
 * is unknown.
 */
const registered = ['GET', 'POST', 'PUT', 'DELETE', 'CONNECT', 'TRACE', 'PATCH'];

/**
 * Reports whether it is a 505, or a 501 to a method or transfer coding that a server need not know.
 */
function isUnknownToHttp({ answer: { status }, request }: Answered): boolean {
  if (status === 505) return true;
  if (status !== 501) return false;
  const coding = sentHeader(request, 'transfer-encoding');
  return (
    !registered.includes(request.method) || request.purpose === 'off-route' || coding.length > 0
  );
}

interface ServerErrors {
  /**
   * Errors that did not recur: the first two by key, because the order of responses differs between
   * runs.
   */
  readonly once: readonly string[];
  /** Whether any error recurred, which is a finding by itself. */
  readonly lasts: boolean;
}

const firstTwo = (left: readonly string[], right: readonly string[]) =>
  [...left, ...right].sort().slice(0, 2);

function serverErrors(judge: (errors: ServerErrors) => Judgement): Fold<ServerErrors | null> {
  const none: ServerErrors = { once: [], lasts: false };
  return {
    empty: () => null,
    add: (state, answered) => {
      const errors = state ?? none;
      if (answered.request.purpose !== 'cleared')
        return isServerError(answered) ? { ...errors, lasts: true } : errors;
      const said = `${keyText(answered.key)}: ${summarize(answered)}`;
      return { ...errors, once: firstTwo(errors.once, [said]) };
    },
    merge: (left, right) =>
      left && right
        ? { once: firstTwo(left.once, right.once), lasts: left.lasts || right.lasts }
        : (left ?? right),
    conclude: (errors) => (errors ? judge(errors) : beyondClaim('no response was received')),
  };
}

const common = {
  endpoints: () => true,
  hearsCleared: true,
  // http/large-input has its own rule on 5xx.
  matches: (answered: Answered) =>
    answered.request.origin !== 'jwks' &&
    answered.key.requirement !== 'http/large-input' &&
    !isLoadShedding(answered) &&
    !isUnknownToHttp(answered),
} as const;

export const noServerError = monitor({
  ...common,
  id: 'http/no-server-error',
  level: 'must',
  // Odd values that are stored must not show in the reads of other requirements.
  lane: ({ safety }) => (safety === 'read' ? 'odd' : 'alone'),
  rule: 'No request, well-formed or malformed, gets a 5xx.',
  section: 'RFC 9110 section 15.6; Errors',
  brokenBy: ['crash-on-malformed-json', 'crash-on-non-ascii-user', 'crash-on-unknown-user'],
  probes: wellFormedOnce,
  probing: askOddly,
  judge: (answered) => {
    if (!isServerError(answered) || answered.request.purpose === 'cleared') return pass();
    const expected = 'a status below 500: a 4xx if the request is wrong';
    return fail(`a request gets ${answered.answer.status}`, expected, summarize(answered));
  },
  fold: serverErrors(({ once, lasts }) => {
    if (once.length < 2 || lasts) return pass();
    return fail(
      'several requests get a 5xx, which does not come back',
      'at most one 5xx in a run',
      once.join('; '),
    );
  }),
});

export const transientServerError = monitor({
  ...common,
  id: 'http/transient-server-error',
  level: 'should',
  rule: 'No well-formed request gets a 5xx, not even once.',
  section: 'RFC 9110 section 15.6; Errors',
  brokenBy: ['draining-replica-drops-one-request', 'stale-connection-504'],
  fold: serverErrors(({ once: [only, second], lasts }) => {
    if (only === undefined || second !== undefined || lasts) return pass();
    return fail('one request gets a 5xx, which does not come back', 'a status below 500', only);
  }),
});
