import { expect, test } from 'vitest';
import { type Bound, concat, symbol, type TokenFacts } from '../../../engine/index.ts';
import { openListener } from '../../../engine/wire/listener.ts';
import { judgeLog } from '../../../suites/every-endpoint/auth-foreign-keys.ts';
import { forged, judgeForged } from '../../../suites/every-endpoint/auth-forged.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, silence } from '../asking.ts';
import { casesOf, factsOf } from '../recorded.ts';

test.each<[string | RegExp, string, Given]>([
  ['pass', 'alg-none:None', apiError(401)],
  ['inconclusive', 'alg-none:None', apiError(500)],
  ['a token without a signature is accepted', 'alg-none:None', { body: {} }],
  ['a token without a signature is accepted', 'signature-emptied', { body: {} }],
  [/genuine signature but changed content/, 'payload-altered', { body: {} }],
  ['a token with an altered signature is accepted', 'signature-altered', { body: {} }],
  [/a status other than 401/, 'payload-altered', apiError(403)],
  ['a forged token is accepted', 'unlisted', { body: {} }],
])('the cause names the missing check, not the forgery: %s, %s', (cause, forge, given) => {
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

const refused = answered(apiError(401));
const log = (value: unknown) => answered({ body: value });

test.each([
  ['pass', [refused], log([])],
  ["the target requests a URL that a stranger's token names", [refused], log(['jku'])],
  ['inconclusive', [refused, answered({ body: {} })], log(['jku'])],
  ['inconclusive', [silence('withheld')], log([])],
  ['inconclusive', [refused], silence('timeout')],
  ['inconclusive', [refused], log({})],
] as const)('%s', (cause, sent, seen) => {
  expect(causeOf(judgeLog(sent, seen))).toBe(cause);
});

test('the listener serves keys, and logs which were requested for each endpoint', async () => {
  const { url, local, close } = await openListener('http://127.0.0.1:0');
  try {
    const get = async (path: string) => (await fetch(`${url}${path}`)).text();
    expect(JSON.parse(await get('/jku/GET%20cash?alg=ES256&kid=k'))).toMatchObject({
      keys: [{ kid: 'k', crv: 'P-256' }],
    });
    expect(await get('/below/x5u/GET%20cash?alg=RS256')).toContain('BEGIN CERTIFICATE');
    expect(await get('/log/GET%20cash')).toBe('["jku","x5u"]');
    expect(await (await fetch(new URL('/log/other', local))).text()).toBe('[]');
    expect((await fetch(`${url}/other`)).status).toBe(404);
  } finally {
    close();
  }
});
