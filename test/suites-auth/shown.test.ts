import { describe, expect, test } from 'vitest';
import { carriesToken } from '../../suites/authentication/shown-token.ts';
import { isRejection, shownData } from '../../suites/every-endpoint/shown-data.ts';
import { answered, type Given } from '../suites/answered.ts';

const error = (members: object = {}, about: object = {}) => ({
  status: 401,
  error: { message: 'no', ...about },
  responseId: '8f14e45f-ceea-467f-a9e0-4d6a2b0c9f11',
  ...members,
});
const balances = [{ currency: 'EUR', available: 12.5 }];
const guide = { slug: 'a', title: 'A', chapterCount: 3 };
const address = { line1: '12 Harbour Road', city: 'Cork', countryCode: 'IE' };

describe('data in a refusal', () => {
  const places = (body: unknown, given: Given = {}) => shownData(answered({ status: 401, body, ...given })).join();

  test.each<[string, unknown, string]>([
    ['beside the error', error({ data: balances }), 'the member data'],
    ['below a member', error({ result: { data: balances } }), '/result/data'],
    ['in error', error({}, { data: balances }), '/error/data'],
    ['as text', error({}, { description: JSON.stringify({ data: balances }) }), '/error/description, as text/data'],
    ['as text that is cut', error({}, { description: 'was {"portfolios":[{"id":' }), '/error/description, as text'],
    ['a guide of any name', error({ preview: guide }), 'a guide in /preview'],
    ['an address of any name', error({ before: address }), 'an address in /before'],
    ['in a list', error({ upstream: [[{ holdings: balances }]] }), '/upstream/holdings'],
  ])('%s', (_name, body, place) => {
    expect(places(body)).toBe(place);
  });

  test('in a header field', () => {
    const headers: Given['headers'] = [['X-Debug', JSON.stringify({ balances })]];
    expect(places(error(), { headers })).toBe('the field X-Debug, as text/balances');
  });

  test.each<[string, unknown, Given?]>([
    ['what is wrong', error({ errors: [{ field: 'a', max: 7 }] }, { data: [{ field: 'a', rule: 'b' }] })],
    ['a description that is JSON', error({}, { description: '{"code":7,"data":[{"field":"aud"}]}' })],
    ['a text that names members', error({}, { description: 'maxValueDifferences and "holdings" are members' })],
    [
      'the address that was sent',
      error({ before: address }),
      { request: { method: 'PATCH', body: JSON.stringify({ address }) } },
    ],
    [
      'a policy of reports',
      error(),
      {
        headers: [
          ['NEL', '{"report_to":"x","max_age":7}'],
          ['X', '{{'],
        ],
      },
    ],
  ])('but not %s', (_name, body, given = {}) => {
    expect(places(body, given)).toBe('');
  });

  test('other refusals count where they show what no error would', () => {
    const refused = (status: number, body: unknown, given: Given = {}) =>
      isRejection(answered({ status, body, ...given }));
    const cash: Given = { request: { path: '/cash' } };
    expect(refused(401, error())).toBe(true);
    expect(refused(404, error())).toBe(false);
    expect(refused(404, error({ data: balances }), cash)).toBe(true);
    // Guides that are like the one that is not found.
    expect(refused(404, error({ data: [guide], guides: [guide] }))).toBe(false);
    expect(refused(400, error({ data: [{ field: 'a', max: 7 }] }), cash)).toBe(false);
    expect(refused(400, error({ holdings: balances }), cash)).toBe(true);
    expect(refused(409, error({ holdings: balances }), cash)).toBe(false);
    expect(refused(404, error({ holdings: balances }), { request: { method: 'PATCH' } })).toBe(false);
    expect(refused(401, error(), { request: { origin: 'token' } })).toBe(false);
  });

  test.each([
    ['names', { ['time\n'.repeat(20_000)]: { x: 1 } }],
    ['texts', { text: '\\"'.repeat(200_000) }],
    ['texts in texts', Array.from({ length: 3_000 }, () => '["[\\"[]\\"]"]')],
    ['lists', { data: Array.from({ length: 200_000 }, () => [1]) }],
  ])('hostile %s take no time', (_name, value) => {
    const started = performance.now();
    places(error({ value }));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('a token in a refusal', () => {
  const jwt = '{{jwt}}';
  const carries = (body: unknown, headers: Given['headers'] = []) =>
    carriesToken(answered({ status: 400, body, headers: [['Content-Type', 'application/json'], ...headers] }));

  test.each<[unknown]>([
    [{ access_token: 'opaque' }],
    [[{ legacy: { access_token: 7 } }]],
    [{ accessToken: jwt }],
    [{ token: `Bearer ${jwt}` }],
    [{ error_description: `said {"access_token":"${jwt}"}` }],
    [jwt],
    [`access_token=abc&token_type=bearer`],
    [`token_type=bearer&access_token=abc`],
    // Of a token that nobody has seen, the parts that all have in common are known.
    [{ token: '{{token:scoped}}YjBi{{token:scoped}}u8wt' }],
  ])('%j', (body) => {
    expect(carries(body)).toBe(true);
  });

  test('in the address of a redirection', () => {
    expect(carries('', [['Location', `https://a.example/#access_token=${jwt}`]])).toBe(true);
    expect(carries('', [['Location', `https://a.example/?state=${jwt}`]])).toBe(false);
    expect(carries('', [['Set-Cookie', `lb=${jwt}`]])).toBe(false);
  });

  test.each<[unknown]>([
    [{ error: 'invalid_client' }],
    [{ access_token: null, legacy: { access_token: '' } }],
    [{ csrf_token: jwt, mfa_token: jwt, trace: jwt }],
    [{ error_description: 'no access_token: the client is unknown' }],
    ['no access_token=x for you'],
    ['<h1>400</h1>'],
  ])('but not %j', (body) => {
    expect(carries(body)).toBe(false);
  });
});
