import {
  type Ask,
  type Bound,
  disguisedError,
  type Exchange,
  fail,
  forSecond,
  fromTarget,
  inconclusive,
  isDecided,
  isSuccess,
  type Judgement,
  json,
  jsonObject,
  outOfReach,
  pass,
  type Request,
  recurring,
  say,
  scenario,
  statusOf,
  summary,
  symbol,
  whyNoJson,
} from '../../engine/index.ts';
import { withId } from '../../fixtures/malformed/guide-id.ts';
import { why } from '../advice.ts';
import { named } from '../endpoints.ts';
import { expecting } from '../refusals.ts';
import { spec } from '../statements.ts';
import { bodyCauses, compareBodies, type Fetched } from './guide-bodies.ts';
import { elementsOf, idsOf } from './listing.ts';

const otherSources = {
  suspect: 'Listing and single guide use different sources: drafts, translations, nodes or caches.',
  look: 'Use the same filter and store for both.',
};
const undelivered = expecting<Pick<Fetched, 'id'>>(
  ({ id }) => `200 and a JSON object for the listed id ${id}`,
);

const fetchedCauses = {
  'not-found': {
    ...undelivered('a listed guide is not found', otherSources),
    actual: (_id: object, response: string) =>
      `${response} ({base_url}/learn/learning-guides/{id} ` +
      'and {base_url}/learning-guides/{id} were tried)',
  },
  'not-delivered': undelivered(
    'a listed guide is not delivered',
    {
      suspect: 'A firewall, a quota or an access rule refuses some guides.',
      look: 'Search their logs for this id, and respond with 429 if a quota is used up.',
    },
    otherSources,
  ),
  'disguised-error': undelivered('a guide is an ApiError with a success status', why.errorWithOk),
  'other-status': undelivered('a guide has a status other than 200', {
    suspect: 'An empty or partial result gets another success status, such as 204 or 206.',
    look: 'Respond with 200 and the whole guide, or with 404 if there is none.',
  }),
  'not-an-object': undelivered('a guide is not a JSON object', {
    suspect:
      'The handler sends what the query returns, such as a list or null, or encodes it twice.',
    look: 'Send the guide itself as an object, or 404 if there is none.',
  }),
};

type Listed = Judgement<typeof fetchedCauses>;

/** If so, a missing scope does not explain the refusal of another guide. */
function isAnyServed(fetched: readonly Fetched[]) {
  return fetched.some(({ exchange }) => isSuccess(exchange));
}

/** Callers compare it by identity. */
const gone = inconclusive(say`no guide was delivered, and none is listed any longer`);

/** A guide that has left the user's listing was edited, which is no defect. */
async function judgeListed(
  one: Fetched,
  bound: Bound,
  isServed: boolean,
  ask: Ask,
  name: string,
  as = (request: Request) => request,
) {
  const judgement = await judgeTwice(one, bound, isServed, ask, `guide-${name}-again`);
  if (judgement.kind !== 'fail' || !bound.covers('guides')) return judgement;
  const listed = elementsOf(await ask(`listing-${name}`, as(bound.wellFormed('guides'))));
  return listed && !idsOf(listed).includes(one.id) ? gone : judgement;
}

/**
 * An error must recur: a firewall may fail for a moment, and a replica may get a guide late. A
 * success with other content counts at once.
 */
async function judgeTwice(
  { id, exchange }: Fetched,
  bound: Bound,
  isServed: boolean,
  ask: Ask,
  step: string,
) {
  let judgement = judgeFetched(exchange, id, bound, isServed);
  if (judgement.kind !== 'fail' || isSuccess(exchange)) return judgement;
  const isRefused = statusOf(exchange) === 403;
  // One of several replicas may never get the guide.
  const again = isRefused ? [''] : ['', '-more', '-at-last'];
  const found = await recurring(
    ask,
    { first: [0], again: again.map(() => 0) },
    async (nth, isAgain) => {
      const came = isAgain ? await ask(`${step}${again[nth]}`, exchange.request) : exchange;
      judgement = judgeFetched(came, id, bound, isServed);
      return { shows: judgement.kind === 'fail', endedAt: came.endedAt };
    },
  );
  if (found) return judgement;
  return isRefused
    ? inconclusive(say`refused once, and not on the second request: ${summary(exchange)}`)
    : pass();
}

function judgeFetched(exchange: Exchange, id: string, bound: Bound, isServed: boolean) {
  if (!isDecided(exchange)) return inconclusive(summary(exchange));
  const { status, body } = exchange.answer;
  const reason = isServed ? undefined : outOfReach(exchange, bound);
  if (reason !== undefined) return inconclusive(reason);
  const failing = (cause: keyof typeof fetchedCauses) =>
    fail(cause, { id: fromTarget(id) }, exchange);
  if (status === 404 && bound.profile.guidePath === undefined) return failing('not-found');
  if (!isSuccess(exchange)) return failing('not-delivered');
  if (disguisedError(exchange) !== undefined) return failing('disguised-error');
  if (status !== 200) return failing('other-status');
  const parsed = json(exchange);
  if ('error' in parsed && body.size > 0) return inconclusive(whyNoJson(parsed));
  return jsonObject(exchange) ? pass() : failing('not-an-object');
}

