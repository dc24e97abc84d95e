import { createHash } from 'node:crypto';
import {
  type Answered,
  type Ask,
  type Bound,
  beyondClaim,
  cause,
  concat,
  type Fold,
  fail,
  fromTarget,
  header,
  inconclusive,
  jsonObject,
  mergeRecords,
  monitor,
  ofHarness,
  pass,
  say,
  shown,
  symbol,
  timeInId,
  withHeader,
  withoutHeader,
  withUser,
} from '../../engine/index.ts';
import { withoutToken } from '../../fixtures/malformed/refused-requests.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { monitored, section } from './error-answers.ts';

/** RFC 9562 section 4, in either case, any version and the nil UUID, without `urn:uuid:`. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Without hyphens, it may be a trace id. */
const withinText = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

export const isUuid = (text: unknown) => typeof text === 'string' && uuid.test(text);

function responseIdOf(answered: Answered) {
  const id = jsonObject(answered)?.['responseId'];
  return typeof id === 'string' ? id : undefined;
}

export const responseIdUuid = monitor({
  ...monitored,
  id: 'errors/response-id-uuid',
  statement: spec.responseId,
  advice: [
    {
      suspect: 'responseId is a trace id, a short random string or an id from the request.',
      look: 'Generate responseId with a UUID function.',
    },
    {
      suspect: 'The UUID is formatted without hyphens, in braces, as a URN or with a suffix.',
      look: 'Use the form with hyphens, such as the format D in .NET.',
      when: [({ value }) => withinText.test(value) || undefined],
    },
    why.ownErrorPath,
  ],
  causes: {
    'not-uuid': cause<{ value: string }>({
      title: '/responseId of an error is not a UUID',
      expected: 'a UUID such as 123e4567-e89b-…',
      actual: ({ value }) => value,
    }),
  },
  level: 'must',
  rule: 'The responseId of an error is a UUID in string form.',
  after: ['errors/json'],
  probing: refusedUnderOwnIds,
  matches: (answered) => responseIdOf(answered) !== undefined,
  judge: (answered) => {
    const id = responseIdOf(answered) ?? '';
    return isUuid(id) ? pass() : fail('not-uuid', { value: fromTarget(shown(id)) });
  },
});

const names = [
  'X-Request-Id',
  'X-Correlation-Id',
  'Correlation-Id',
  'Request-Id',
  'X-Trace-Id',
  'X-Response-Id',
];

export async function refusedUnderOwnIds(bound: Bound, ask: Ask) {
  const { safety, user } = bound.endpoint;
  if (safety === 'order') return [];
  const request = names.reduce(
    (named, name) =>
      withHeader(named, name, concat(`m2m-conformance:${name.toLowerCase()}:`, symbol('unique'))),
    bound.wellFormed(),
  );
  await ask('own-id-no-token', withoutHeader(request, 'Authorization'));
  if (user === 'required') await ask('own-id-no-user', withUser(request, 'm2m-conformance'));
  return [];
}

interface Shared {
  shared: number;
  of: number;
  ids: number;
  /** The id that occurs most often, without hyphens. */
  value: string;
  times: number;
  form: string | undefined;
  /** How many errors were compared with the first of their id, and how many are of its URL. */
  clashing: number | undefined;
  sameRoute: number | undefined;
  /** The most milliseconds between two that were compared. */
  mostMs: number | undefined;
  /** The digits of the shown id that are the time of its response. */
  shownId: string | undefined;
  digits: string | undefined;
  unit: string | undefined;
}

const isFarApart = ({ mostMs = 0, digits }: Shared) =>
  (mostMs >= 1_000 && digits === undefined) || undefined;
const unlessTimed = ({ digits }: Shared) => (digits === undefined ? undefined : false);

