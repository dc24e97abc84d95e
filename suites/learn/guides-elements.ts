import type { Answered, Failed, Json, Judgement } from '../../engine/index.ts';
import {
  conforms,
  disguisedError,
  failAt,
  failed,
  grouped,
  inconclusive,
  isProper,
  isServerError,
  isSuccess,
  json,
  jsonObject,
  monitor,
  observed,
  pass,
  probeRepeatedly,
  problems,
  shapeOf,
  shown,
  summarize,
  whyNoJson,
} from '../../engine/index.ts';
import guideSchema from '../../schemas/learning-guide.schema.json' with { type: 'json' };
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import {
  elementsOf,
  guidesOf,
  hasElements,
  hasSeveral,
  isListing,
  monitored,
  mostElements,
  route,
} from './listing.ts';

const common = {
  ...monitored,
  section: 'Resources: LearningGuideSummary; Endpoints: GET {base_url}/learn/learning-guides',
} as const;
const id = 'guides/ok';
/** The requirement that judges responses without an Accept header. */
const accept = 'guides/accept';

export const elementRequirements = [
  monitor({
    ...common,
    id,
    level: 'must',
    rule: 'The response is 200 with an object whose data member is an array.',
    statement: spec.guidesResponse,
    advice: [
      {
        suspect: 'The listing is a bare array, an object or in a member with another name.',
        look: 'Return an object with the member data, and check the paging wrapper of your framework.',
        when: ['2xx', 'array', '!4xx', '!5xx'],
      },
      {
        suspect: 'A cache or an empty result replaces the envelope by null or by the bare list.',
        look: 'Wrap the list where the response is written, after the cache, and send [] for an empty list.',
        when: ['2xx', 'not alone', '!4xx', '!5xx'],
      },
    ],
    brokenBy: ['guides-bare-array', 'guides-in-items', 'guides-keyed-by-id'],
    probing: probeRepeatedly,
    // A refusal only counts for requests of this requirement: others may be refused for another
    // reason.
    matches: (answered) =>
      answered.key.requirement !== accept &&
      (isListing(answered) || (answered.key.requirement === id && isProper(answered, route))),
    judge: judgeOk,
  }),
  monitor({
    ...common,
    id: 'guides/schema',
    statement: spec.guidesResponse,
    advice: [
      {
        suspect:
          'One record in the content management system lacks the value or has it in another form.',
        look: 'Find the element that the finding names, correct the record, and validate records when they are published.',
        when: ['missing', 'null'],
      },
      {
        suspect:
          'A value is changed on its way: an id becomes a number or upper case, a count becomes a string or a fraction.',
        look: 'Compare the raw JSON with the stored document, and convert each value to the specified type.',
        when: ['string', 'fraction', '!missing', '!null'],
      },
      {
        suspect: 'URLs are stored relative to a host, and a missing URL as an empty string.',
        look: 'Build absolute URLs with a scheme, and send null for a missing webCoverImageURL.',
        when: ['string', '!missing', '!null'],
      },
    ],
    level: 'must',
    rule: 'Every element of the listing is a LearningGuideSummary with the specified members, types and formats.',
    brokenBy: ['chapter-count-as-text-in-last', 'chapter-count-fractional', 'guide-slug-missing'],
    matches: hasElements,
    judge: (answered) => judgeElements(elementsOf(answered) ?? []),
  }),
  monitor({
    ...common,
    id: 'guides/content-type-member',
    statement: spec.contentType,
    advice: [
      {
        suspect: 'Records from an import or an older schema have no contentType.',
        look: 'Fill in the value for these records, or set a default in the response model.',
      },
      {
        suspect: 'The serialiser omits members that are null or undefined.',
        look: 'Check the option of the serialiser that omits empty members, and switch it off for this one.',
        when: ['missing', '!null', '!string'],
      },
    ],
    level: 'should',
    rule: 'Every element of the listing has a contentType member.',
    brokenBy: ['guide-without-content-type'],
    matches: (answered) => isListing(answered) && guidesOf(answered).length > 0,
    judge: (answered) => {
      const without = guidesOf(answered).filter(({ guide }) => guide['contentType'] === undefined);
      const [first] = without;
      if (!first) return pass();
      const of = `${without.length} of ${guidesOf(answered).length} elements have none`;
      return failed('contentType is missing', `a string at /data/${first.at}/contentType`, of);
    },
  }),
  monitor({
    ...common,
    id: 'guides/unique-ids',
    statement: spec.guideId,
    advice: [
      {
        suspect: 'A join with translations, tags or chapters repeats the row of a guide.',
        look: 'Run the query by hand, and group by the id or select distinct guides.',
      },
      {
        suspect: 'The list is merged from several sources or pages that overlap.',
        look: 'Remove duplicates by id after the merge.',
      },
    ],
    level: 'should',
    rule: 'Every id occurs once in the listing.',
    brokenBy: ['guide-listed-twice'],
    matches: hasSeveral,
    judge: (answered) => {
      const repeated = repeatedValues(answered, 'id');
      const [first] = repeated;
      if (!first) return pass();
      const named = first.places.slice(0, namedProblems).map((at) => `/data/${at}`);
      const more = first.places.length - named.length;
      const places = `${named.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
      const actual = `${first.value.slice(0, 200)} at ${places}`;
      return failed('an id occurs twice in the listing', 'a different id for each guide', actual);
    },
  }),
  monitor({
    ...common,
    id: 'guides/unique-names',
    statement: spec.slug,
    advice: why.dataDependent,
    level: 'observe',
    rule: 'Reports whether key and slug are unique in the listing.',
    matches: hasSeveral,
    judge: (answered) => {
      const said = (name: string) =>
        `${name} is ${repeatedValues(answered, name).length === 0 ? 'unique' : 'not unique'}`;
      return observed(`${said('key')}, ${said('slug')}`);
    },
  }),
  monitor({
    ...common,
    id: 'guides/chapter-count',
    statement: spec.chapterCount,
    advice: [
      {
        suspect: 'A sentinel such as -1 stands for an unknown number or for no chapters.',
        look: 'Search for the sentinel in the data and the code, and send 0.',
      },
      {
        suspect: 'The number is computed by subtraction, for example without an introduction.',
        look: 'Count the chapters that the full guide returns.',
      },
    ],
    level: 'should',
    rule: 'No chapterCount is negative.',
    brokenBy: ['chapter-count-minus-one'],
    matches: (answered) =>
      isListing(answered) &&
      guidesOf(answered).some(({ guide }) => Number.isInteger(guide['chapterCount'])),
    judge: (answered) => {
      const negative = guidesOf(answered).find(({ guide }) => isNegative(guide['chapterCount']));
      if (!negative) return pass();
      const place = `/data/${negative.at}/chapterCount`;
      return failed(
        'chapterCount is negative',
        `0 or more at ${place}`,
        shown(negative.guide['chapterCount']),
      );
    },
  }),
  monitor({
    ...common,
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
      return observed([...forms].sort().join(', '));
    },
  }),
] as const;

/** Judges status and data. Other requirements judge the elements, and refusals with 401 and 403. */
export function judgeOk(answered: Answered): Judgement {
  const { status } = answered.answer;
  const expected = 'status 200 with { "data": [...] }';
  if (isServerError(answered))
    return inconclusive(`the response is ${status} (see http/no-server-error)`);
  if (status === 401 || status === 403)
    return inconclusive(`the response is ${status} (see scope/guides-sufficient)`);
  if (!isSuccess(answered))
    return failed('the listing is not delivered', expected, summarize(answered));
  if (status !== 200)
    return failed('the listing has a status other than 200', expected, summarize(answered));
  const parsed = json(answered);
  if ('error' in parsed) return inconclusive(whyNoJson(parsed));
  if (disguisedError(answered) !== undefined) {
    return failed(
      'the listing is an ApiError with a success status',
      expected,
      summarize(answered),
    );
  }
  const elements = elementsOf(answered);
  const data = jsonObject(answered)?.['data'];
  if (elements && Array.isArray(data)) {
    if (elements.length < data.length)
      return pass(`the first ${mostElements} of ${data.length} elements were judged`);
    return elements.length > 0 ? pass() : pass('the listing is empty, so no element was judged');
  }
  if (data === undefined)
    return failed('the data member is missing', expected, `200 with ${shapeOf(parsed.value)}`);
  return failed('/data is not an array', expected, `/data is ${shown(data)}`);
}

const namedProblems = 5;

/**
 * Judges elements by the schema. The first problem is the cause, and a finding lists at most five.
 */
export function judgeElements(elements: readonly Json[]): Judgement {
  const found: string[] = [];
  let first: Judgement | undefined;
  for (const [at, element] of elements.entries()) {
    const [problem] = problems(guideSchema, element);
    if (!problem) continue;
    first ??= failAt(`/data/${at}${problem.pointer}`, problem);
    found.push(
      ...conforms(guideSchema, element).map(
        (line) => `/data/${at}${line.replace(/^\(root\)/, '')}`,
      ),
    );
    if (found.length >= namedProblems) break;
  }
  if (first?.kind !== 'fail') return pass();
  return { ...(first as Failed), actual: found.slice(0, namedProblems).join('; ') };
}

/** Returns the strings that this member has in more than one element, each with its places. */
function repeatedValues(answered: Answered, name: string) {
  const places = grouped(guidesOf(answered), ({ guide }) => guide[name]);
  return [...places].flatMap(([value, all]) =>
    typeof value === 'string' && all.length > 1 ? [{ value, places: all.map(({ at }) => at) }] : [],
  );
}

/** Other types are skipped: converting an object could call its own `valueOf`. */
function isNegative(value: Json | undefined): boolean {
  return (typeof value === 'number' || typeof value === 'string') && Number(value) < 0;
}

/** Returns the format of a colour, e.g. `#xxxxxx` or `rgb(...)`. */
export function colourForm(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (typeof value !== 'string') return 'not a string';
  if (/^#[0-9a-f]+$/i.test(value)) return `#${'x'.repeat(Math.min(value.length - 1, 8))}`;
  const called = /^([a-z]+)\(.*\)$/i.exec(value);
  if (called) return `${called[1]?.toLowerCase()}(...)`;
  return /^[a-z]+$/i.test(value) ? 'a word' : 'another format';
}
