import {
  type Advice,
  fail,
  monitor,
  pass,
  type Request,
  type Unanswered,
  valueText,
} from '../../engine/index.ts';
import { standard } from '../statements.ts';
import { hasForeignBytes, hasMalformedTarget } from './error-answers.ts';
import { expecting } from './refusals.ts';

/** Otherwise a server may close the connection. */
const isWellFormedHttp = (request: Request) => request.wire === 'http' && !hasForeignBytes(request);

const expectResponse = expecting('a response, such as a 4xx');
const wrongLength: Advice = {
  suspect: 'The length of the body is wrong.',
  look: 'Check for two or wrong Content-Length headers.',
};

export const answers = monitor({
  id: 'http/answers',
  level: 'should',
  endpoints: () => true,
  rule: 'Every well-formed request gets a response within the time limit.',
  section: 'RFC 9110 section 15; RFC 9112 section 9',
  statement: standard['RFC 9110, section 3.4'],
  causes: {
    closed: expectResponse(
      'the connection is closed without a response',
      {
        suspect: 'The process or worker ends, or closes the connection, on this input.',
        look: 'Search the log for restarts and fatal errors at the time of the request.',
      },
      wrongLength,
    ),
    timeout: expectResponse(
      'a request gets no response',
      {
        suspect: 'An exception in a callback, a promise or a thread is lost.',
        look: 'Look for asynchronous code on this path that does not pass errors to the framework.',
      },
      {
        suspect: 'The handler returns without a response, or waits for an event that never comes.',
        look: 'Check each branch for this input, and set a timeout on every wait.',
      },
      {
        suspect: 'A pattern needs exponential time.',
        look: 'Measure the time of regular expressions on this input.',
      },
      wrongLength,
    ),
    'invalid-http': expectResponse('the response is not valid HTTP', wrongLength),
  },
  matches: ({ request }) => request.origin !== 'jwks' && isWellFormedHttp(request),
  judge: () => pass(),
  lost: judgeLost,
});

/** For an unknown path or a malformed target, but not an unknown method (RFC 9110 section 9.1). */
function mayBeCutOff({ key, request, answer }: Unanswered) {
  const isElsewhere = request.purpose === 'off-route' && key.requirement !== 'errors/method';
  return answer.lost !== 'timeout' && (isElsewhere || hasMalformedTarget(request));
}

export function judgeLost(unanswered: Unanswered) {
  const {
    request,
    answer: { lost },
  } = unanswered;
  if (request.origin === 'jwks' || !isWellFormedHttp(request)) return undefined;
  if (mayBeCutOff(unanswered) || looksLikeAttack(request)) return undefined;
  // Other kinds of missing responses have causes outside the target.
  return lost === 'closed' || lost === 'timeout' || lost === 'invalid-http'
    ? fail(lost)
    : undefined;
}

/** What firewalls drop: path traversal, SQL, markup, templates, operators, names of JavaScript. */
const signatures: readonly RegExp[] = [
  /\.\.[/\\]/,
  /'\s*(;|--)|'\s+(or|and)\b/i,
  // Secrets are symbols here, and an element name may be one.
  /<[a-z!/{]/i,
  /[$#]\{/,
  /"?\$[a-z]+"?\s*:/i,
  /\0/,
  /__proto__|constructor|prototype/,
];

function looksLikeAttack({ path, headers, body = '' }: Request) {
  const texts = [path, ...headers.map(([, value]) => value), body].map(valueText);
  return [...texts, ...texts.map(decoded)].some((text) =>
    signatures.some((signature) => signature.test(text)),
  );
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
