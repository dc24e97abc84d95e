import type { Ask, Bound, Exchange, Judgement } from '../../engine/index.ts';
import {
  check,
  generated,
  inconclusive,
  isAnswered,
  judgeRefusal,
  scenario,
  series,
  suite,
  symbol,
} from '../../engine/index.ts';
import type { MalformedId } from '../../fixtures/malformed/guide-id.ts';
import { anyMalformedId, malformedIds, provenMalformedId } from '../../fixtures/malformed/guide-id.ts';
import { named } from '../endpoints.ts';
import { compareBodies } from './guide-bodies.ts';
import { type Fetched, isAnyServed, isGone, judgeTwice } from './guide-fetched.ts';
import { sampled } from './sampled.ts';
import { judgeForSecond } from './second-reader.ts';
import { judgeUnknown, unknownIds } from './unknown-ids.ts';
import { withId } from './with-id.ts';

const isGuide = named('guide');
const section = 'Endpoints that are named: GET /learning-guides/{id}; Resources: LearningGuideSummary';
/** How many guides are read a second time, one at a time. */
const readAgain = 8;

const fetch = scenario({
  id: 'guide/fetch',
  level: 'must',
  endpoints: isGuide,
  rule: 'Every listed id yields 200 and a JSON object, and two ids yield different bodies.',
  section,
  brokenBy: ['guide-always-the-first', 'guide-cached-by-short-key', 'guide-refused-by-firewall'],
  run: async (bound, ask) => {
    const { guideIds } = bound.facts;
    if (guideIds.length === 0) return [inconclusive('the listing contains no id to fetch')];
    const fetched = await Promise.all(
      sampled(guideIds.length).map(async (at): Promise<Fetched> => {
        return { at, id: guideIds[at] ?? '', exchange: await ask(`guide-${at}`, withId(bound, symbol(`guide:${at}`))) };
      }),
    );
    const isServed = isAnyServed(fetched);
    const judgements: Judgement[] = [];
    for (const one of fetched) judgements.push(await judgeListed(one, bound, isServed, ask, `${one.at}`));
    const delivered = fetched.filter((_one, nth) => judgements[nth]?.kind === 'pass');
    // An edit, or an address that this run has changed, takes some away: the rest is what is listed.
    const ofListed = judgements.filter((judgement) => judgement !== gone);
    return [
      ...(ofListed.length > 0 ? ofListed : [gone]),
      ...(await compareBodies(bound, ask, fetched)),
      ...(await judgeReadAgain(bound, ask, delivered)),
      ...(await judgeForSecond(bound, ask)),
    ];
  },
});

const gone = inconclusive('no guide was delivered, and none is listed any longer');

async function judgeListed(one: Fetched, bound: Bound, isServed: boolean, ask: Ask, name: string): Promise<Judgement> {
  const judgement = await judgeTwice(one, bound, isServed, ask, `guide-${name}-again`);
  const isLost = judgement.kind === 'fail' && (await isGone(bound, ask, `listing-${name}`, one.id));
  return isLost ? gone : judgement;
}

/** What was delivered is delivered again: the second time it may come from another store. */
async function judgeReadAgain(bound: Bound, ask: Ask, delivered: readonly Fetched[]): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  for (const place of sampled(delivered.length, readAgain)) {
    const one = delivered[place];
    if (!one) continue;
    const exchange = await ask(`read-again-${one.at}`, one.exchange.request);
    if (isHeldUp(exchange)) continue;
    judgements.push(await judgeListed({ ...one, exchange }, bound, true, ask, `read-again-${one.at}`));
  }
  return judgements.filter((one) => one.kind === 'fail' && !isHeldUp(one.exchange));
}

/** Who reads much may be, in words of the target's own. */
const isHeldUp = (exchange: Exchange | undefined) =>
  exchange !== undefined && isAnswered(exchange) && [401, 403].includes(exchange.answer.status);

const unknownId = check({
  id: 'guide/unknown-id',
  level: 'should',
  endpoints: isGuide,
  rule: 'A well-formed id that belongs to no guide gets 404 with an ApiError.',
  section: `${section}; Errors; RFC 9110 section 15.5.5`,
  brokenBy: ['unknown-guide-empty', 'guide-nearest-found', 'missing-guide-remembered-as-empty'],
  inSequence: true,
  cases: (bound) => {
    const asked = unknownIds(bound).map(({ label, id }) => ({
      label: `${label}, which no guide has`,
      request: withId(bound, id),
    }));
    // A server may look up an id differently after it was missing once.
    return series([...asked, ...asked.map((one) => ({ ...one, label: `${one.label}, again` }))]);
  },
  judge: judgeUnknown,
});

const malformedId = check({
  id: 'guide/malformed-id',
  level: 'must',
  endpoints: isGuide,
  rule: 'An id with characters other than hexadecimal digits, or of another length, is refused.',
  section,
  brokenBy: ['guide-id-cut', 'guide-id-as-number', 'guide-found-by-prefix'],
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
