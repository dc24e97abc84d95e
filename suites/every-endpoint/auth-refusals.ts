import {
  type Answered,
  cause,
  fail,
  fromTarget,
  header,
  inconclusive,
  isUnread,
  monitor,
  pass,
  say,
  withoutHeader,
} from '../../engine/index.ts';
import { rejectedUpdates } from '../../fixtures/malformed/refused-updates.ts';
import { refusedUpdateCauses } from '../address-classes.ts';
import { secondAddress, update } from '../address-update.ts';
import { why } from '../advice.ts';
import { inAuthBattery } from '../endpoints.ts';
import { judgeRefusedUpdates } from '../refused-updates.ts';
import { standard } from '../statements.ts';
import { isRejection, shownData } from './shown-data.ts';

/** A list whose first element begins with a scheme (RFC 9110 section 11.6.1). */
const namesScheme = /^[\s,]*[!#$%&'*+.^_`|~\w-]/;

export const challenge = monitor({
  id: 'auth/challenge',
  level: 'should',
  endpoints: inAuthBattery,
  rule: 'A 401 has a WWW-Authenticate header.',
  section: 'RFC 9110 section 15.5.2',
  statement: standard['RFC 9110, section 15.5.2, challenge'],
  advice: [
    {
      suspect: 'The error handler builds the 401 and does not set WWW-Authenticate.',
      look: 'Set WWW-Authenticate: Bearer where every 401 is written.',
      when: ['everywhere', '!one endpoint'],
    },
    {
      suspect: 'Only some code paths to a 401 set it.',
      look: 'Write every 401 in one function.',
      when: ['one endpoint', '!everywhere'],
    },
    {
      suspect: 'A gateway removes or renames the header.',
      look: 'Let the gateway pass the header on.',
      when: ['proxy'],
    },
  ],
  causes: {
    'no-challenge': cause({
      title: 'a 401 has no valid WWW-Authenticate header',
      expected: 'a WWW-Authenticate header with a scheme, such as Bearer',
      actual: (_facts, response) => `${response}, without a scheme in WWW-Authenticate`,
    }),
  },
  probes: ({ endpoint, wellFormed }) =>
    endpoint.safety === 'read' ? [withoutHeader(wellFormed(), 'Authorization')] : [],
  skips: ['off-route'],
  // A gateway may respond to HEAD and OPTIONS.
  matches: ({ request, answer }) =>
    request.origin === 'api' &&
    answer.status === 401 &&
    !['HEAD', 'OPTIONS'].includes(request.method),
  judge: (answered) =>
    namesScheme.test(header(answered, 'WWW-Authenticate') ?? '') ? pass() : fail('no-challenge'),
});

interface Returned {
  status: number;
  places: readonly string[];
}

export const beforeEffects = monitor({
  id: 'auth/before-effects',
  level: 'must',
  endpoints: inAuthBattery,
  rule: 'A rejected request returns no user data and changes nothing.',
  section: 'Authentication; Errors',
  statement: standard['RFC 9110, section 15.5.2'],
  advice: [
    {
      suspect: 'The handler loads or stores data before it checks the token or the user.',
      look: 'Run the guard before the handler, and return as soon as it refuses.',
    },
    {
      suspect: 'The error body or a debug header is built from the prepared response.',
      look: 'Build errors from the error only, and remove debug headers.',
    },
    {
      suspect: 'A queue, a retry or a rollback applies the refused request later.',
      look: 'Queue a request after every check, and roll back its own changes only.',
      when: [({ places }: Partial<Returned>) => (places ? false : undefined)],
    },
    why.sharedState,
  ],
  causes: {
    ...refusedUpdateCauses,
    'data-returned': cause<Returned>({
      title: 'a rejected request returns user data',
      expected: 'an ApiError without user data',
      actual: ({ status, places }) => `status ${status} with data in ${places.join(', ')}`,
    }),
  },
  probing: async (bound, ask) => {
    if (bound.endpoint.name !== 'address' || !bound.profile.addressReadBack) return [];
    const updates = rejectedUpdates(update(bound, secondAddress(bound)), bound);
    return judgeRefusedUpdates(bound, ask, updates);
  },
  matches: isRejection,
  judge: judgeBeforeEffects,
});

export function judgeBeforeEffects(answered: Answered) {
  if (isUnread(answered)) return inconclusive(say`the body is too deep or too long to read`);
  const places = shownData(answered);
  if (places.length === 0) return pass();
  return fail('data-returned', { status: answered.answer.status, places: fromTarget(places) });
}
