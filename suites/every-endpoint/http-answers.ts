import { held, type Judgement, monitor, type Request, type Unanswered, violated } from '../../engine/index.ts';
import { looksLikeAttack } from './attack-like.ts';
import { hasForeignBytes, hasMalformedTarget } from './error-answers.ts';
import { hasOddField } from './odd-requests.ts';

/** A server may close the connection on bytes that are no HTTP, and on field values beyond ASCII. */
function isWellFormedHttp(request: Request): boolean {
  return request.wire === 'http' && !hasForeignBytes(request);
}

export const answers = monitor({
  id: 'http/answers',
  level: 'should',
  endpoints: () => true,
  rule: 'Every well-formed request is answered within the time limit.',
  section: 'RFC 9110 section 15; RFC 9112 section 9',
  brokenBy: [
    'malformed-user-closes-connection',
    'unknown-guide-never-answered',
    'filtered-portfolios-never-answered',
    'surrogate-in-address-hangs',
    'media-type-without-slash-hangs',
    'summaries-hang-in-german',
    'text-postal-code-hangs',
    'errors-of-two-lengths',
    'malformed-orders-hang',
    'orders-of-unknown-sides-hang',
    'head-hangs-on-cash',
  ],
  matches: ({ request }) => request.origin !== 'jwks' && isWellFormedHttp(request),
  judge: () => held(),
  lost: judgeLost,
});

/** What a server may cut off. Whoever knows no such method, or gets a target that is no URI, may hang up, but not hang. */
function mayBeCutOff(unanswered: Unanswered): boolean {
  const { requirement } = unanswered.key;
  const isStrange = requirement === 'errors/method' || hasMalformedTarget(unanswered.request);
  if (hasOddField(unanswered)) return true;
  if (isStrange) return unanswered.answer.lost !== 'timeout';
  return requirement === 'http/protocol-violations' || requirement === 'http/large-input';
}

/** The engine asks only of requests that stayed without an answer in every attempt, while the control was answered. */
export function judgeLost(unanswered: Unanswered): Judgement | undefined {
  const { request, answer } = unanswered;
  if (request.origin === 'jwks' || !isWellFormedHttp(request)) return undefined;
  if (mayBeCutOff(unanswered) || looksLikeAttack(request)) return undefined;
  const expected = 'an answer, a refusal with a 4xx included';
  switch (answer.lost) {
    case 'closed':
      return violated('the connection is closed without an answer', expected, answer.detail);
    case 'timeout':
      return violated('a request is never answered', expected, answer.detail);
    case 'invalid-http':
      return violated('the answer is no valid HTTP', expected, answer.detail);
    default:
      return undefined;
  }
}
