import { expect } from 'vitest';
import { composed, override } from '../../fixtures/reference/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { proveRequirement, type World } from '../simulation/prove-requirement.ts';

proveRequirement('token/issued', {
  valid: ['token-answer-with-more'],
  invalid: [
    ['token-scope-as-list', 'wrong-type:scope'],
    ['token-scope-omitted', 'missing-member:scope'],
    ['token-in-camel-case', 'missing-member:access_token'],
    ['token-response-wrapped-in-data', 'missing-member:access_token'],
  ],
});

proveRequirement('token/type-bearer', {
  invalid: [
    ['token-type-jwt', 'other-type'],
    ['token-type-bearer-token', 'other-type'],
  ],
});

proveRequirement('token/type-bearer-case', {
  invalid: [['token-type-lowercase', 'other-case']],
});

// wso2/api-manager#773: a cached token is returned with the seconds left, down to 0.
const untilZero = variants.find(({ id }) => id === 'token-handed-out-down-to-zero');

/** Hands out a token until it ends, but the first response with it states another `expires_in`. */
const firstStating = (seconds: unknown): World => ({
  what: `a cached token, which is first issued with an expires_in of ${JSON.stringify(seconds)}`,
  compose: composed(
    untilZero?.compose ?? expect.fail(),
    override('tokenAnswer', (original) => {
      const seen = new Set<string>();
      return (visit, token, claims) => {
        const answer = original(visit, token, claims);
        if (seen.has(token)) return answer;
        seen.add(token);
        return { ...answer, expires_in: seconds };
      };
    }),
  ),
});

proveRequirement('token/expires-in', {
  sent: ['token/*', 'cash/*'],
  valid: ['token-handed-out-down-to-zero'],
  invalid: [
    [firstStating(0), 'zero-or-less:expires_in'],
    ['expires-in-as-text', 'wrong-type:expires_in'],
    ['expires-in-fractional', 'fraction:expires_in'],
    ['expires-in-minus-one', 'zero-or-less:expires_in'],
    [
      'stored-grant-expires-in-fraction',
      'fraction:expires_in',
      { sent: ['token/bad-credentials'] },
    ],
  ],
});

proveRequirement('token/jwt', {
  invalid: [
    ['opaque-token', 'not-jwt'],
    ['token-parts-padded', 'not-jwt'],
    ['token-with-suffix', 'not-jwt'],
    ['token-detached', 'not-jwt'],
    ['unsigned-tokens', 'not-jwt'],
  ],
});

proveRequirement('token/expiry-claim', {
  valid: [
    'tokens-for-a-minute',
    'tokens-for-a-day',
    'tokens-for-ten-years',
    'token-lifetime-drawn',
    'clock-behind',
    'clock-ahead',
  ],
  invalid: [
    ['expires-in-as-epoch', 'other-lifetime'],
    ['exp-in-milliseconds', 'other-lifetime'],
    ['exp-a-day-off', 'other-lifetime'],
    ['token-of-two-dates', 'other-lifetime'],
    ['token-without-exp', 'no-exp'],
  ],
});

proveRequirement('token/scope-granted', {
  invalid: [
    ['token-scope-comma-separated', 'missing-scope'],
    ['token-scope-without-namespace', 'missing-scope'],
    ['token-scope-without-separator', 'missing-scope'],
  ],
});

proveRequirement('token/scope-withheld', {
  valid: ['unscoped-token-without-scope'],
  invalid: [
    ['scope-granted-to-everybody', 'scope-granted'],
    ['scope-announced-to-everybody', 'scope-granted'],
    ['granted-scopes-accumulate', 'scope-granted'],
  ],
});

proveRequirement('token/renewal', {
  valid: [
    'same-token-again',
    'token-revoked-by-renewal',
    'token-revoked-from-elsewhere',
    'token-revoked-and-remembered',
    'token-handed-out-until-it-ends',
    'token-handed-out-down-to-zero',
  ],
  invalid: [
    ['renewed-token-without-the-scope', 'refused'],
    ['renewed-token-not-yet-valid', 'refused'],
    ['renewed-token-masked', 'refused'],
    ['renewed-token-unknown', 'refused'],
    ['every-second-token-unknown', 'refused-beside'],
    ['renewal-refused-while-valid', 'no-token'],
  ],
});

