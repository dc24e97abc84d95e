import {
  type Answered,
  type Ask,
  type Bound,
  cause,
  check,
  differences,
  fail,
  generated,
  isServed,
  isServerError,
  type Judgement,
  jsonObject,
  notJudged,
  ofHarness,
  pass,
  type Request,
  refusedOr,
  series,
  suite,
  valueText,
} from '../../engine/index.ts';
import {
  anyMalformedId,
  type MalformedId,
  malformedIds,
  notUtf8,
  provenMalformedId,
  routedSegments,
  segmentsTo,
  withId,
} from '../../fixtures/malformed/guide-id.ts';
import { unknownIds } from '../../fixtures/malformed/unknown-guide.ts';
import { endpoints, named } from '../endpoints.ts';
import { spec, standard } from '../statements.ts';
import { fetch, section } from './guide-fetch.ts';
import { judgeUnknown, unknownCauses } from './unknown-ids.ts';

const beyondCauses = {
  'other-endpoint': cause<{ path: string }>({
    title: "an id with an encoded path gets another endpoint's data",
    expected: ({ path }) =>
      `no data of ${path}: an encoded slash separates no segments (RFC 3986 section 2.2)`,
    advice: [
      {
        suspect:
          'A gateway decodes slashes or backslashes in the segment and routes the request again.',
        look: 'Switch off the decoding of encoded slashes.',
      },
    ],
  }),
};

/**
 * A gateway that decodes the path and routes the request again bypasses its own checks. Each
 * spelling goes to one of the other endpoints.
 */
export async function askForOthers(bound: Bound, ask: Ask, control: Answered | undefined) {
  const others = endpoints.filter(
    ({ name, method }) => method === 'GET' && name !== 'guide' && bound.covers(name),
  );
  const levels = valueText(bound.wellFormed('guide').path).split('/').length - 2;
  const sent = others.flatMap((other, at) =>
    segmentsTo(other.path.slice(1), levels)
      .filter((_segment, nth) => nth % others.length === at)
      .map((segment) => ({ other, segment })),
  );
  const judgements: Judgement<typeof beyondCauses>[] = [];
  for (const [nth, { other, segment }] of sent.entries()) {
    const exchange = await ask(
      `beyond-${nth}`,
      { ...withId(bound, segment), purpose: 'off-route' },
      provenMalformedId,
    );
    if (!isServed(exchange)) continue;
    const properly = await ask(`beside-${nth}`, bound.wellFormed(other.name));
    const isOther =
      isServed(properly) && isAlike(exchange, properly) && !(control && isAlike(exchange, control));
    const path = ofHarness(other.path);
    judgements.push(isOther ? fail('other-endpoint', { path }, exchange) : pass());
  }
  return judgements;
}

/** Shorter bodies may be equal by chance. */
const fewestTelling = 40;

const isAlike = (one: Answered, other: Answered) => {
  const [left, right] = [jsonObject(one), jsonObject(other)];
  if (left === undefined || right === undefined || JSON.stringify(left).length < fewestTelling)
    return false;
  return differences(left, right).size === 0;
};

const isGuide = named('guide');

export const guide = suite('guide', [
  fetch,
  check({
    id: 'guide/unknown-id',
    level: 'should',
    endpoints: isGuide,
    rule: 'A well-formed id that belongs to no guide gets 404 with an ApiError.',
    section: `${section}; Errors; RFC 9110 section 15.5.5`,
    statement: standard['RFC 9110, section 15.5.5'],
    causes: unknownCauses,
    inSequence: true,
    cases: (bound) => {
      const asked = unknownIds(bound).map(({ label, id }) => ({
        label: `${label}, which no guide has`,
        request: withId(bound, id),
      }));
      // A server may look up an id differently after it was missing once.
      return series([...asked, ...asked]);
    },
    judge: judgeUnknown,
  }),
  check({
    id: 'guide/malformed-id',
    level: 'must',
    endpoints: isGuide,
    rule: 'An id with characters other than hexadecimal digits, or of another length, is refused.',
    section,
    statement: spec.guideId,
    causes: {
      served: { title: 'a malformed id is served', expected: 'a refusal with a 4xx status' },
      ...beyondCauses,
    },
    advice: [
      {
        suspect: 'The id is trimmed, cut, stripped or parsed as a number before the lookup.',
        look: 'Match the raw segment against ^[a-f0-9]{24}$.',
      },
      {
        suspect:
          'The lookup also accepts slugs, positions, prefixes or an invalid id that becomes null.',
        look: 'Query by id only, and respond with 404 to an invalid id.',
      },
    ],
    cases: (bound) => {
      const { guideIds, guideNames = [] } = bound.facts;
      const [listed] = guideIds;
      const sent = (label: string, segment: string, purpose?: Request['purpose']) => {
        const request = withId(bound, segment);
        return {
          label,
          request: purpose ? { ...request, purpose } : request,
          proof: provenMalformedId,
        };
      };
      const toCase = ({ label, id }: MalformedId) => sent(label, encodeURIComponent(id));
      const names = guideNames.map((id) => ({ label: 'another name of the guide', id }));
      return series(
        [
          ...[...malformedIds(listed), ...names].map(toCase),
          ...[...notUtf8, `${listed}%FF`].map((segment) =>
            sent(`${segment}, which is not UTF-8`, segment),
          ),
          ...routedSegments(listed).map(({ label, id }) => sent(label, id, 'off-route')),
        ],
        generated({ arbitrary: anyMalformedId(listed), counts: [4, 14, 70], toCase }),
      );
    },
    // The HTTP layer may normalise a path, so that a guide or a page is correct.
    judge: (answered) => {
      if (answered.request.purpose !== 'off-route') return refusedOr(answered, fail('served'));
      return isServerError(answered) ? notJudged(answered, 'http/no-server-error') : pass();
    },
    followUps: askForOthers,
  }),
]);
