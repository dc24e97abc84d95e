import {
  type Ask,
  type Bound,
  briefly,
  check,
  differences,
  disguisedError,
  type Exchange,
  generated,
  held,
  isAnswered,
  isLarge,
  isLoadShedding,
  isObject,
  isServerError,
  isSuccess,
  type Judgement,
  json,
  jsonObject,
  judgeRefusal,
  judgeStatus,
  outOfReach,
  scenario,
  series,
  suite,
  symbol,
  unanswered,
  violated,
  whyNoJson,
} from '../../engine/index.ts';
import {
  anyMalformedId,
  type MalformedId,
  malformedIds,
  provenMalformedId,
} from '../../fixtures/malformed/guide-id.ts';
import { named } from '../endpoints.ts';
import { catchUp } from '../lagging.ts';
import { alikeBodies, areAllAlike, judgeAlike, judgeAllAlike } from './alike-guides.ts';
import { withId } from './with-id.ts';

const isGuide = named('guide');
const section = 'Endpoints that are named: GET /learning-guides/{id}; Resources: LearningGuideSummary';
/** Of the listing, how many ids are fetched at most. */
const sampleSize = 20;
/** Values in one guide: each is compared with each. */
const mostValues = 20_000;

/** Places in a listing of that length: all, or evenly spread ones with the first and the last among them. */
export function sampled(length: number, size = sampleSize): number[] {
  if (length <= size) return Array.from({ length }, (_, at) => at);
  return Array.from({ length: size }, (_, at) => Math.round((at * (length - 1)) / (size - 1)));
}

const fetch = scenario({
  id: 'guide/fetch',
  level: 'must',
  endpoints: isGuide,
  rule: 'Every id of the listing yields 200 and a JSON object, and two ids yield different bodies.',
  section,
  brokenBy: [
    'guide-always-the-first',
    'guide-last-not-found',
    'guide-cached-by-short-key',
    'guide-refused-by-firewall',
  ],
  run: async (bound, ask) => {
    const { guideIds } = bound.facts;
    if (guideIds.length === 0) return [unanswered('the listing gave no id to fetch')];
    const places = sampled(guideIds.length);
    const fetched = await Promise.all(
      places.map(async (at) => ({ at, exchange: await ask(`guide-${at}`, withId(bound, symbol(`guide:${at}`))) })),
    );
    // Where one guide is delivered, what the token lacks is no reason to refuse another.
    const isServed = fetched.some(({ exchange }) => isAnswered(exchange) && isSuccess(exchange));
    const judgements: Judgement[] = [];
    for (const { at, exchange } of fetched) {
      const judgement = await judgeTwice(exchange, guideIds[at] ?? '', bound, isServed, ask, `guide-${at}-again`);
      const gone = judgement.kind === 'violated' && (await isGone(bound, ask, at, guideIds[at] ?? ''));
      judgements.push(gone ? unanswered(`${guideIds[at]} is no longer listed`) : judgement);
    }
    return [...judgements, ...(await compareBodies(bound, ask, fetched))];
  },
});

/** What is wrong has to show again: firewalls have their moments, and a replica may have a new guide later than others. */
async function judgeTwice(
  exchange: Exchange,
  id: string,
  bound: Bound,
  isServed: boolean,
  ask: Ask,
  step: string,
): Promise<Judgement> {
  const judgement = judgeFetched(exchange, id, bound, isServed);
  if (judgement.kind !== 'violated' || !isAnswered(exchange)) return judgement;
  await catchUp(exchange.endedAt);
  const isRefused = exchange.answer.status === 403;
  // Of several replicas, one may never have it.
  for (const more of isRefused ? [''] : ['', '-more', '-at-last']) {
    const again = judgeFetched(await ask(`${step}${more}`, exchange.request), id, bound, isServed);
    if (again.kind === 'violated') return again;
  }
  return isRefused ? unanswered(`refused once, and not when asked again: ${briefly(exchange)}`) : held();
}

function judgeFetched(exchange: Exchange, id: string, bound: Bound, isServed: boolean): Judgement {
  if (!isAnswered(exchange)) return unanswered(briefly(exchange));
  if (isLoadShedding(exchange)) return unanswered('the target shed load');
  const { status } = exchange.answer;
  if (isServerError(exchange)) return unanswered(`answered with ${status}: http/no-server-error`);
  const why = isServed ? undefined : outOfReach(exchange, bound);
  if (why !== undefined) return unanswered(why);
  const expected = `200 and a JSON object for the listed id ${id}`;
  if (status === 404 && bound.profile.guidePath === undefined) {
    const both = '{base_url}/learn/learning-guides/{id} and {base_url}/learning-guides/{id} were tried';
    return violated('a listed guide is not found', expected, `${briefly(exchange)} (${both})`, exchange);
  }
  if (!isSuccess(exchange)) return violated('a listed guide is not delivered', expected, briefly(exchange), exchange);
  if (disguisedError(exchange) !== undefined) {
    return violated('a guide is an error with a status of success', expected, briefly(exchange), exchange);
  }
  if (status !== 200) return violated('a guide has another status than 200', expected, briefly(exchange), exchange);
  const parsed = json(exchange);
  if ('error' in parsed && exchange.answer.body.size > 0) return unanswered(whyNoJson(parsed));
  return jsonObject(exchange) ? held() : violated('a guide is no JSON object', expected, briefly(exchange), exchange);
}

