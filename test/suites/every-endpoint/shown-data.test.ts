import { expect, test } from 'vitest';
import { isRejection, shownData } from '../../../suites/every-endpoint/shown-data.ts';
import { answered, type Given } from '../answered.ts';

const error = (members: object = {}, about: object = {}) => ({
  status: 401,
  error: { message: 'no', ...about },
  responseId: '8f14e45f-ceea-467f-a9e0-4d6a2b0c9f11',
  ...members,
});
const balances = [{ currency: 'EUR', available: 12.5 }];
const guide = { slug: 'a', title: 'A', chapterCount: 3 };
const address = { line1: '12 Harbour Road', city: 'Cork', countryCode: 'IE' };

const sent = (body: unknown): Given => ({
  request: { method: 'PATCH', body: JSON.stringify(body) },
});
const places = (body: unknown, given: Given = {}) =>
  shownData(answered({ status: 401, body, ...given })).join();
const inHeader = (name: string, value: string): Given => ({ headers: [[name, value]] });
const behind = (count: number) => error({ x: [...Array(count).fill(1), guide] });

test.each<[string, unknown, string, Given?]>([
  ['beside the error', error({ data: balances }), 'the member data'],
  ['below a member', error({ result: { data: balances } }), '/result/data'],
  ['in error', error({}, { data: balances }), '/error/data'],
  [
    'as text',
    error({}, { description: JSON.stringify({ data: balances }) }),
    '/error/description, as a string/data',
  ],
  [
    'as text that is cut',
    error({}, { description: 'was {"portfolios":[{"id":' }),
    '/error/description, as a string',
  ],
  ['a guide of any name', error({ preview: guide }), 'a guide in /preview'],
  ['an address of any name', error({ before: address }), 'an address in /before'],
  ['in a list', error({ upstream: [[{ holdings: balances }]] }), '/upstream/holdings'],
  ['below a member, of any names', error({ result: { data: [{ nick: 'x' }] } }), '/result/data'],
  ['below two', error({ result: { inner: { data: [{ nick: 'x' }] } } }), '/result/inner/data'],
  [
    'in error, beside what is none',
    error({}, { data: ['x', { id: 'a', available: 1 }] }),
    '/error/data',
  ],
  [
    'in error, of a name that no error has',
    error({}, { holdings: ['x', { id: 1 }] }),
    '/error/holdings',
  ],
  ['a guide without a title', error({ x: { slug: 'a', chapterCount: 3 } }), 'a guide in /x'],
  ['a guide without a slug', error({ x: { title: 'A', chapterCount: 3 } }), 'a guide in /x'],
  [
    'an amount',
    error({ x: { displayValue: '€1', value: 1 } }),
    'an amount of a daily summary in /x',
  ],
  [
    'beside what is wrong',
    error({ data: [{ field: 'a', rule: 'b' }, { nick: 'x' }] }),
    'the member data',
  ],
  ['as a value', error({ data: [{ field: 'a', value: { available: 1 } }] }), 'the member data'],
  ['amounts by their currencies', error({ data: { EUR: 1250.5, USD: 3 } }), 'the member data'],
  [
    'an object among texts',
    error({ data: { nick: 'x', owner: { nick: 'y' } } }),
    'the member data',
  ],
  [
    'an amount among texts',
    error({ data: { currency: 'EUR', available: 12.5 } }),
    'the member data',
  ],
  [
    'settings',
    error({ x: { category: 'a', notifications: ['x', { id: 'a' }] } }),
    'settings in /x',
  ],
  [
    'a header',
    error(),
    'the header X-Debug, as a string/balances',
    inHeader('X-Debug', JSON.stringify({ balances })),
  ],
  ['to a client without a scope', error({ data: balances }), 'the member data', { status: 403 }],
  ['after a thousand values', behind(1_000), 'a guide in /x'],
  [
    'partly sent',
    error({ before: address }),
    'an address in /before',
    sent({ address: { countryCode: 'IE' } }),
  ],
])('data in a refusal: %s', (_name, body, place, given = {}) => {
  expect(places(body, given)).toBe(place);
});

