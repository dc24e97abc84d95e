import {
  failed,
  type Judgement,
  monitor,
  pass,
  type Request,
  type Unanswered,
  valueText,
} from '../../engine/index.ts';
import { standard } from '../statements.ts';
import { hasForeignBytes, hasMalformedTarget } from './error-answers.ts';

/**
 * Whether the request is valid HTTP. On other bytes, and headers beyond ASCII, a server may close
 * the connection.
 */
const isWellFormedHttp = (request: Request): boolean =>
  request.wire === 'http' && !hasForeignBytes(request);

export const answers = monitor({
  id: 'http/answers',
  level: 'should',
  endpoints: () => true,
  rule: 'Every well-formed request gets a response within the time limit.',
  section: 'RFC 9110 section 15; RFC 9112 section 9',
  statement: standard['RFC 9110, section 3.4'],
  advice: [
    {
      suspect:
        'An exception in a callback, a promise or a thread is lost, so nobody completes the response.',
      look: 'Look for asynchronous code without an error handler on this path, and pass its errors to the framework.',
      when: ['alone'],
    },
    {
      suspect:
        'A branch of the handler returns without sending a response, or waits for an event that never comes.',
      look: 'Check each branch for this input, and set a timeout on every wait.',
    },
    {
      suspect: 'The process or worker ends, or closes the connection, on this input.',
      look: 'Search the log for restarts and fatal errors at the time of the request.',
      when: ['no response'],
    },
    {
      suspect: 'The length of the body is wrong, or a pattern needs exponential time.',
      look: 'Check for two or wrong Content-Length headers, and measure the time of regular expressions on this input.',
    },
  ],
  brokenBy: [
    'malformed-user-closes-connection',
    'unknown-guide-never-answered',
    'filtered-portfolios-never-answered',
  ],
  matches: ({ request }) => request.origin !== 'jwks' && isWellFormedHttp(request),
  judge: () => pass(),
  lost: judgeLost,
});

/**
 * Whether a server may close the connection, but not hang: for an unknown path, or a malformed
 * target. A request with an unknown method is well-formed (RFC 9110 section 9.1), so it gets a
 * response.
 */
function mayBeCutOff({ key, request, answer }: Unanswered): boolean {
  const isElsewhere = request.purpose === 'off-route' && key.requirement !== 'errors/method';
  return answer.lost !== 'timeout' && (isElsewhere || hasMalformedTarget(request));
}

/** The finding for each kind of missing response. Others have causes outside the target. */
const causes: Partial<Record<Unanswered['answer']['lost'], string>> = {
  closed: 'the connection is closed without a response',
  timeout: 'a request gets no response',
  'invalid-http': 'the response is not valid HTTP',
};

/**
 * Judges a missing response. The engine passes only requests that failed in every attempt beside a
 * good control.
 */
export function judgeLost(unanswered: Unanswered): Judgement | undefined {
  const { request, answer } = unanswered;
  if (request.origin === 'jwks' || !isWellFormedHttp(request)) return undefined;
  if (mayBeCutOff(unanswered) || looksLikeAttack(request)) return undefined;
  const cause = causes[answer.lost];
  return cause === undefined
    ? undefined
    : failed(cause, 'a response, such as a 4xx', answer.detail);
}

/**
 * Signs of an attack for a firewall: path traversal, SQL quotes, markup, templates, names of
 * JavaScript.
 */
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

/**
 * Whether a firewall may drop the connection instead of refusing the request. Then the target is
 * not to blame.
 */
function looksLikeAttack({ path, headers, body = '' }: Request): boolean {
  const texts = [path, ...headers.map(([, value]) => value), body].map(valueText);
  return texts.some((text) =>
    signatures.some((signature) => signature.test(text) || signature.test(decoded(text))),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