/** All places, or evenly spread ones including the first and the last. */
export function sampled(length: number, size = 20) {
  if (length <= size) return Array.from({ length }, (_, at) => at);
  return Array.from({ length: size }, (_, at) => Math.round((at * (length - 1)) / (size - 1)));
}

export const section =
  'Endpoints that are named: GET /learning-guides/{id}; Resources: LearningGuideSummary';
const readAgain = 8;

export const fetch = scenario({
  id: 'guide/fetch',
  level: 'must',
  endpoints: named('guide'),
  rule: 'Every listed id yields 200 and a JSON object, and two ids yield different bodies.',
  section,
  statement: spec.fullGuide,
  causes: { ...fetchedCauses, ...bodyCauses },
  advice: [
    {
      suspect:
        'The first or a repeated read fails, because it fills a cache or writes to a log or table.',
      look: 'Fetch a guide twice after a restart, and remove the write from the read path.',
    },
  ],
  run: async (bound, ask) => {
    const { guideIds } = bound.facts;
    // guides/schema reports other ids.
    const wellFormed = guideIds.flatMap((id, at) => (/^[a-f0-9]{24}$/.test(id) ? [at] : []));
    if (wellFormed.length === 0)
      return [inconclusive(say`the listing contains no well-formed id to fetch`)];
    const fetched = await Promise.all(
      sampled(wellFormed.length).map(async (nth) => {
        const at = wellFormed[nth] ?? 0;
        return {
          at,
          id: guideIds[at] ?? '',
          exchange: await ask(`guide-${at}`, withId(bound, symbol(`guide:${at}`))),
        };
      }),
    );
    const isServed = isAnyServed(fetched);
    const judgements: Listed[] = [];
    for (const one of fetched)
      judgements.push(await judgeListed(one, bound, isServed, ask, `${one.at}`));
    const delivered = fetched.filter((_one, nth) => judgements[nth]?.kind === 'pass');
    // An edit, or an address that this run changed, may remove guides from the listing.
    const ofListed = judgements.filter((judgement) => judgement !== gone);
    return [
      ...(ofListed.length > 0 ? ofListed : [gone]),
      ...(await compareBodies(bound, ask, fetched)),
      ...(await judgeReadAgain(bound, ask, delivered)),
      ...(await judgeForSecond(bound, ask)),
    ];
  },
});

/** The second response may come from another store. */
async function judgeReadAgain(bound: Bound, ask: Ask, delivered: readonly Fetched[]) {
  const judgements: Listed[] = [];
  for (const place of sampled(delivered.length, readAgain)) {
    const one = delivered[place];
    if (!one) continue;
    const exchange = await ask(`read-again-${one.at}`, one.exchange.request);
    if (isHeldUp(exchange)) continue;
    judgements.push(
      await judgeListed({ ...one, exchange }, bound, true, ask, `read-again-${one.at}`),
    );
  }
  return judgements.filter((one) => one.kind === 'fail' && !isHeldUp(one.exchange));
}

/** After many reads, the target may refuse with 401 or 403. */
const isHeldUp = (exchange: Exchange | undefined) =>
  exchange !== undefined && [401, 403].includes(statusOf(exchange) ?? 0);

/** The guides of the second user's listing, for that user. */
async function judgeForSecond(bound: Bound, ask: Ask) {
  if (!bound.covers('guides')) return [];
  const listed =
    elementsOf(await ask('second-listing', forSecond(bound.wellFormed('guides')))) ?? [];
  const ids = [...new Set(idsOf(listed).filter((id) => /^[a-f0-9]{24}$/.test(id)))];
  const requested = sampled(ids.length, 6).map(async (at) => {
    const id = ids[at] ?? '';
    const nth = bound.facts.guideIds.indexOf(id);
    const request = forSecond(withId(bound, nth < 0 ? id : symbol(`guide:${nth}`)));
    return { at, id, exchange: await ask(`second-${at}`, request) };
  });
  const fetched = await Promise.all(requested);
  const isServed = isAnyServed(fetched);
  const judgements: Listed[] = [];
  for (const one of fetched) {
    // The user may be allowed no guide at all.
    if (!isServed && statusOf(one.exchange) === 403) continue;
    judgements.push(await judgeListed(one, bound, isServed, ask, `second-${one.at}`, forSecond));
  }
  return judgements.filter(({ kind }) => kind === 'fail');
}
