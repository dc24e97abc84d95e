import type { Request } from '../../engine/index.ts';
import {
  check,
  fail,
  generated,
  inconclusive,
  isServerError,
  pass,
  refusedOr,
  say,
  series,
  suite,
} from '../../engine/index.ts';
import {
  anyMalformedId,
  type MalformedId,
  malformedIds,
  notUtf8,
  provenMalformedId,
  routedSegments,
} from '../../fixtures/malformed/guide-id.ts';
import { named } from '../endpoints.ts';
import { spec, standard } from '../statements.ts';
import { askForOthers, beyondCauses } from './beyond-guides.ts';
import { fetch, section } from './guide-fetch.ts';
import { judgeUnknown, unknownCauses, unknownIds } from './unknown-ids.ts';
import { withId } from './with-id.ts';

const isGuide = named('guide');
const unknownId = check({
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
  statement: spec.guideId,
  causes: {
    served: { title: 'a malformed id is served', expected: 'a refusal with a 4xx status' },
    ...beyondCauses,
  },
  advice: [
    {
      suspect: 'The id is trimmed, cut, stripped or parsed as a number before the lookup.',
      look: 'Match the raw segment against ^[a-f0-9]{24}$, and refuse others with 400 or 404.',
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
    const { status } = answered.answer;
    return isServerError(answered)
      ? inconclusive(say`the response is ${status} (see http/no-server-error)`)
      : pass();
  },
  followUps: askForOthers,
});

export const guide = suite('guide', [fetch, unknownId, malformedId]);
