import {
  type Advice,
  type Answered,
  cause,
  conforms,
  disguisedError,
  fail,
  fromTarget,
  grouped,
  inconclusive,
  inElements,
  inList,
  isProper,
  isServerError,
  isSuccess,
  type Json,
  json,
  jsonKind,
  jsonObject,
  judgeElements,
  monitor,
  mostNamed,
  notJudged,
  observed,
  ofHarness,
  ofWords,
  pass,
  probeRepeatedly,
  problems,
  say,
  shapeOf,
  shown,
  type WrongMember,
  whyNoJson,
  wrongMembers,
} from '../../engine/index.ts';
import guideSchema from '../../schemas/learning-guide.schema.json' with { type: 'json' };
import { why } from '../advice.ts';
import { expecting } from '../refusals.ts';
import { spec } from '../statements.ts';
import {
  elementsOf,
  guidesOf,
  hasElements,
  hasSeveral,
  isListing,
  listed,
  mostElements,
  route,
} from './listing.ts';

const isUrl = ({ member }: Pick<WrongMember, 'member'>) => member.endsWith('URL');

interface Without {
  place: string;
  without: number;
  elements: number;
}

interface Repeated {
  value: string;
  /** The first of them. */
  places: readonly string[];
  times: number;
}

const id = 'guides/ok';
/** Judges responses without an Accept header. */
const accept = 'guides/accept';

const expected = 'status 200 with { "data": [...] }';
const noListing = expecting(expected);
const otherEnvelope = [
  {
    suspect: 'The listing is a bare array, an object or in a member with another name.',
    look: 'Return an object with the member data.',
  },
  {
    suspect: 'A cache or an empty result replaces the envelope by null or by the bare list.',
    look: 'Wrap the list after the cache, and send [] for an empty one.',
    when: ['not alone', 'null'],
  },
] satisfies readonly Advice[];
const ok = monitor({
  ...listed,
  id,
  level: 'must',
  rule: 'The response is 200 with an object whose data member is an array.',
  statement: spec.guidesResponse,
  causes: {
    'not-delivered': noListing(
      'the listing is not delivered',
      why.stricterRoute,
      why.history,
      why.firewall,
    ),
    'other-status': noListing('the listing has a status other than 200', {
      suspect: 'The handler, a cache or a gateway sets another success status.',
      look: 'Find the place that sets the status, and send 200.',
    }),
    'disguised-error': noListing(
      'the listing is an ApiError with a success status',
      why.errorWithOk,
    ),
    'missing-member': cause<{ shape: string }>({
      title: 'the data member is missing',
      expected,
      actual: ({ shape }) => `200 with ${shape}`,
      advice: otherEnvelope,
    }),
    'wrong-type': cause<{ value: string }>({
      title: '/data is not an array',
      expected,
      actual: ({ value }) => `/data is ${value}`,
      advice: otherEnvelope,
    }),
  },
  probing: probeRepeatedly,
  // Refusals of other requirements' requests may have another reason.
  matches: (answered) =>
    answered.key.requirement !== accept &&
    (isListing(answered) || (answered.key.requirement === id && isProper(answered, route))),
  judge: judgeOk,
});

/** Other requirements judge the elements, and refusals with 401 and 403. */
export function judgeOk(answered: Answered) {
  const { status } = answered.answer;
  if (isServerError(answered)) return notJudged(answered, 'http/no-server-error');
  if (status === 401 || status === 403) return notJudged(answered, 'scope/guides-sufficient');
  if (!isSuccess(answered)) return fail('not-delivered');
  if (status !== 200) return fail('other-status');
  const parsed = json(answered);
  if ('error' in parsed) return inconclusive(whyNoJson(parsed));
  if (disguisedError(answered) !== undefined) return fail('disguised-error');
  const elements = elementsOf(answered);
  const data = jsonObject(answered)?.['data'];
  if (elements && Array.isArray(data)) {
    if (elements.length < data.length)
      return pass(say`the first ${mostElements} of ${data.length} elements were judged`);
    return elements.length > 0 ? pass() : pass(say`the listing is empty, so no element was judged`);
  }
  return data === undefined
    ? fail('missing-member', { shape: fromTarget(shapeOf(parsed.value)) })
    : fail('wrong-type', { found: jsonKind(data), value: fromTarget(shown(data)) });
}

