import { check, fail, series, withToken } from '../../engine/index.ts';
import {
  foreignEncodings,
  furtherEncodings,
  provenForeignEncoding,
} from '../../fixtures/malformed/token-encoding.ts';
import { caseOf } from '../case-of.ts';
import { inAuthBattery } from '../endpoints.ts';
import { standard } from '../statements.ts';
import { shareOfEndpoint, unauthorised, unauthorisedOr } from './refusals.ts';

export const encoding = check({
  id: 'auth/encoding',
  level: 'should',
  sameDefectAs: ['auth/missing', 'auth/malformed'],
  endpoints: inAuthBattery,
  rule: 'A token with characters that are not base64url gets 401.',
  section: 'Authentication; RFC 7515 section 5.2',
  statement: standard['RFC 7515, section 5.2'],
  causes: unauthorised('a token with characters that are not base64url', [
    {
      suspect:
        'The base64 decoder is lenient: those of Node, Python, PHP and ruby-jwt skip foreign characters, and some accept padding or the other alphabet.',
      look: 'Check the three parts against ^[A-Za-z0-9_-]+$ before you decode them, or decode them strictly.',
    },
    {
      suspect: 'The code trims commas, dots or quotation marks around the token.',
      look: 'Remove the trimming, and accept only white space around the value of the header.',
    },
  ]),
  cases: (bound) =>
    series(
      [...foreignEncodings, ...shareOfEndpoint(bound, furtherEncodings)].map(
        caseOf('Authorization: ', provenForeignEncoding, (value) =>
          withToken(bound.wellFormed(), value),
        ),
      ),
    ),
  judge: (answered) => unauthorisedOr(answered, fail('accepted'), fail('other-status')),
});
