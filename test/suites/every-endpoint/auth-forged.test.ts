import { expect, test } from 'vitest';
import { type Bound, concat, symbol, type TokenFacts } from '../../../engine/index.ts';
import { forged, judgeForged } from '../../../suites/every-endpoint/auth-forged.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf } from '../asking.ts';
import { casesOf, factsOf } from '../recorded.ts';

test.each<[string | RegExp, string, Given]>([
  ['pass', 'alg-none:None', apiError(401)],
  ['inconclusive', 'alg-none:None', apiError(500)],
  ['a token without a signature is accepted', 'alg-none:None', { body: {} }],
  ['a token without a signature is accepted', 'signature-emptied', { body: {} }],
  [/signature does not verify/, 'payload-altered', { body: {} }],
  [/a status other than 401/, 'payload-altered', apiError(403)],
  ['a forged token is accepted', 'unlisted', { body: {} }],
])('the cause is the missing check, not the forgery: %s, %s', (cause, forge, given) => {
  const headers = [['Authorization', concat('Bearer ', symbol('token:scoped', forge))]] as const;
  expect(causeOf(judgeForged(answered({ ...given, request: { headers } })))).toEqual(
    typeof cause === 'string' ? cause : expect.stringMatching(cause),
  );
});

test.each<[number, TokenFacts['form'] | undefined, Bound['depth']]>([
  [1, 'jws', 'standard'],
  [1, 'jws', 'deep'],
  [0, 'jws', 'quick'],
  [0, 'jwe', 'standard'],
  [0, 'opaque', 'deep'],
  [0, undefined, 'standard'],
])('%i case with the signature of another token: %s, %s', (count, form, depth) => {
  const labelsOf = (tokens: Parameters<typeof factsOf>[0]) =>
    casesOf(forged, boundTo('cash', { depth, facts: factsOf(tokens) })).map(({ label }) => label);
  const more = labelsOf(form ? { 'token:unscoped': { form } } : {});
  expect(more.filter((label) => label.includes('another genuine token'))).toHaveLength(count);
  expect(more.length - labelsOf({}).length).toBe(count);
});
