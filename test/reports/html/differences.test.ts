import { expect, test } from 'vitest';
import type { Failure } from '../../../engine/result.ts';
import { layOut } from '../../../reports/html/body-text.ts';
import { findDifferences } from '../../../reports/html/differences.ts';

const url = 'https://a.example';
const json = [
  ['Content-Type', 'application/json'],
  ['Date', 'now'],
] as const;
const failure: Failure = {
  requirement: 'errors/json',
  outcome: 'fail',
  cause: 'refused',
  title: 'a request is refused',
  message: '',
  expected: 'status 200',
  actual: '400 application/json: {}',
  places: [],
  reproduced: { of: 0, times: 0 },
  request: { method: 'GET', url, headers: [['Authorization', 'Bearer <the token>']] },
  response: { status: 400, headers: json, body: '{}', size: 2 },
};

const html = {
  headers: [['Content-Type', 'text/html; charset=utf-8']] as const,
  body: '',
  size: 0,
};
const foreign = [
  ['Authorization', 'Bearer <the unscoped token>'],
  ['x-user-id', '<the id of the first user, altered: splice:1:1:g>'],
  ['a', 'b'],
] as const;
const asHtml = { expected: 'ApiError', actual: '404 text/html: <p>', response: html };
const withoutChallenge = { title: '', expected: 'WWW-Authenticate', actual: 'none' };
const ofOthers = { method: 'GET', url, headers: foreign };
const unsent = 'a body without Content-Type is accepted';

test.each<[what: string, changes: Partial<Failure>, marked: object]>([
  ['a status that is not the expected one', {}, { status: true }],
  [
    'nothing, if the finding names nothing',
    { expected: 'the data as they were', actual: 'others, up to date' },
    {},
  ],
  [
    'a header by its name',
    { expected: 'content-type: x', actual: 'something on a date' },
    { responseHeaders: [0] },
  ],
  [
    'a header of one word before a colon',
    { expected: 'an age', actual: 'Date: now' },
    { responseHeaders: [1] },
  ],
  ['the media type instead of JSON', asHtml, { responseHeaders: [0] }],
  [
    'a header that was not sent',
    { title: unsent, expected: 'a 4xx', actual: '' },
    { unsent: ['Content-Type'] },
  ],
  ['a header that is missing', withoutChallenge, { unanswered: ['WWW-Authenticate'] }],
  [
    'credentials that are not of the run',
    { expected: '', request: ofOthers },
    { requestHeaders: [0, 1] },
  ],
  [
    'members by their pointers, and nothing that only looks like one',
    { title: '/error/a~1b of an error', expected: '', actual: 'text/html at https://a.example/x' },
    { members: [['error', 'a/b']] },
  ],
])('marks %s', (_what, changes, marked) => {
  const { requestHeaders, responseHeaders, ...rest } = findDifferences({ ...failure, ...changes });
  const none = {
    status: false,
    requestHeaders: [],
    responseHeaders: [],
    unsent: [],
    unanswered: [],
    members: [],
  };
  const found = {
    ...rest,
    requestHeaders: [...requestHeaders],
    responseHeaders: [...responseHeaders],
  };
  expect(found).toEqual({ ...none, ...marked });
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
