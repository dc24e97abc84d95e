import {
  check,
  fail,
  type Request,
  refusedOr,
  series,
  type Value,
  withBody,
} from '../../engine/index.ts';
import { otherEncodings, provenOtherEncoding } from '../../fixtures/malformed/other-encoding.ts';
import { caseOf } from '../case-of.ts';
import { standard } from '../statements.ts';
import { shareOfEndpoint } from './refusals.ts';

export const invalidUtf8 = check({
  id: 'http/invalid-utf-8',
  level: 'should',
  sameDefectAs: ['address/malformed-json', 'orders/malformed-json'],
  endpoints: ({ origin, sample }) => origin === 'api' && sample !== undefined,
  rule: 'A JSON body that is not UTF-8 is refused.',
  section: 'RFC 8259 section 8.1',
  statement: standard['RFC 8259, section 8.1'],
  advice: [
    {
      suspect: 'The decoder replaces or drops invalid bytes instead of failing.',
      look: 'Decode the body in strict mode, such as fatal: true or errors="strict", and respond with 400.',
    },
    {
      suspect:
        "The JSON parser detects UTF-16 and UTF-32, as Jackson and Python's json do, or the charset of Content-Type is obeyed.",
      look: 'Decode as UTF-8 only, and respond with 415 to another charset.',
    },
  ],
  causes: {
    accepted: {
      title: 'a body that is not UTF-8 is accepted',
      expected: 'a refusal with a 4xx status',
    },
  },
  cases: (bound) => {
    const { core, further } = otherEncodings(bound.endpoint.sample, bound.seed);
    const request = (value: Value): Request => ({
      ...withBody(bound.wellFormed(), value),
      purpose: 'odd-body',
    });
    return series(
      [...core, ...shareOfEndpoint(bound, further)].map(caseOf('', provenOtherEncoding, request)),
    );
  },
  judge: (answered) => refusedOr(answered, fail('accepted')),
});
