import type { Answered, Bound, Judgement, Value } from '../../engine/index.ts';
import {
  fail,
  header,
  inconclusive,
  isUnread,
  monitor,
  pass,
  summarize,
  symbol,
  withHeader,
  withoutHeader,
  withToken,
  withUser,
} from '../../engine/index.ts';
import { argument } from '../../fixtures/malformed/labelled.ts';
import { provenMalformedUserId } from '../../fixtures/malformed/user-id.ts';
import { secondAddress, update } from '../address-update.ts';
import { inAuthBattery } from '../endpoints.ts';
import { judgeRefusedUpdates, type RefusedUpdate } from '../refused-updates.ts';
import { isRejection, shownData } from './shown-data.ts';

/** A list whose first element begins with a scheme (RFC 9110 section 11.6.1). */
const namesScheme = /^[\s,]*[!#$%&'*+.^_`|~\w-]/;

export const challenge = monitor({
  id: 'auth/challenge',
  level: 'should',
  endpoints: inAuthBattery,
  rule: 'A 401 has a WWW-Authenticate header.',
  section: 'RFC 9110 section 15.5.2',
  brokenBy: ['challenge-omitted', 'challenge-omitted-without-credentials'],
  probes: ({ endpoint, wellFormed }) =>
    endpoint.safety === 'read' ? [withoutHeader(wellFormed(), 'Authorization')] : [],
  skips: ['off-route'],
  // A gateway may respond to HEAD and OPTIONS.
  matches: ({ request, answer }) =>
    request.origin === 'api' &&
    answer.status === 401 &&
    !['HEAD', 'OPTIONS'].includes(request.method),
  judge: (answered) => {
    if (namesScheme.test(header(answered, 'WWW-Authenticate') ?? '')) return pass();
    const expected = 'a WWW-Authenticate header with a scheme, such as Bearer';
    const actual = `${summarize(answered)}, without a scheme in WWW-Authenticate`;
    return fail('a 401 has no valid WWW-Authenticate header', expected, actual);
  },
});

export const beforeEffects = monitor({
  id: 'auth/before-effects',
  level: 'must',
  endpoints: inAuthBattery,
  rule: 'A rejected request returns no user data and changes nothing.',
  section: 'Authentication; Errors',
  brokenBy: [
    'refused-request-shows-cash',
    'refused-request-shows-settings',
    'address-stored-before-token-checked',
  ],
  probing: async (bound, ask) =>
    bound.endpoint.name === 'address' && bound.profile.addressReadBack
      ? judgeRefusedUpdates(
          bound,
          ask,
          rejected(bound),
          'a rejected request changes the stored address',
        )
      : [],
  matches: isRejection,
  judge: judgeBeforeEffects,
});

/**
 * Returns updates that the server must reject for their token or user before it stores anything.
 */
function rejected(bound: Bound): readonly RefusedUpdate[] {
  const request = update(bound, secondAddress(bound));
  const bearing = (label: string, token: Value) => ({
    label: `an update with ${label}`,
    request: withToken(request, token),
  });
  const forUser = (label: string, forge: string) => ({
    label,
    request: withUser(request, symbol('user:first', forge)),
    proof: provenMalformedUserId,
  });
  return [
    { label: 'an update without a token', request: withoutHeader(request, 'Authorization') },
    // Only one of these two fits the kind of token. The other is withheld.
    bearing('an altered signature', symbol('token:scoped', 'signature-altered')),
    bearing('an altered authentication tag', symbol('token:scoped', 'encrypted-altered:tag')),
    ...(bound.facts.tokens['token:expired']
      ? [bearing('an expired token', symbol('token:expired'))]
      : []),
    {
      label: 'an update with no JWT',
      request: withHeader(request, 'Authorization', 'Bearer m2m-conformance'),
    },
    forUser('an update whose x-user-id is in upper case', 'upper'),
    // A server that searches the value for an id finds the user's own.
    forUser('an update whose x-user-id has a 25th character', 'splice:24:0:0'),
    forUser(
      'an update whose x-user-id is the id twice, joined by a comma',
      `repeat:2:${argument(',')}`,
    ),
    { label: 'an update without x-user-id', request: withoutHeader(request, 'x-user-id') },
  ];
}

/** Passes if a rejected request returns nothing but an error. */
export function judgeBeforeEffects(answered: Answered): Judgement {
  if (isUnread(answered)) return inconclusive('the body is too deep or too long to read');
  const shown = shownData(answered);
  if (shown.length === 0) return pass();
  const actual = `status ${answered.answer.status} with data in ${shown.join(', ')}`;
  return fail('a rejected request returns user data', 'an ApiError without user data', actual);
}
