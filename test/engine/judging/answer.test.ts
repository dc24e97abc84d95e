import { describe, expect, test } from 'vitest';
import {
  headerLines,
  held,
  isApiError,
  isJsonMediaType,
  isRefusal,
  isServerError,
  isSuccess,
  json,
  judgeStatus,
  mediaType,
} from '../../../engine/judging/answer.ts';
import { answered, withHeaders } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';

const withBody = (body: ReturnType<typeof answered>['answer']['body']) => {
  const { answer, ...sent } = answered();
  return { ...sent, answer: { ...answer, body } };
};

test('a note is there where one is given', () => {
  expect(held()).toStrictEqual({ kind: 'held' });
  expect(held('of a kind')).toStrictEqual({ kind: 'held', note: 'of a kind' });
});

test('the values of a header are those of all its lines, without the white space around them', () => {
  const one = answered({
    headers: [
      ['Vary', ' a '],
      ['x', 'y'],
      ['VARY', 'b\t'],
    ],
  });
  expect(headerLines(one, 'vary')).toEqual(['a', 'b']);
});

describe('a body as JSON', () => {
  test.each([
    ['it is empty', { size: 0, text: '' }],
    ['it is not valid UTF-8', { size: 1, base64: '6Q==' }],
    ['the gzip is broken', { size: 9, text: '{}', undecodable: 'the gzip is broken' }],
    [expect.stringContaining('JSON'), { size: 1, text: '{' }],
  ])('%s', (error, body) => {
    // A body of its own: what was parsed once is remembered.
    expect(json(withBody({ ...body }))).toEqual({ error });
  });

  test('is parsed once', () => {
    const one = answered({ body: { data: [] } });
    expect(json(one)).toBe(json(one));
    expect(json(one)).toEqual({ value: { data: [] } });
  });
});

test.each([
  ['application/json', 'application/json;charset=utf-8', true],
  ['application/json', ' Application/JSON ; charset=utf-8', true],
  ['application/hal+json', 'application/hal+json', true],
  ['application/hal+json2', 'application/hal+json2', false],
  ['text/html', 'text/html', false],
  ['a b/c+json', 'a b/c+json', false],
  ['', ';', false],
])('the media type %s of %s', (type, value, isJson) => {
  expect(mediaType(answered({ headers: [['Content-Type', value]] }))).toBe(type);
  expect(isJsonMediaType(type)).toBe(isJson);
});

test('no media type is none of JSON', () => {
  expect(mediaType(answered({ headers: [] }))).toBeUndefined();
  expect(isJsonMediaType(undefined)).toBe(false);
});

test('an ApiError has its required members in their types', () => {
  const { body } = apiError(404) as { body: object };
  expect(isApiError(answered({ body }))).toBe(true);
  for (const [changes] of [
    [{ status: '404' }],
    [{ status: 404.5 }],
    [{ error: null }],
    [{ error: { message: 7 } }],
    [{ responseId: 7 }],
    [{ responseId: undefined }],
  ] as const) {
    expect(isApiError(answered({ body: { ...body, ...changes } })), JSON.stringify(changes)).toBe(false);
  }
  expect(isApiError(answered({ body: [body] }))).toBe(false);
});

test.each([
  [199, false, false, false],
  [200, true, false, false],
  [299, true, false, false],
  [300, false, false, false],
  [399, false, false, false],
  [400, false, true, false],
  [429, false, false, false],
  [499, false, true, false],
  [500, false, false, true],
])('%i is a success (%j), a refusal (%j), a failure (%j)', (status, success, refusal, failure) => {
  const one = withHeaders({}, { status });
  expect([isSuccess(one), isRefusal(one), isServerError(one)]).toEqual([success, refusal, failure]);
});

test.each([
  ['held', 404],
  ['violated', 400],
  ['violated', 200],
  ['unanswered', 500],
])('one status is demanded, %s by %i', (kind, status) => {
  expect(judgeStatus(answered({ status }), 404, 'another status').kind).toBe(kind);
});
