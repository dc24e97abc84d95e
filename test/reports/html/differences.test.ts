import { expect, test } from 'vitest';
import type { Failure } from '../../../engine/result.ts';
import { layOut } from '../../../reports/html/body-text.ts';
import { findDifferences } from '../../../reports/html/differences.ts';

const failure: Failure = {
  requirement: 'errors/json',
  outcome: 'fail',
  cause: 'a request is refused',
  message: '',
  expected: 'status 200',
  actual: '400 application/json: {}',
  places: [],
  reproduced: { of: 0, times: 0 },
  request: { method: 'GET', url: 'https://a.example', headers: [['Authorization', 'Bearer {{token:scoped}}']] },
  response: {
    status: 400,
    headers: [
      ['Content-Type', 'application/json'],
      ['Date', 'now'],
    ],
    body: '{}',
    size: 2,
  },
};

function differences(changes: Partial<Failure>) {
  const { status, requestHeaders, responseHeaders, ...rest } = findDifferences({ ...failure, ...changes });
  return { status, requestHeaders: [...requestHeaders], responseHeaders: [...responseHeaders], ...rest };
}

const none = { status: false, requestHeaders: [], responseHeaders: [], unsent: [], unanswered: [], members: [] };

test('a status that is not the expected one', () => {
  expect(differences({})).toEqual({ ...none, status: true });
});

test('nothing, where the finding names nothing of the exchange', () => {
  expect(differences({ expected: 'the data as they were', actual: 'others, up to date' })).toEqual(none);
});

test('a header by its name, one in a single word only before a colon', () => {
  expect(differences({ expected: 'content-type: x', actual: 'something on a date' })).toEqual({
    ...none,
    responseHeaders: [0],
  });
  expect(differences({ expected: 'an age', actual: 'Date: now' })).toEqual({ ...none, responseHeaders: [1] });
});

test('the media type, where JSON was expected and something else came', () => {
  const headers = [['Content-Type', 'text/html; charset=utf-8']] as const;
  expect(
    differences({ expected: 'ApiError', actual: '404 text/html: <p>', response: { headers, body: '', size: 0 } }),
  ).toEqual({ ...none, responseHeaders: [0] });
});

test('a header that was left out of the request, or is missing in the answer', () => {
  expect(differences({ cause: 'a body without Content-Type is accepted', expected: 'a 4xx', actual: '' })).toEqual({
    ...none,
    unsent: ['Content-Type'],
  });
  expect(differences({ cause: '', expected: 'WWW-Authenticate', actual: 'none' })).toEqual({
    ...none,
    unanswered: ['WWW-Authenticate'],
  });
});

test('a credential that is not the run’s own', () => {
  const headers = [
    ['Authorization', 'Bearer {{token:unscoped}}'],
    ['x-user-id', '{{user:first|splice:1:1:g}}'],
    ['a', 'b'],
  ] as const;
  const request = { method: 'GET', url: 'https://a.example', headers };
  expect(differences({ expected: '', request })).toEqual({ ...none, requestHeaders: [0, 1] });
});

test('members by their pointers, without what only looks like one', () => {
  expect(
    differences({ cause: '/error/a~1b of an error', expected: '', actual: 'text/html at https://a.example/x' }).members,
  ).toEqual([['error', 'a/b']]);
});

test('a body is indented token by token, and what a pointer names is marked', () => {
  const { stretches, shown } = layOut('{"a":[1.0,1e999],"a":{"b":"\\u00e9"}}', [['a', '1']], 1_000);
  expect(
    stretches
      .map(({ text }) => text)
      .join('')
      .replace(/\s/g, ''),
  ).toBe('{"a":[1.0,1e999],"a":{"b":"\\u00e9"}}');
  expect(stretches.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(['1e999']);
  expect(shown).toBe(36);
});

test('what is marked is shown also behind the cut', () => {
  const { stretches } = layOut(JSON.stringify({ a: 'x'.repeat(500), b: 1 }), [['b']], 100);
  expect(stretches.at(-1)).toEqual({ text: '"b": 1', isMarked: true });
});

test.each(['[', '{"a":1', '['.repeat(5_000) + ']'.repeat(5_000), '', 'no JSON at all { [ ] }'])(
  'a body that is no JSON, or nested too deeply, stays as it is',
  (body) => {
    expect(layOut(body, [['a']], 20_000)).toEqual({
      stretches: body === '' ? [] : [{ text: body, isMarked: false }],
      shown: body.length,
    });
  },
);
