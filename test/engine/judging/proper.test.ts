import { describe, expect, test } from 'vitest';
import { alsoInRun, type Request, sentHeader, wholeRun } from '../../../engine/index.ts';
import { isProper, wentTo } from '../../../engine/judging/positive.ts';
import { answered } from '../../suites/answered.ts';
import { boundTo } from '../../suites/asking.ts';

const path = '/learn/learning-guides';
const route = { method: 'GET', path };
const headers = (token: string, user: string, ...more: Request['headers']): Pick<Request, 'headers'> => ({
  headers: [['Authorization', token], ['x-user-id', user], ...more],
});
const bearer = 'Bearer {{token:scoped}}';

describe('a request as a client author would send it', () => {
  test.each<[string, Partial<Request>]>([
    ['as it is', {}],
    ['for the second user', headers(bearer, '{{user:second}}')],
    ['with the scheme in another case', headers('BEARER   {{token:scoped}}', '{{user:first}}')],
    ['with further headers', headers(bearer, '{{user:first}}', ['Accept', '*/*'])],
  ])('is one %s', (_what, request) => {
    expect(isProper(answered({ request }), route)).toBe(true);
  });

  test.each<[string, Partial<Request>]>([
    ['to the token endpoint', { origin: 'token' }],
    ['by bytes of our own', { wire: 'raw' }],
    ['by another method', { method: 'POST' }],
    ['to another path', { path: '/cash' }],
    ['with a query', { path: `${path}?a=1` }],
    ['without a token', { headers: [['x-user-id', '{{user:first}}']] }],
    ['without a user', { headers: [['Authorization', bearer]] }],
    ['with another token', headers('Bearer {{token:unscoped}}', '{{user:first}}')],
    ['with a forged token', headers('Bearer {{token:scoped|signature-altered}}', '{{user:first}}')],
    ['with text after the token', headers(`${bearer} x`, '{{user:first}}')],
    ['with text before the scheme', headers(`x ${bearer}`, '{{user:first}}')],
    ['with a malformed user', headers(bearer, '{{user:first|upper}}')],
    ['with text before the user', headers(bearer, 'x{{user:first}}')],
    ['with text after the user', headers(bearer, '{{user:first}}x')],
    ['for a foreign user', headers(bearer, '{{user:foreign}}')],
    ['with two tokens', headers(bearer, '{{user:first}}', ['authorization', bearer])],
    ['with two users', headers(bearer, '{{user:first}}', ['X-User-Id', '{{user:first}}'])],
    ['with two tokens under one name', headers(bearer, '{{user:first}}', ['Authorization', bearer])],
    ['with two users under one name', headers(bearer, '{{user:first}}', ['x-user-id', '{{user:second}}'])],
  ])('is none %s', (_what, request) => {
    expect(isProper(answered({ request }), route)).toBe(false);
  });
});

test('where a request went is told without its query', () => {
  const went = (request: Partial<Request>) => wentTo(answered({ request }), 'GET', path);
  expect(went({})).toBe(true);
  expect(went({ path: `${path}?a=1`, headers: [] })).toBe(true);
  expect(went({ path: '/cash' })).toBe(false);
  expect(went({ method: 'POST' })).toBe(false);
  expect(went({ origin: 'token' })).toBe(false);
});

test('what was sent in a header is told without the white space around it', () => {
  const request = answered({ request: { headers: [['X-Probe', [' a', ' ']]] } }).request;
  expect(sentHeader(request, 'x-probe')).toEqual(['a']);
});

test('requests of the run as a whole concern an endpoint as well', () => {
  const { endpoint } = boundTo('cash');
  const meant = alsoInRun(({ name }) => name === 'cash');
  expect(meant(endpoint)).toBe(true);
  expect(meant({ ...endpoint, name: 'run', id: wholeRun })).toBe(true);
  expect(meant({ ...endpoint, name: 'guides' })).toBe(false);
});
