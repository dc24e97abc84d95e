import { fail, type Judgement, monitor, pass, type Request, type Unanswered, valueText } from '../../engine/index.ts';
import { hasForeignBytes, hasMalformedTarget } from './error-answers.ts';

/**
 * Reports whether the request is valid HTTP. A server may close the connection on other bytes, and on headers beyond
 * ASCII.
 */
function isWellFormedHttp(request: Request): boolean {
  return request.wire === 'http' && !hasForeignBytes(request);
}

export const answers = monitor({
  id: 'http/answers',
  level: 'should',
  endpoints: () => true,
  rule: 'Every well-formed request gets a response within the time limit.',
  section: 'RFC 9110 section 15; RFC 9112 section 9',
  brokenBy: ['malformed-user-closes-connection', 'unknown-guide-never-answered', 'filtered-portfolios-never-answered'],
  matches: ({ request }) => request.origin !== 'jwks' && isWellFormedHttp(request),
  judge: () => pass(),
  lost: judgeLost,
});

/**
 * Reports whether a server may close the connection. For an unknown path, an unknown method or a malformed target it
 * may close, but not hang.
 */
function mayBeCutOff({ request, answer }: Unanswered): boolean {
  return answer.lost !== 'timeout' && (request.purpose === 'off-route' || hasMalformedTarget(request));
}

/**
 * Judges a missing response. The engine only passes requests that failed in every attempt while the control succeeded.
 */
export function judgeLost(unanswered: Unanswered): Judgement | undefined {
  const { request, answer } = unanswered;
  if (request.origin === 'jwks' || !isWellFormedHttp(request)) return undefined;
  if (mayBeCutOff(unanswered) || looksLikeAttack(request)) return undefined;
  const expected = 'a response, such as a 4xx';
  switch (answer.lost) {
    case 'closed':
      return fail('the connection is closed without a response', expected, answer.detail);
    case 'timeout':
      return fail('a request gets no response', expected, answer.detail);
    case 'invalid-http':
      return fail('the response is not valid HTTP', expected, answer.detail);
    default:
      return undefined;
  }
}

/**
 * Patterns that a firewall may treat as an attack: path traversal, SQL quotes, markup, templates, JavaScript's special
 * names.
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
 * Reports whether a firewall may drop the connection instead of refusing the request. Then the target is not to blame.
 */
function looksLikeAttack({ path, headers, body = '' }: Request): boolean {
  const texts = [path, ...headers.map(([, value]) => value), body].map(valueText);
  return texts.some((text) => signatures.some((signature) => signature.test(text) || signature.test(decoded(text))));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