/** Whether the guide has left the listing since the run began: an edit, and no fault of the target. */
async function isGone(bound: Bound, ask: Ask, at: number, id: string): Promise<boolean> {
  if (!bound.covers('guides')) return false;
  const listing = await ask(`listing-${at}`, bound.wellFormed('guides'));
  const data = isAnswered(listing) && isSuccess(listing) ? jsonObject(listing)?.['data'] : undefined;
  return Array.isArray(data) && !data.some((guide) => isObject(guide) && guide['id'] === id);
}

/** The same guide for several ids is a defect; what varies for one id alone, such as a time, makes no difference. */
async function compareBodies(
  bound: Bound,
  ask: Ask,
  fetched: readonly { readonly at: number; readonly exchange: Exchange }[],
): Promise<Judgement[]> {
  const delivered = fetched.flatMap(({ at, exchange }) => {
    const body = isAnswered(exchange) && exchange.answer.status === 200 ? jsonObject(exchange) : undefined;
    return body ? [{ id: bound.facts.guideIds[at] ?? '', body, exchange }] : [];
  });
  const [first] = delivered;
  const isTooLong = fetched.some(({ exchange }) => isAnswered(exchange) && isLarge(jsonObject(exchange), mostValues));
  if (isTooLong) return [unanswered(`a guide has more than ${mostValues} values, too many to be compared`)];
  if (!first || delivered.length < 2) return [];
  const again = await ask('first-again', first.exchange.request);
  const body = isAnswered(again) && again.answer.status === 200 ? jsonObject(again) : undefined;
  if (!body || isLarge(body, mostValues)) {
    return [unanswered(`the first guide, asked again: ${briefly(again)}`)];
  }
  const varying = differences(first.body, body);
  const alike = alikeBodies(delivered, varying);
  if (alike.length === 0) return [held()];
  if (areAllAlike(delivered, varying)) return [judgeAllAlike(delivered, body)];
  const listing = bound.covers('guides') ? await ask('listing-names', bound.wellFormed('guides')) : undefined;
  const data = listing && isAnswered(listing) && isSuccess(listing) ? jsonObject(listing)?.['data'] : undefined;
  return [judgeAlike(alike, Array.isArray(data) ? data : [])];
}

const unknownId = check({
  id: 'guide/unknown-id',
  level: 'should',
  endpoints: isGuide,
  rule: 'A well-formed id of no guide is answered with 404 and ApiError.',
  section: `${section}; Errors; RFC 9110 section 15.5.5`,
  brokenBy: ['unknown-guide-empty', 'guide-nearest-found'],
  cases: (bound) =>
    series(unknownIds(bound).map((id) => ({ label: `the id ${id}, which no guide has`, request: withId(bound, id) }))),
  judge: (answered) => judgeStatus(answered, 404, statusCause(isSuccess(answered))),
});

const statusCause = (served: boolean) =>
  served ? 'the id of no guide is served' : 'the id of no guide has another status than 404';

/** Drawn from the seed, so that no database holds them but by an accident of 1 in 10^9 guides. */
function unknownIds({ seed, facts }: Bound): string[] {
  const drawn = [0, 1].map((nth) => {
    const digits = (seed * 2 + nth).toString(16).padStart(8, '0');
    return `${digits}${digits}${digits}`.slice(-24);
  });
  return drawn.filter((id) => !facts.guideIds.includes(id));
}

const malformedId = check({
  id: 'guide/malformed-id',
  level: 'must',
  endpoints: isGuide,
  rule: 'An id with other characters than hexadecimal digits, or of another length, is refused.',
  section,
  brokenBy: ['guide-id-cut', 'guide-id-tidied', 'guide-found-by-prefix', 'guide-found-within-text'],
  cases: (bound) => {
    const { guideIds, guideNames = [] } = bound.facts;
    const [listed] = guideIds;
    const toCase = ({ label, id }: MalformedId) => ({
      label,
      request: withId(bound, encodeURIComponent(id)),
      proof: provenMalformedId,
    });
    return series(
      [...malformedIds(listed), ...guideNames.map((id) => ({ label: 'another name of the guide', id }))].map(toCase),
      generated({ arbitrary: anyMalformedId(listed), counts: [4, 14, 70], toCase }),
    );
  },
  judge: (answered) => judgeRefusal(answered, 'a malformed id is served'),
});

/** The single guide. */
export const guide = suite('guide', [fetch, unknownId, malformedId]);
