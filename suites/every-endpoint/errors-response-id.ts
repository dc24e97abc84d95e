import { createHash } from 'node:crypto';
import {
  type Answered,
  beyondClaim,
  type Fold,
  header,
  held,
  monitor,
  shown,
  unanswered,
  violated,
} from '../../engine/index.ts';
import { refusedUnderOwnIds } from './client-ids.ts';
import { errorBody, monitored, section, withoutToken } from './error-answers.ts';

/** RFC 9562 section 4, in either case, the nil UUID and any version included; no `urn:uuid:` in front. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The text form of a UUID, as every responseId. */
export const isUuid = (text: unknown): boolean => typeof text === 'string' && uuid.test(text);

function responseIdOf(answered: Answered): string | undefined {
  const id = errorBody(answered)?.['responseId'];
  return typeof id === 'string' ? id : undefined;
}

export const responseIdUuid = monitor({
  ...monitored,
  id: 'errors/response-id-uuid',
  level: 'must',
  rule: 'The responseId of an error is a UUID in its text form.',
  brokenBy: [
    'response-id-short',
    'response-id-without-hyphens',
    'response-id-as-urn',
    'response-id-of-the-client',
    'response-id-of-the-trace-on-cash',
  ],
  probing: refusedUnderOwnIds,
  matches: (answered) => responseIdOf(answered) !== undefined,
  judge: (answered) => {
    const id = responseIdOf(answered) ?? '';
    if (isUuid(id)) return held();
    return violated('/responseId of an error is no UUID', 'a UUID such as 123e4567-e89b-…', shown(id));
  },
});

/** How often each id was seen; hyphens and case left out. Of longer texts than a UUID a digest, so that the state stays small. */
type SeenIds = Record<string, number>;

const uniqueIds: Fold<SeenIds> = {
  empty: () => ({}),
  // Changed in place: the state is the engine's own, and copying it for every answer would cost the square of a run.
  add: (seen, answered) => {
    const id = compact(responseIdOf(answered) ?? '');
    seen[id] = (seen[id] ?? 0) + 1;
    return seen;
  },
  merge: (left, right) => {
    const merged: SeenIds = { ...left };
    for (const [id, count] of Object.entries(right)) merged[id] = (merged[id] ?? 0) + count;
    return merged;
  },
  conclude: (seen) => {
    const all = Object.entries(seen);
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    if (total === 0) return beyondClaim('no answer was an ApiError with a responseId');
    if (total < 2) return unanswered(`${total} errors with a responseId: it takes two to compare`);
    const repeated = all.filter(([, count]) => count > 1).sort(([left], [right]) => (left < right ? -1 : 1));
    const [first] = repeated;
    if (!first) return held(`${total} responses, each with an id of its own`);
    const example = `${first[1]} responses carry ${first[0].slice(1)} (hyphens left out)`;
    return violated(
      'responses share a responseId',
      `a responseId of its own in each of ${total} errors`,
      `${repeated.length} ids occur more than once: ${example}`,
    );
  },
};

/** The sign in front keeps an id from being the name of something that every object has. */
function compact(id: string): string {
  const bare = id.toLowerCase().replaceAll('-', '');
  return `#${bare.length <= 48 ? bare : createHash('sha256').update(bare).digest('base64url')}`;
}

export const responseIdUnique = monitor({
  id: 'errors/response-id-unique',
  level: 'must',
  section,
  rule: 'No two errors carry the same responseId.',
  brokenBy: ['response-id-nil', 'response-id-per-connection', 'response-id-per-user', 'errors-cached'],
  probes: (bound) => [...withoutToken(bound), ...withoutToken(bound)],
  // What comes from a cache (RFC 9111 section 5.1) is one response, seen twice; an empty id is errors/response-id-uuid's.
  matches: (answered) => Boolean(responseIdOf(answered)) && header(answered, 'age') === undefined,
  fold: uniqueIds,
});
