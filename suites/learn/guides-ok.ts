import {
  type Advice,
  type Answered,
  type Causes,
  cause,
  disguisedError,
  fail,
  fromTarget,
  inconclusive,
  isProper,
  isServerError,
  isSuccess,
  type Judgement,
  json,
  jsonKind,
  jsonObject,
  monitor,
  pass,
  probeRepeatedly,
  say,
  shapeOf,
  shown,
  whyNoJson,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { elementsOf, isListing, listed, mostElements, route } from './listing.ts';

const id = 'guides/ok';
/** Judges responses without an Accept header. */
const accept = 'guides/accept';

const expected = 'status 200 with { "data": [...] }';
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
const okCauses = {
  'not-delivered': {
    title: 'the listing is not delivered',
    expected,
    advice: [...why.stricterRoute, ...why.history, ...why.firewall],
  },
  'other-status': {
    title: 'the listing has a status other than 200',
    expected,
    advice: [
      {
        suspect: 'The handler, a cache or a gateway sets another success status.',
        look: 'Find the place that sets the status, and send 200.',
      },
    ],
  },
  'disguised-error': {
    title: 'the listing is an ApiError with a success status',
    expected,
    advice: why.errorWithOk,
  },
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
} satisfies Causes;

export const ok = monitor({
  ...listed,
  id,
  level: 'must',
  rule: 'The response is 200 with an object whose data member is an array.',
  statement: spec.guidesResponse,
  causes: okCauses,
  probing: probeRepeatedly,
  // Refusals of other requirements' requests may have another reason.
  matches: (answered) =>
    answered.key.requirement !== accept &&
    (isListing(answered) || (answered.key.requirement === id && isProper(answered, route))),
  judge: judgeOk,
});

/** Other requirements judge the elements, and refusals with 401 and 403. */
export function judgeOk(answered: Answered): Judgement<typeof okCauses> {
  const { status } = answered.answer;
  if (isServerError(answered))
    return inconclusive(say`the response is ${status} (see http/no-server-error)`);
  if (status === 401 || status === 403)
    return inconclusive(say`the response is ${status} (see scope/guides-sufficient)`);
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