export const elementRequirements = [
  ok,
  monitor({
    ...listed,
    id: 'guides/schema',
    statement: spec.guidesResponse,
    causes: wrongMembers('', (wrong) => `${wrong.also.join('; ')}${inElements(wrong)}`),
    advice: [
      {
        suspect:
          'One record in the content management system lacks the value or has another form of it.',
        look: 'Correct this record, and validate records when they are published.',
        when: ['missing', 'null'],
      },
      {
        suspect:
          'A value is changed on its way: an id to upper case, a count to a string or a fraction.',
        look: 'Compare the JSON with the stored value, and send the specified types.',
        when: ['string', 'number', 'fraction', '!missing', '!null'],
      },
      {
        suspect: 'URLs are stored relative to a host, and a missing URL as an empty string.',
        look: 'Build absolute URLs with a scheme, and send null for a missing webCoverImageURL.',
        when: ['string', isUrl, '!missing', '!null'],
      },
      why.cachedCopy,
    ],
    level: 'must',
    rule: 'Every element of the listing is a LearningGuideSummary as specified.',
    matches: hasElements,
    judge: (answered) => judgeGuides(elementsOf(answered) ?? []),
  }),
  monitor({
    ...listed,
    id: 'guides/content-type-member',
    statement: spec.contentType,
    causes: {
      'missing-member': cause<Without>({
        title: 'contentType is missing',
        expected: ({ place }) => `a string at ${place}`,
        actual: ({ without, elements }) => `${without} of ${elements} elements have none`,
      }),
    },
    advice: [
      {
        suspect: 'The serialiser omits members that are null or undefined.',
        look: 'Switch this option of the serialiser off for contentType.',
      },
      {
        suspect: 'Records from an import or an older schema have no contentType.',
        look: 'Fill in the value for these records, or set a default.',
      },
    ],
    level: 'should',
    rule: 'Every element of the listing has a contentType member.',
    matches: (answered) => isListing(answered) && guidesOf(answered).length > 0,
    judge: (answered) => {
      const all = guidesOf(answered);
      const without = all.filter(({ guide }) => guide['contentType'] === undefined);
      const [first] = without;
      if (!first) return pass();
      return fail('missing-member', {
        place: ofHarness(`/data/${first.at}/contentType`),
        without: without.length,
        elements: all.length,
      });
    },
  }),
  monitor({
    ...listed,
    id: 'guides/unique-ids',
    statement: spec.guideId,
    causes: {
      repeated: cause<Repeated>({
        title: 'an id occurs twice in the listing',
        expected: 'a different id for each guide',
        actual: ({ value, places, times }) =>
          `${value} at ${places.join(' and ')}${
            times > places.length ? ` and ${times - places.length} more` : ''
          }`,
      }),
    },
    advice: [
      {
        suspect: 'A join with translations, tags or chapters repeats the row of a guide.',
        look: 'Select distinct guides.',
      },
      {
        suspect: 'The list is merged from several sources or pages that overlap.',
        look: 'Remove duplicates by id after the merge.',
      },
    ],
    level: 'should',
    rule: 'Every id occurs once in the listing.',
    matches: hasSeveral,
    judge: (answered) => {
      const [first] = repeatedValues(answered, 'id');
      if (!first) return pass();
      const places = first.places.slice(0, mostNamed).map((at) => `/data/${at}`);
      return fail('repeated', {
        value: fromTarget(first.value.slice(0, 200)),
        places: ofHarness(places),
        times: first.places.length,
      });
    },
  }),
  monitor({
    ...listed,
    id: 'guides/unique-names',
    statement: spec.slug,
    advice: why.dataDependent,
    level: 'observe',
    rule: 'Reports whether key and slug are unique in the listing.',
    matches: hasSeveral,
    judge: (answered) => {
      const said = (name: string) =>
        `${name} is ${repeatedValues(answered, name).length === 0 ? 'unique' : 'not unique'}`;
      return observed(say`${said('key')}, ${said('slug')}`);
    },
  }),
  monitor({
    ...listed,
    id: 'guides/chapter-count',
    statement: spec.chapterCount,
    causes: {
      negative: cause<{ place: string; value: string }>({
        title: 'chapterCount is negative',
        expected: ({ place }) => `0 or more at ${place}`,
        actual: ({ value }) => value,
      }),
    },
    advice: [
      {
        suspect: 'A sentinel such as -1 stands for an unknown number or for no chapters.',
        look: 'Send 0 instead of the sentinel.',
      },
      {
        suspect: 'The number is computed by subtraction, for example without an introduction.',
        look: 'Count the chapters that the full guide returns.',
      },
    ],
    level: 'should',
    rule: 'No chapterCount is negative.',
    matches: (answered) =>
      isListing(answered) &&
      guidesOf(answered).some(({ guide }) => Number.isInteger(guide['chapterCount'])),
    judge: (answered) => {
      const negative = guidesOf(answered).find(({ guide }) => isNegative(guide['chapterCount']));
      if (!negative) return pass();
      return fail('negative', {
        place: ofHarness(`/data/${negative.at}/chapterCount`),
        value: fromTarget(shown(negative.guide['chapterCount'])),
      });
    },
  }),
  monitor({
    ...listed,
    id: 'guides/colour',
    statement: spec.colour,
    advice: why.dataDependent,
    level: 'observe',
    rule: 'Reports the format of backgroundColor.',
    matches: (answered) => isListing(answered) && guidesOf(answered).length > 0,
    judge: (answered) => {
      const forms = new Set(
        guidesOf(answered).map(({ guide }) => colourForm(guide['backgroundColor'])),
      );
      return observed(inList([...forms].sort().map(ofWords), ', '));
    },
  }),
];

export const judgeGuides = (elements: readonly Json[]) =>
  judgeElements(
    elements.map((element, at) => [`/data/${at}`, element] as const),
    (element) => problems(guideSchema, element),
    (element) => conforms(guideSchema, element).map((line) => line.replace(/^\(root\)/, '')),
  );

function repeatedValues(answered: Answered, name: string) {
  const places = grouped(guidesOf(answered), ({ guide }) => guide[name]);
  return [...places].flatMap(([value, all]) =>
    typeof value === 'string' && all.length > 1 ? [{ value, places: all.map(({ at }) => at) }] : [],
  );
}

/** Converting an object could call its own `valueOf`. */
function isNegative(value: Json | undefined) {
  return (typeof value === 'number' || typeof value === 'string') && Number(value) < 0;
}

/** E.g. `#xxxxxx` or `rgb(...)`. */
export function colourForm(value: Json | undefined) {
  if (value === undefined) return 'absent';
  if (typeof value !== 'string') return 'not a string';
  if (/^#[0-9a-f]+$/i.test(value)) return `#${'x'.repeat(Math.min(value.length - 1, 8))}`;
  const called = /^([a-z]+)\(.*\)$/i.exec(value);
  if (called) return `${called[1]?.toLowerCase()}(...)`;
  return /^[a-z]+$/i.test(value) ? 'a word' : 'another format';
}