const uniqueCauses = {
  shared: cause<Shared>({
    title: 'responses share a responseId',
    expected: ({ of }) => `a different responseId in each of ${of} errors`,
    actual: ({ shared, of, ids, times, value, form, shownId, digits, unit }) =>
      [
        `${shared} of ${of} errors share ${ids === 1 ? 'one id' : `${ids} ids`}`,
        `for example, ${times} responses contain ${value} (without hyphens)`,
        form && `these ids have the form ${form}`,
        digits &&
          `in ${shownId}, ${digits} is the time of the response (its header Date) in ${unit} ` +
            'since 1970',
      ]
        .filter(Boolean)
        .join('; '),
    advice: [
      {
        suspect: 'responseId is created once: as a constant, at startup or in a default argument.',
        look: 'Call the UUID function inside the function that writes the error.',
        when: [({ ids }) => ids === 1, isFarApart, unlessTimed],
      },
      {
        suspect: 'responseId is made from the clock, so errors of the same moment share it.',
        look: 'Use a UUID function (version 4 or 7), and remove code that fills ids from the time.',
        when: [
          ({ mostMs, digits }) =>
            digits !== undefined || (mostMs === undefined ? undefined : mostMs < 1_000),
          ({ ids }) => (ids > 1 ? undefined : false),
        ],
      },
      {
        suspect: 'responseId is a hash of the user, the request or the message.',
        look: 'Use a random UUID (version 4) or a time-based one (version 7) instead.',
        when: [isFarApart, unlessTimed],
      },
      {
        suspect: 'Errors are cached together with their responseId.',
        look: 'Do not cache errors, or replace their responseId.',
        when: [
          'cached',
          ({ clashing, sameRoute }) => (clashing === sameRoute ? undefined : false),
          unlessTimed,
        ],
      },
      {
        suspect: 'Each user, connection or worker has one id, or workers share a random seed.',
        look: "Call the UUID function for each error, with the system's random generator.",
        when: [({ ids }) => ids > 1, isFarApart, unlessTimed],
      },
    ],
  }),
};

type SeenIds = Record<string, number>;

const uniqueIds: Fold<SeenIds, typeof uniqueCauses> = {
  empty: () => ({}),
  // Changed in place: copies would take quadratic time.
  add: (seen, answered) => {
    const id = compact(responseIdOf(answered) ?? '');
    seen[id] = (seen[id] ?? 0) + 1;
    return seen;
  },
  merge: (left, right) => mergeRecords(left, right, (one, other) => one + other),
  clash: (answered) => [compact(responseIdOf(answered) ?? ''), JSON.stringify(answered.key)],
  conclude: (seen, clash) => {
    const all = Object.entries(seen);
    const sum = (some: typeof all) => some.reduce((total, [, count]) => total + count, 0);
    const of = sum(all);
    if (of === 0) return beyondClaim(say`no response was an ApiError with a responseId`);
    if (of < 2)
      return inconclusive(say`only ${of} error had a responseId, and two are needed to compare`);
    const repeated = all
      .filter(([, count]) => count > 1)
      .sort(([left, one], [right, other]) => other - one || (left < right ? -1 : 1));
    const [first] = repeated;
    if (!first) return pass(say`${of} responses, each with a different id`);
    const { headers = [], body } = clash?.answer ?? {};
    const time = timeInId({ response: { headers, body: body?.text ?? '' } });
    const form = commonForm(repeated.map(([id]) => id));
    return fail('shared', {
      shared: sum(repeated),
      of,
      ids: repeated.length,
      value: fromTarget(first[0].slice(1)),
      times: first[1],
      form: form === undefined ? undefined : fromTarget(form),
      clashing: clash?.clashing,
      sameRoute: clash?.sameRoute,
      mostMs: clash?.mostMs,
      shownId: time && fromTarget(time.id),
      digits: time && fromTarget(time.digits),
      unit: time && ofHarness(time.unit),
    });
  },
};

/** The fewest ids that are compared, and the fewest equal digits that are reported. */
const [fewestIds, fewestEqual] = [3, 6];

/** The common digits, else `x`. Random UUIDs have at most two. */
function commonForm(ids: readonly string[]) {
  const [first = ''] = ids;
  const isCommon = (digit: string, at: number) => ids.every((id) => id[at] === digit);
  const form = [...first].map((digit, at) => (isCommon(digit, at) ? digit : 'x')).join('');
  const equal = form.replace(/[#x]/g, '').length;
  return ids.length >= fewestIds && equal >= fewestEqual && /^#[\dxa-f]{32}$/.test(form)
    ? form.slice(1).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : undefined;
}

/** Long ids as a digest. The `#` keeps them from names such as `constructor`. */
function compact(id: string) {
  const bare = id.toLowerCase().replaceAll('-', '');
  return `#${bare.length <= 48 ? bare : createHash('sha256').update(bare).digest('base64url')}`;
}

export const responseIdUnique = monitor({
  id: 'errors/response-id-unique',
  level: 'must',
  sameDefectAs: ['errors/response-id-uuid'],
  section,
  statement: spec.responseId,
  causes: uniqueCauses,
  after: ['errors/json'],
  rule: 'No two errors have the same responseId.',
  probes: (bound) => [...withoutToken(bound), ...withoutToken(bound)],
  // A cached response (RFC 9111 section 5.1) is the same one seen twice.
  matches: (answered) => Boolean(responseIdOf(answered)) && header(answered, 'age') === undefined,
  fold: uniqueIds,
});
