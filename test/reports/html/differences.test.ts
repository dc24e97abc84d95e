import { expect, test } from 'vitest';
import { fromTarget, ofHarness } from '../../../engine/catalogue/cause.ts';
import type { Failure, Result, ShownStep } from '../../../engine/result.ts';
import { layOut } from '../../../reports/html/body-text.ts';
import { comparedIn } from '../../../reports/html/differences.ts';
import { inWords } from '../../../reports/in-words.ts';

const url = 'https://a.example';
const ours = ['Authorization', 'Bearer {{token:scoped}}'] as const;
const json = ['Content-Type', 'application/json'] as const;
const get = { method: 'GET', url, headers: [ours] };
const ok = { status: 200, headers: [json], body: '{}', size: 2 };
const accepted = { request: get, response: ok };
const failure: Failure = {
  requirement: 'errors/json',
  outcome: 'fail',
  cause: 'refused',
  facts: {},
  // No words are read.
  title: '/status 400 without Accept',
  message: '',
  expected: 'status 200 with WWW-Authenticate',
  actual: '400 application/json: {}',
  places: [],
  reproduced: { of: 0, times: 0 },
  request: get,
  response: { ...ok, status: 400 },
};
const named = (header: string) => ({ facts: { header: ofHarness(header) } });
const steps = (judged: ShownStep) => ({
  steps: [{ request: get, response: ok }, judged],
  judged: 1,
});

/** As a report receives it. */
const worded = (shown: Failure): Failure => {
  const result = { part: { values: { 'user:first': 'me' } }, failures: [shown] };
  return inWords(result as unknown as Result).failures[0] ?? shown;
};

/** The marked parts of each exchange, after its title. */
const marksOf = (changes: Partial<Failure>) =>
  comparedIn(worded({ ...failure, ...changes }))
    .flat()
    .map(({ title, isStatusMarked, sent, received, members }) => [
      title,
      ...(isStatusMarked ? ['status'] : []),
      ...[...sent, ...received].flatMap(({ name, value, isMarked }) =>
        isMarked ? [value === undefined ? `no ${name}` : name] : [],
      ),
      ...members.map((segments) => segments.join(' ')),
    ]);

const foreign = [
  ['Authorization', 'Bearer {{token:unscoped}}'],
  ['x-user-id', '{{user:first|splice:1:1:g}}'],
  ['a', 'b'],
] as const;
const lost = { headers: [], body: '', size: 0, lost: 'reset' };
const member = ofHarness('/data/*/a~1b');

test.each<[what: string, changes: Partial<Failure>, marked: unknown]>([
  ['a status of 400 or above', {}, [['', 'status']]],
  ['no status below 400', { response: ok }, [['']]],
  ['the header that is a fact, not the status', named('content-type'), [['', 'Content-Type']]],
  ['that a header is missing', named('Vary'), [['', 'no Vary']]],
  ['no missing header if there is no response', { ...named('Vary'), response: lost }, [['']]],
  ['a header that only the request has', named('authorization'), [['', 'Authorization']]],
  ['the place', { facts: { member, place: ofHarness('/data/0/a~1b') } }, [['', 'data 0 a/b']]],
  ['the member without a place', { facts: { member } }, [['', 'data * a/b']]],
  ['no place that is no pointer', { facts: { place: ofHarness('the body') } }, [['']]],
  ['nothing for other facts', { facts: { value: fromTarget('/a') }, response: ok }, [['']]],
  [
    'credentials that are not of the run',
    { request: { ...get, headers: foreign }, response: ok },
    [['', 'Authorization', 'x-user-id']],
  ],
  [
    'what differs from the accepted exchange',
    { accepted, request: { ...get, headers: [['authorization', 'x'], json] } },
    [
      ['Accepted', 'status', 'Authorization', 'no Content-Type'],
      ['The defect', 'status', 'authorization', 'Content-Type'],
    ],
  ],
  ['no status like the accepted one', { accepted, response: ok }, [['Accepted'], ['The defect']]],
  [
    'a named header that differs in the request only there',
    {
      accepted,
      ...named('Content-Type'),
      request: { ...get, headers: [ours, json] },
      response: ok,
    },
    [
      ['Accepted', 'no Content-Type'],
      ['The defect', 'Content-Type'],
    ],
  ],
  [
    'what differs between the steps',
    { recipe: steps({ times: 3, request: get }), request: { ...get, headers: [] } },
    [
      ['Step 1', 'status', 'Authorization'],
      ['Step 2, 3 times: The defect', 'status', 'no Authorization'],
    ],
  ],
  [
    'the last step beside the accepted exchange',
    { recipe: steps({ request: get }), accepted, response: ok },
    [['Step 1'], ['Accepted'], ['Step 2: The defect']],
  ],
  ['nothing without a request', { request: undefined as never }, []],
])('marks %s', (_what, changes, marked) => {
  expect(marksOf(changes)).toEqual(marked);
});

const marksIn = (body: string, pointers: readonly (readonly string[])[], other?: string) =>
  layOut(body, pointers, 1_000, other).stretches.flatMap(({ text, isMarked }) =>
    isMarked ? [text.trim()] : [],
  );

test.each([
  [
    'the lines of JSON that differ',
    '{"a":1,"b":{"c":2},"d":3}',
    '{"a":1,"b":{"c":4},"d":3}',
    ['"c": 2'],
  ],
  ['nothing in the shorter body', '{"a":1}', '{"a":1}x', []],
  ['what the longer body adds', '{"a":1}x', '{"a":1}', ['x']],
  ['characters of what is no JSON', 'a=\u{1F600}&b', 'a=\u{1F601}&b', ['\u{1F600}']],
  ['all of a body, if the other request has none', '{"a":1}', '', ['{\n  "a": 1\n}']],
  ['nothing in equal bodies', '{"a":1}', '{"a":1}', []],
])('marks %s', (_what, body, other, marked) => {
  expect(marksIn(body, [], other)).toEqual(marked);
});

test('a star in a pointer names all elements of an array', () => {
  const body = '{"d":[{"a":1},{"a":2},{"b":3}],"*":4}';
  expect(marksIn(body, [['d', '*', 'a']])).toEqual(['"a": 1', '"a": 2']);
  expect(marksIn(body, [['*']])).toEqual(['"*": 4']);
});

test('a body is indented token by token, and the value that a pointer names is marked', () => {
  const { stretches, shown } = layOut('{"a":[1.0,1e999],"a":{"b":"\\u00e9"}}', [['a', '1']], 1_000);
  const text = stretches.map((one) => one.text).join('');
  expect(text.replace(/\s/g, '')).toBe('{"a":[1.0,1e999],"a":{"b":"\\u00e9"}}');
  expect(stretches.filter(({ isMarked }) => isMarked).map((one) => one.text)).toEqual(['1e999']);
  expect(shown).toBe(36);
});

test('a marked part is shown even after the cut', () => {
  const { stretches } = layOut(JSON.stringify({ a: 'x'.repeat(500), b: 1 }), [['b']], 100);
  expect(stretches.at(-1)).toEqual({ text: '"b": 1', isMarked: true });
});

const unread = ['[', '{"a":1', '['.repeat(5_000) + ']'.repeat(5_000), '', 'no JSON at all { [ ] }'];
test.each(unread)('a body that is not JSON, or nested too deeply, stays as it is', (text) => {
  const stretches = text === '' ? [] : [{ text, isMarked: false }];
  expect(layOut(text, [['a']], 20_000)).toEqual({ stretches, shown: text.length });
});