proveRequirement('token/wrong-audience', {
  valid: ['token-for-other-audience'],
  invalid: [
    ['token-for-any-audience', 'accepted'],
    ['token-cached-without-audience', 'accepted'],
  ],
});

proveRequirement('token/bad-grant', {
  invalid: [
    ['grant-type-ignored', 'issued'],
    ['grant-type-defaulted', 'issued'],
    ['code-of-another-grant-missing', 'issued'],
    ['rare-token-grant-null', 'issued'],
    ['rare-token-grant-part-of-name', 'issued'],
    ['rare-token-grant-begins-right', 'issued'],
    ['other-grants-share-handler', 'issued'],
    ['grants-unchecked-after-the-first', 'issued'],
  ],
});

proveRequirement('token/malformed-body', {
  invalid: [
    ['empty-token-request-repeats-last', 'issued'],
    ['malformed-token-request-repeats-last', 'issued'],
    ['token-request-in-list', 'issued'],
    ['unparsable-token-request-served', 'issued'],
    ['cut-token-request-mended', 'issued'],
    ['token-request-encoded-twice', 'issued'],
  ],
});

proveRequirement('token/json-extensions', {
  invalid: [
    ['text-after-token-request-ignored', 'issued:text after the object'],
    ['token-request-with-comments', 'issued:a comment'],
  ],
});

proveRequirement('token/missing-fields', {
  valid: ['missing-audience-defaulted'],
  invalid: [
    ['missing-secret-accepted', 'issued'],
    ['secret-of-another-type-accepted', 'issued'],
    ['token-without-credentials', 'issued'],
    ['secret-matched-in-part', 'issued'],
    ['client-as-query-operator', 'issued'],
    ['secret-as-query-operator', 'issued'],
    ['token-request-keeps-missing-members', 'issued'],
    ['secret-compared-loosely', 'issued'],
    ['secret-true-is-any', 'issued'],
    ['rare-token-client-in-list', 'issued'],
    ['rare-token-secret-true', 'issued'],
  ],
});

proveRequirement('token/bad-credentials', {
  valid: [
    'token-refused-with-401',
    'token-refused-with-403',
    'token-refused-with-api-error',
    'token-refused-in-html',
    'client-locked-after-three-failures',
    'token-refused-without-body',
    'token-refused-as-problem',
    'token-refused-with-rare-status',
    'token-refused-as-form',
  ],
  invalid: [
    ['wrong-secret-accepted', 'issued'],
    ['secret-cut-to-eight-characters', 'issued'],
    ['secret-compared-as-far-as-it-goes', 'issued'],
    ['secret-in-any-case', 'issued'],
    ['unknown-client-served', 'issued'],
    ['client-id-cut', 'issued'],
    ['refusal-carries-token', 'issued'],
    ['secret-of-another-client', 'issued'],
    ['rare-token-empty-secret', 'issued'],
    ['rare-token-secret-with-tail', 'issued'],
    ['client-found-by-secret-alone', 'issued'],
    ['secret-of-other-length-accepted', 'issued'],
    ['token-cached-before-secret-check', 'issued'],
    ['secret-checked-once', 'issued'],
    ['secret-of-the-client-before', 'issued'],
    ['refusal-carries-token-below', 'issued'],
    ['refusal-carries-token-of-another-name', 'issued'],
    ['refusal-carries-token-as-form', 'issued'],
    ['refusal-carries-token-in-text', 'issued'],
    ['refusal-redirects-with-token', 'issued'],
  ],
});

proveRequirement('token/refusal-status', {
  sent: ['token/missing-fields'],
  invalid: [
    ['token-refused-with-200', 'other-status'],
    ['unknown-client-redirected', 'other-status'],
  ],
});

proveRequirement('token/no-store', {
  invalid: [
    ['stored-grant-without-no-store', 'storable', { sent: ['token/bad-credentials'] }],
    ['token-cacheable', 'storable'],
    ['token-cached-for-an-hour', 'storable'],
    ['token-no-store-in-quotes', 'storable'],
    ['token-no-cache-for-no-store', 'storable'],
  ],
});
