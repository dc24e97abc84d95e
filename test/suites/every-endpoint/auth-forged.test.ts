import { expect, test } from 'vitest';
import { type Bound, concat, symbol, type WireForm } from '../../../engine/index.ts';
import { forged, judgeForged } from '../../../suites/every-endpoint/auth-forged.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo } from '../asking.ts';
import { casesOf, causeOf, factsOf } from '../recorded.ts';

test.each<[string | RegExp, string, Given]>([
  ['held', 'alg-none:None', apiError(401)],
  ['unanswered', 'alg-none:None', apiError(500)],
  ['a token without a signature is accepted', 'alg-none:None', { body: {} }],
  ['a token without a signature is accepted', 'signature-emptied', { body: {} }],
  [/signature does not verify/, 'payload-altered', { body: {} }],
  [/another status than 401/, 'payload-altered', apiError(403)],
  ['a forged token is accepted', 'unlisted', { body: {} }],
])('the cause is the missing check, not the forgery: %s, %s', (cause, forge, given) => {
  const headers = [['Authorization', concat('Bearer ', symbol('token:scoped', forge))]] as const;
  expect(causeOf(judgeForged(answered({ ...given, request: { headers } })))).toEqual(
    typeof cause === 'string' ? cause : expect.stringMatching(cause),
  );
});

/** The cases that take the signature of another token of that form. */
function ofAnother(form: 'jws' | 'jwe' | 'opaque' | undefined, depth: Bound['depth'] = 'standard') {
  const facts = factsOf(form === undefined ? {} : { 'token:unscoped': { form } });
  return casesOf(forged, boundTo('cash', { depth, facts })).filter(({ label }) =>
    label.includes('another genuine token'),
  );
}

test.each([
  [1, 'jws', 'standard'],
  [1, 'jws', 'deep'],
  [0, 'jws', 'quick'],
  [0, 'jwe', 'standard'],
  [0, 'opaque', 'deep'],
  [0, undefined, 'standard'],
] as const)('%i case with the signature of another token: %s, %s', (count, form, depth) => {
  const cases = (tokens: Parameters<typeof factsOf>[0]) =>
    casesOf(forged, boundTo('cash', { depth, facts: factsOf(tokens) }));
  expect(ofAnother(form, depth)).toHaveLength(count);
  expect(cases(form ? { 'token:unscoped': { form } } : {}).length - cases({}).length).toBe(count);
});

test.each([
  ['head.others.signature', true],
  // With the same claims any signature there is genuine.
  ['head.claims.signature', false],
])('the signature of %s is sent if it does not fit: %s', (unscoped, expected) => {
  const tokens: Readonly<Record<string, string>> = { 'token:scoped': 'head.claims.signed', 'token:unscoped': unscoped };
  const resolved = (name: string) => tokens[name];
  const wire: WireForm = { path: '/cash', header: () => undefined, body: undefined, resolved };
  expect(ofAnother('jws')[0]?.proof?.(wire)).toBe(expected);
});
