import type { Advice, Answered, Causes, Fold, Judgement } from '../../engine/index.ts';
import {
  beyondClaim,
  cause,
  fail,
  fromTarget,
  isLoadShedding,
  isServerError,
  keyText,
  monitor,
  ofHarness,
  pass,
  say,
  sentHeader,
  summarize,
} from '../../engine/index.ts';
import { standard } from '../statements.ts';
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

/** Whether a request to the API has anything but one bearer token that was issued. */
function hasOtherAuthorization({ request }: Answered): boolean {
  const [only = '', ...more] = sentHeader(request, 'authorization');
  const isUsual = more.length === 0 && /^bearer +\{\{token:\w+\}\}$/i.test(only);
  return request.origin === 'api' && !isUsual;
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

function serverErrors<C extends Causes>(
  judge: (errors: ServerErrors) => Judgement<C>,
): Fold<ServerErrors | null, C> {
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
    conclude: (errors) => (errors ? judge(errors) : beyondClaim(say`no response was received`)),
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

interface Once {
  readonly once: readonly string[];
}
const actual = ({ once }: Once) => once.join('; ');

const transientAdvice = [
  {
    suspect: 'A replica stops while it still gets requests.',
    look: 'Remove the replica from the load balancer first, wait for open requests, and then stop it.',
    when: ['!alone'],
  },
  {
    suspect: 'The proxy reuses a connection that the service has closed.',
    look: "Set the keep-alive timeout of the service above the proxy's, and retry safe requests once.",
    when: ['proxy', '!alone'],
  },
] satisfies readonly Advice[];

interface ServerError {
  readonly status: number;
  readonly isOtherAuthorization: boolean;
}
const unlessOtherAuthorization = ({ isOtherAuthorization }: ServerError) =>
  isOtherAuthorization ? false : undefined;

const lastingCauses = {
  // A 502 and a 500 have different reasons, and a known one must not hide the other.
  'server-error': cause<ServerError>({
    title: ({ status }) => `a request gets ${status}`,
    expected: 'a status below 500: a 4xx if the request is wrong',
    advice: [
      {
        suspect:
          'The service ends, hangs or sends an invalid response, and the proxy in front of it responds.',
        look: 'Search the log of the service for a crash, a restart or a timeout at the time of the request.',
        when: [({ status }) => status === 502 || status === 504],
      },
      {
        suspect:
          'The code throws on input that it did not expect: a missing, null, nested, very long or non-ASCII value.',
        look: 'Find the stack trace of this request in the log, and validate the value before that line, with a 4xx.',
        when: ['alone', '!not alone', unlessOtherAuthorization],
      },
      {
        suspect:
          'A lookup returns nothing and the code uses it, or an exception of a library or database has no mapping.',
        look: 'Check each lookup for no result, and map exceptions of parsing, decoding and constraints to a 4xx.',
        when: ['alone', '!not alone', unlessOtherAuthorization],
      },
      {
        suspect: 'The parser of the Authorization header or of the token throws on this form.',
        look: 'Find the stack trace of this request in the log, and let the code that checks tokens respond with 401 to all that it cannot read.',
        when: [({ isOtherAuthorization }) => isOtherAuthorization, 'alone', '!not alone'],
      },
      {
        suspect:
          'A pool of connections, threads or permits is too small, so requests beyond its size fail at once.',
        look: 'Let requests wait for a free place, compare the size of each pool with the requests in flight, and release places in a finally block.',
        when: ['not alone', 'in flight', '!alone', '!same connection', '!other user before'],
      },
      {
        suspect:
          'A lock or a version check refuses the second of two simultaneous requests, or both change the same data without a lock.',
        look: 'Search the stack trace for a conflict, a deadlock or a changed collection, and let the second request wait or try again.',
        when: [
          'not alone',
          'in flight',
          '!several pass',
          '!alone',
          '!same connection',
          '!other user before',
        ],
      },
      {
        suspect:
          'An earlier request leaves a value in a cache, a session or a connection that this request cannot use.',
        look: 'Compare the stack trace with what the earlier request stored, and remove the stored value or check it first.',
        when: [
          'not alone',
          'same connection',
          'other user before',
          'cached',
          '!alone',
          '!in flight',
        ],
      },
    ],
  }),
  'several-once': {
    title: 'several requests get a 5xx, which does not come back',
    expected: 'at most one 5xx in a run',
    actual,
    advice: transientAdvice,
  },
} satisfies Causes;

const transientCauses = {
  once: {
    title: 'one request gets a 5xx, which does not come back',
    expected: 'a status below 500',
    actual,
    advice: transientAdvice,
  },
} satisfies Causes;

export const noServerError = monitor({
  ...common,
  id: 'http/no-server-error',
  level: 'must',
  // Odd values that are stored must not show in the reads of other requirements.
  lane: ({ safety }) => (safety === 'read' ? 'odd' : 'alone'),
  rule: 'No request, well-formed or malformed, gets a 5xx.',
  section: 'RFC 9110 section 15.6; Errors',
  statement: standard['RFC 9110, section 15.6'],
  causes: lastingCauses,
  probes: wellFormedOnce,
  probing: askOddly,
  judge: (answered) => {
    if (!isServerError(answered) || answered.request.purpose === 'cleared') return pass();
    const { status } = answered.answer;
    return fail('server-error', {
      status,
      isOtherAuthorization: hasOtherAuthorization(answered),
      change: ofHarness(String(status)),
    });
  },
  fold: serverErrors<typeof lastingCauses>(({ once, lasts }) =>
    once.length < 2 || lasts ? pass() : fail('several-once', { once: fromTarget(once) }),
  ),
});

export const transientServerError = monitor({
  ...common,
  id: 'http/transient-server-error',
  level: 'should',
  rule: 'No well-formed request gets a 5xx, not even once.',
  section: 'RFC 9110 section 15.6; Errors',
  statement: standard['RFC 9110, section 15.6.3'],
  causes: transientCauses,
  fold: serverErrors<typeof transientCauses>(({ once, lasts }) =>
    once.length !== 1 || lasts ? pass() : fail('once', { once: fromTarget(once) }),
  ),
});
