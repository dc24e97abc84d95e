import { createHash } from 'node:crypto';
import type { Answered, Fold } from '../../engine/index.ts';
import {
  beyondClaim,
  failed,
  header,
  inconclusive,
  jsonObject,
  mergeRecords,
  monitor,
  pass,
  shown,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { refusedUnderOwnIds } from './client-ids.ts';
import { monitored, section, withoutToken } from './error-answers.ts';

/** RFC 9562 section 4, in either case, any version and the nil UUID, without `urn:uuid:`. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a value is a string with one UUID and nothing else. */
export const isUuid = (text: unknown): boolean => typeof text === 'string' && uuid.test(text);

function responseIdOf(answered: Answered): string | undefined {
  const id = jsonObject(answered)?.['responseId'];
  return typeof id === 'string' ? id : undefined;
}

export const responseIdUuid = monitor({
  ...monitored,
  id: 'errors/response-id-uuid',
  statement: spec.responseId,
  advice: [
    {
      suspect:
        'responseId is a trace id, a short random string or an id from a header of the request.',
      look: 'Generate responseId with the UUID function of your platform, and log the other id beside it.',
    },
    {
      suspect: 'The UUID is formatted without hyphens, in braces, as a URN or with a suffix.',
      look: 'Use the form with hyphens, such as the format D in .NET, and add no text to it.',
    },
    ...why.ownErrorPath,
  ],
  level: 'must',
  rule: 'The responseId of an error is a UUID in string form.',
  brokenBy: ['response-id-short', 'response-id-without-hyphens', 'response-id-as-urn'],
  after: ['errors/json'],
  probing: refusedUnderOwnIds,
  matches: (answered) => responseIdOf(answered) !== undefined,
  judge: (answered) => {
    const id = responseIdOf(answered) ?? '';
    if (isUuid(id)) return pass();
    return failed(
      '/responseId of an error is not a UUID',
      'a UUID such as 123e4567-e89b-…',
      shown(id),
    );
  },
});

/**
 * How often each id was seen, in lower case without hyphens. Digests replace long ids, to keep the
 * state small.
 */
type SeenIds = Record<string, number>;

const uniqueIds: Fold<SeenIds> = {
  empty: () => ({}),
  // Changed in place: the engine owns the state, and copying it for every response takes quadratic
  // time.
  add: (seen, answered) => {
    const id = compact(responseIdOf(answered) ?? '');
    seen[id] = (seen[id] ?? 0) + 1;
    return seen;
  },
  merge: (left, right) => mergeRecords(left, right, (one, other) => one + other),
  clash: (answered) => [compact(responseIdOf(answered) ?? ''), JSON.stringify(answered.key)],
  conclude: (seen) => {
    const all = Object.entries(seen);
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    if (total === 0) return beyondClaim('no response was an ApiError with a responseId');
    if (total < 2)
      return inconclusive(`only ${total} error had a responseId, and two are needed to compare`);
    const often = all.filter(([, count]) => count > 1);
    const repeated = often.sort(
      ([left, one], [right, other]) => other - one || (left < right ? -1 : 1),
    );
    const [first] = repeated;
    if (!first) return pass(`${total} responses, each with a different id`);
    const example = `${first[1]} responses contain ${first[0].slice(1)} (without hyphens)`;
    const sharing = repeated.reduce((sum, [, count]) => sum + count, 0);
    const form = commonForm(repeated.map(([id]) => id));
    const actual = `${sharing} of ${total} errors share ${repeated.length} ids; for example, ${example}${form}`;
    return failed(
      'responses share a responseId',
      `a different responseId in each of ${total} errors`,
      actual,
    );
  },
};

/** The fewest ids whose digits are compared, and the fewest equal ones that are reported. */
const [fewestIds, fewestEqual] = [3, 6];

/**
 * Shows the digits that all ids have in common, with `x` for the others. Random UUIDs have at most
 * two.
 */
function commonForm(ids: readonly string[]): string {
  const [first = ''] = ids;
  const isCommon = (digit: string, at: number) => ids.every((id) => id[at] === digit);
  const form = [...first].map((digit, at) => (isCommon(digit, at) ? digit : 'x')).join('');
  if (
    ids.length < fewestIds ||
    !/^#[\dxa-f]{32}$/.test(form) ||
    form.replace(/[#x]/g, '').length < fewestEqual
  )
    return '';
  return `; these ids have the form ${form.slice(1).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

/**
 * Normalises an id. The `#` keeps it from being a name that every object has, such as
 * `constructor`.
 */
function compact(id: string): string {
  const bare = id.toLowerCase().replaceAll('-', '');
  return `#${bare.length <= 48 ? bare : createHash('sha256').update(bare).digest('base64url')}`;
}

export const responseIdUnique = monitor({
  id: 'errors/response-id-unique',
  level: 'must',
  sameDefectAs: ['errors/response-id-uuid'],
  section,
  statement: spec.responseId,
  advice: [
    {
      suspect:
        'responseId is created once: as a constant, at startup, per connection or in a default argument.',
      look: 'Call the UUID function inside the function that writes the error.',
      when: ['one id', 'other second', '!several ids', '!time in the id'],
    },
    {
      suspect: 'responseId is made from the clock, so errors of the same moment share it.',
      look: 'Use a UUID function (version 4 or 7), which adds random bits, and remove code that fills an id from the time.',
      when: ['same second', 'time in the id', '!other second', '!one id'],
    },
    {
      suspect: 'responseId is a hash of the user, the request or the message.',
      look: 'Use a random UUID (version 4) or a time-based one (version 7) instead.',
      when: ['other second', '!time in the id'],
    },
    {
      suspect: 'Errors are cached together with their responseId.',
      look: 'Do not cache errors, or replace responseId whenever a cached error is sent.',
      when: ['cached', '!other URL', '!time in the id'],
    },
    {
      suspect: 'Workers start with the same random seed or share a pool of ids.',
      look: 'Use the random generator of the operating system in each worker.',
      when: ['several ids', 'other second', '!one id', '!time in the id'],
    },
  ],
  after: ['errors/json'],
  rule: 'No two errors have the same responseId.',
  brokenBy: ['response-id-nil', 'response-id-per-connection', 'response-id-per-user'],
  probes: (bound) => [...withoutToken(bound), ...withoutToken(bound)],
  // A cached response (RFC 9111 section 5.1) is the same one seen twice. errors/response-id-uuid
  // judges an empty id.
  matches: (answered) => Boolean(responseIdOf(answered)) && header(answered, 'age') === undefined,
  fold: uniqueIds,
});
