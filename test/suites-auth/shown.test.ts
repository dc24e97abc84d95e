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
    ['below a member, of any names', error({ result: { data: [{ nick: 'x' }] } }), '/result/data'],
    ['below two', error({ result: { inner: { data: [{ nick: 'x' }] } } }), '/result/inner/data'],
    ['in error, beside what is none', error({}, { data: ['x', { id: 'a', available: 1 }] }), '/error/data'],
    ['in error, of a name that no error has', error({}, { holdings: ['x', { id: 1 }] }), '/error/holdings'],
    ['a guide without a title', error({ x: { slug: 'a', chapterCount: 3 } }), 'a guide in /x'],
    ['a guide without a slug', error({ x: { title: 'A', chapterCount: 3 } }), 'a guide in /x'],
    ['an amount', error({ x: { displayValue: '€1', value: 1 } }), 'an amount of a daily summary in /x'],
    ['beside what is wrong', error({ data: [{ field: 'a', rule: 'b' }, { nick: 'x' }] }), 'the member data'],
    ['as a value', error({ data: [{ field: 'a', value: { available: 1 } }] }), 'the member data'],
    ['amounts by their currencies', error({ data: { EUR: 1250.5, USD: 3 } }), 'the member data'],
    ['an object among texts', error({ data: { nick: 'x', owner: { nick: 'y' } } }), 'the member data'],
    ['an amount among texts', error({ data: { currency: 'EUR', available: 12.5 } }), 'the member data'],
    ['settings', error({ x: { category: 'a', notifications: ['x', { id: 'a' }] } }), 'settings in /x'],
  ])('%s', (_name, body, place) => {
    expect(places(body)).toBe(place);
  });

  test('in a header field', () => {
    const headers: Given['headers'] = [['X-Debug', JSON.stringify({ balances })]];
    expect(places(error(), { headers })).toBe('the field X-Debug, as text/balances');
  });

  test('to whoever has no scope', () => {
    expect(places(error({ data: balances }), { status: 403 })).toBe('the member data');
  });

  test('as far as it is looked for', () => {
    const behind = (count: number) => places(error({ x: [...Array(count).fill(1), guide] }));
    expect(behind(1_000)).toBe('a guide in /x');
    expect(behind(5_000)).toBe('');
  });

  test.each<[string, unknown, Given?]>([
    ['what is wrong', error({ errors: [{ field: 'a', max: 7 }] }, { data: [{ field: 'a', rule: 'b' }] })],
    ['a description that is JSON', error({}, { description: '{"code":7,"data":[{"field":"aud"}]}' })],
    ['what is wrong with a header', error({ data: [{ field: 'Authorization', rule: 'required' }] })],
    ['a bound', error({ data: [{ in: 'header', source: { pointer: '/a' }, maxLength: 7 }] })],
    ['a status', error({ data: { statusCode: 401 }, app: { httpStatus: 401, subcode: 7 } })],
    ['a moment', error({ data: { expiredAt: 1_699_000_000 } })],
    ['a scope', error({ data: { scope: { required: 'x' } } })],
    ['who answered', error({ app: { name: 'investing', build: 512 }, address: { ip: '::1', port: 443 } })],
    ['the number of an error', error({ data: { errno: 4011, severity: 2 } })],
    ['which replica refused', error({ app: { name: 'm2m-api', replica: 2 } })],
    ['what was thrown', error({ data: { exception: { class: 'X' } } })],
    ['what is wrong in error', error({}, { data: [{ field: 'a', max: 7 }], holdings: [{ field: 'a' }] })],
    ['a text of the name of an amount', error({ data: { currency: 'EUR', rule: 'supported' } })],
    ['what is no list', error({ result: { data: { a: {} } } }, { holdings: { a: 1 } })],
    ['a count', error({ x: { chapterCount: 3 } })],
    ['a name', error({ x: { slug: 'a', title: 'A' } })],
    ['a value', error({ x: { value: 1 }, y: { displayValue: '€1' } })],
    ['a category', error({ x: { category: 'a' }, y: { category: 7, notifications: [{}] } })],
    ['part of an address', error({ x: { line1: '1 High Street', city: 'Cork' } })],
    ['a text that names members', error({}, { description: 'maxValueDifferences and "holdings" are members' })],
    [
      'the address that was sent',
      error({ before: address }),
      { request: { method: 'PATCH', body: JSON.stringify({ address }) } },
    ],
    [
      'an address that was sent without a line',
      error({ before: { ...address, line1: '' } }),
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

  test('also where part of it was sent', () => {
    const request = { method: 'PATCH', body: '{"address":{"countryCode":"IE"}}' };
    expect(places(error({ before: address }), { request })).toBe('an address in /before');
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
    expect(refused(400, error({ data: balances }), cash)).toBe(false);
    expect(refused(400, error({ x: guide }), cash)).toBe(false);
    expect(refused(404, error({ x: guide }), cash)).toBe(true);
    expect(refused(400, error({ x: { displayValue: '€1', value: 1 } }), cash)).toBe(true);
    expect(refused(404, error({ result: { data: [{ nick: 'x' }] } }), cash)).toBe(false);
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
    [JSON.stringify(jwt)],
    [` Bearer ${jwt} `],
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
    [`no-bearer ${jwt}`],
    [`your bearer ${jwt}`],
    ['<h1>400</h1>'],
  ])('but not %j', (body) => {
    expect(carries(body)).toBe(false);
  });
});