test.each<[string, unknown, Given?]>([
  [
    'what is wrong',
    error({ errors: [{ field: 'a', max: 7 }] }, { data: [{ field: 'a', rule: 'b' }] }),
  ],
  ['a description that is JSON', error({}, { description: '{"code":7,"data":[{"field":"aud"}]}' })],
  ['what is wrong with a header', error({ data: [{ field: 'Authorization', rule: 'required' }] })],
  ['a bound', error({ data: [{ in: 'header', source: { pointer: '/a' }, maxLength: 7 }] })],
  ['a status', error({ data: { statusCode: 401 }, app: { httpStatus: 401, subcode: 7 } })],
  ['a moment', error({ data: { expiredAt: 1_699_000_000 } })],
  ['a scope', error({ data: { scope: { required: 'x' } } })],
  [
    'who answered',
    error({ app: { name: 'investing', build: 512 }, address: { ip: '::1', port: 443 } }),
  ],
  ['the number of an error', error({ data: { errno: 4011, severity: 2 } })],
  ['which replica refused', error({ app: { name: 'm2m-api', replica: 2 } })],
  ['what was thrown', error({ data: { exception: { class: 'X' } } })],
  [
    'what is wrong in error',
    error({}, { data: [{ field: 'a', max: 7 }], holdings: [{ field: 'a' }] }),
  ],
  ['a text of the name of an amount', error({ data: { currency: 'EUR', rule: 'supported' } })],
  ['what is no list', error({ result: { data: { a: {} } } }, { holdings: { a: 1 } })],
  ['a count', error({ x: { chapterCount: 3 } })],
  ['a name', error({ x: { slug: 'a', title: 'A' } })],
  ['a value', error({ x: { value: 1 }, y: { displayValue: '€1' } })],
  ['a category', error({ x: { category: 'a' }, y: { category: 7, notifications: [{}] } })],
  ['part of an address', error({ x: { line1: '1 High Street', city: 'Cork' } })],
  [
    'a text that names members',
    error({}, { description: 'maxValueDifferences and "holdings" are members' }),
  ],
  ['the address that was sent', error({ before: address }), sent({ address })],
  [
    'an address that was sent without a line',
    error({ before: { ...address, line1: '' } }),
    sent({ address }),
  ],
  ['a policy of reports', error(), inHeader('NEL', '{"report_to":"x","max_age":7}')],
  ['a header that is no JSON', error(), inHeader('X', '{{')],
  ['what comes after thousands of values', behind(5_000)],
])('no data in a refusal: %s', (_name, body, given = {}) => {
  expect(places(body, given)).toBe('');
});

/** A 404 for a guide may list similar guides. They are not user data. */
const cash: Given = { request: { path: '/cash' } };
test.each<[boolean, number, string, unknown, Given?]>([
  [true, 401, 'nothing', error()],
  [false, 401, 'nothing, from the token endpoint', error(), { request: { origin: 'token' } }],
  [false, 404, 'nothing', error()],
  [true, 404, 'balances', error({ data: balances }), cash],
  [false, 404, 'similar guides', error({ data: [guide], guides: [guide] })],
  [true, 404, 'a guide instead of cash', error({ x: guide }), cash],
  [false, 404, 'an unknown object', error({ result: { data: [{ nick: 'x' }] } }), cash],
  [
    false,
    404,
    'holdings, to a write',
    error({ holdings: balances }),
    { request: { method: 'PATCH' } },
  ],
  [false, 400, 'what is wrong', error({ data: [{ field: 'a', max: 7 }] }), cash],
  [true, 400, 'holdings', error({ holdings: balances }), cash],
  [false, 400, 'balances in data', error({ data: balances }), cash],
  [false, 400, 'a guide', error({ x: guide }), cash],
  [true, 400, 'an amount', error({ x: { displayValue: '€1', value: 1 } }), cash],
  [false, 409, 'holdings', error({ holdings: balances }), cash],
])('is judged (%s): a %i that shows %s', (expected, status, _what, body, given = {}) => {
  expect(isRejection(answered({ status, body, ...given }))).toBe(expected);
});

// A search with backtracking would never end.
test.each([
  ['names', { ['time\n'.repeat(20_000)]: { x: 1 } }],
  ['strings', { text: '\\"'.repeat(200_000) }],
  ['strings in strings', Array.from({ length: 3_000 }, () => '["[\\"[]\\"]"]')],
  ['lists', { data: Array.from({ length: 200_000 }, () => [1]) }],
])('hostile %s are searched and contain no data', (_name, value) => {
  expect(places(error({ value }))).toBe('');
});
