import { expect, test } from 'vitest';
import { rows } from '../../engine/catalogue/catalogue.ts';
import type { Failure } from '../../engine/result.ts';
import { byEvidence } from '../../reports/guidance/by-evidence.ts';
import { type Clue, clues } from '../../reports/guidance/clues.ts';
import { guidance, guidanceFor } from '../../reports/guidance/index.ts';
import { catalogue } from '../../suites/catalogue.ts';

const failing = (requirement: string, changes: Partial<Failure> = {}): Failure => ({
  ...{
    requirement,
    outcome: 'fail',
    cause: 'a cause',
    message: '',
    expected: '',
    actual: 'that',
    places: [],
  },
  reproduced: { of: 0, times: 0 },
  ...changes,
});

test('every requirement has guidance, and no other id has', () => {
  const requirements = rows(catalogue).map(({ requirement }) => requirement.id);
  expect(Object.keys(guidance).sort()).toEqual(requirements.sort());
  for (const id of requirements)
    expect(guidanceFor(failing(id))?.statement).toBe(guidance[id]?.statement);
  for (const id of ['guides/no-such-rule', '', 'constructor'])
    expect(guidanceFor(failing(id))).toBeUndefined();
});

test.each(Object.entries(guidance))(
  '%s has a statement, and two to six causes',
  (_, { statement, source, causes }) => {
    expect(statement).toMatch(/^[\w"].*[^\s.:][.:]$/);
    expect(source ?? 'RFC 1, section 1').toMatch(/^RFC \d+, section \d/);
    expect([2, 3, 4, 5, 6]).toContain(causes.length);
    const texts = causes.flatMap(({ cause, look }) => [cause, look]);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^\S.*[^\s.]\.$/);
    for (const one of causes) for (const clue of one.for) expect(one.against).not.toContain(clue);
    for (const { look } of causes)
      expect(look).toMatch(/^(?!(The|An?|It|If|This|There|You|Your) )[A-Z][a-z]+ /);
  },
);

const replied = (
  status: number,
  body = '',
  headers: readonly (readonly [string, string])[] = [],
) => ({
  response: { status, body, headers, size: body.length },
});
const at = (...endpoints: readonly string[]) => ({
  places: endpoints.map((endpoint) => ({ endpoint, key: '', count: 1 })),
});
const again = (times: number, of: number) => ({ reproduced: { times, of } });
const needs = (words: string) => ({ needs: `shows ${words}; alone: 0 of 2` });
const under = (kind: 'after-pause' | 'session', words: string) => ({
  needs: `shows ${words}; without: 0 of 3`,
  condition: { kind },
  actual: "the response contains the first user's data, such as a value at /data",
});
const apart = (ms: number) => ({
  needs: `shows if two are compared. Each: sent 0 to ${ms} ms apart`,
});
const samePath = (times: number) => ({
  needs: `shows if two are compared. Of 3 such pairs: the same path in ${times}`,
});
const clocked = (id: string) =>
  replied(400, `{"responseId":"${id}"}`, [['Date', 'Sat, 28 Nov 2026 06:37:12 GMT']]);
const json = [['Content-Type', 'application/json']] as const;
const sent = (url: string) => ({ method: 'GET', url, headers: [] });
const dated = (first: string, other: string, url = '/a') => {
  const { response } = replied(400, '', [['Date', first]]);
  const second = {
    request: sent(url),
    response: { ...response, headers: [['date', other]] as const },
  };
  return { request: sent('/a'), response, second };
};
const refusing = (body: string) => ({
  second: { request: { ...sent('/a'), body }, ...replied(422) },
});
const six = ['/a', '/b', '/c', '/d', '/e', '(run)'];
const unknown = 'among the other requests of the run, earlier, in flight or on the same connection';

/** Findings that show a clue, and similar ones that do not. */
const examples: Readonly<
  Record<Clue, readonly [shown: readonly Partial<Failure>[], not: readonly Partial<Failure>[]]>
> = {
  alone: [[again(2, 2)], [again(1, 2), again(0, 0), { ...again(2, 2), ...needs('after a pause') }]],
  'not alone': [
    [again(0, 2), needs('with 8 requests in flight: 3 of 3')],
    [again(1, 2), {}, needs('after a pause')],
  ],
  'after a pause': [
    [under('after-pause', 'after a pause of 11 s: 3 of 3')],
    [under('session', 'with cookies'), needs('after a pause of 11 s')],
  ],
  session: [
    [under('session', "with the first user's cookies: 3 of 3")],
    [under('after-pause', 'after a pause of 11 s'), needs("with the first user's cookies")],
  ],
  'in flight': [
    [needs('with 8 requests in flight: 3 of 3')],
    [needs(unknown), needs('after a pause: 3 in flight')],
  ],
  'same connection': [
    [needs('on a connection that has just carried a request: 3 of 3')],
    [needs(unknown), {}],
  ],
  'earlier request': [
    [needs('after a request with the scope: 3 of 3 times')],
    [needs('after a request: 3 of 3'), {}],
  ],
  'other user before': [
    [needs('after a request for the other user: 3 of 3')],
    [needs(unknown), needs('after a pause')],
  ],
  'right again': [
    [needs('after one: 3 of 3; in the next one after such a response: 0 of 4')],
    [needs('in the next one after such a response: 1 of 4')],
  ],
  'stores what it refused': [
    [{ actual: 'city was "A", now "Bonn"; the update: 422', ...refusing('{"city":"Bonn"}') }],
    [
      { actual: 'city was "A", now "Rome"; zip was "1", now "2"', ...refusing('{"city":"Rome"}') },
      { actual: 'city was "A", now no text', ...refusing('{"city":"Bonn"}') },
    ],
  ],
  'right at a new URL': [
    [needs('at a URL that no cache knows: 403')],
    [needs('at a URL that no cache knows: 200')],
  ],
  'several pass': [[needs('5 of 8, so 3 at once pass')], [needs('7 of 8, so 1 at once pass')]],
  'more bytes than characters': [
    [{ actual: 'the body has 2 bytes more than characters' }],
    [{ actual: '2 bytes' }],
  ],
  'altered signature refused': [
    [{ changed: 'a. Not with: the last byte of the signature altered' }],
    [{ changed: 'the last byte of the signature altered. Not with: a' }],
  ],
  'other Authorization': [
    [
      { changed: 'Authorization: the token in quotation marks. Not with: a' },
      { changed: 'no Authorization header' },
    ],
    [{ changed: 'x-user-id: no Authorization' }, {}],
  ],
  everywhere: [[at(...six)], [at(...six.slice(1))]],
  'one endpoint': [[at('/a', '(run)')], [at('(run)'), at('/a', '/b')]],
  '2xx': [[replied(204)], [replied(304), {}]],
  '3xx': [[replied(302)], [replied(200), {}]],
  '4xx': [[replied(421)], [replied(500), {}]],
  '5xx': [[replied(500)], [replied(499), {}]],
  'no response': [
    [{ response: { body: '', headers: [], size: 0, lost: 'timeout' } }],
    [replied(500), {}],
  ],
  HTML: [
    [replied(404, ' <!DOCTYPE html>'), replied(404, '', [['content-type', 'text/html']])],
    [replied(404, '{"a":"<html>"}')],
  ],
  'not labelled JSON': [
    [replied(404), replied(404, '{}', [['content-type', 'text/plain']])],
    [replied(404, '', json), {}],
  ],
  proxy: [
    [replied(404, '', [['Via', '1.1 a']]), replied(404, '', [['Server', 'nginx/1.2']])],
    [replied(404, '', [['Server', 'Kestrel']])],
  ],
  'no host': [[replied(502), replied(503, 'no healthy upstream')], [replied(503, 'busy')]],
  cached: [
    [replied(200, '', [['Age', '7']]), replied(200, '', [['X-Cache', 'HIT from a']])],
    [replied(200, '', [['Age', '0']])],
  ],
  'cut off': [
    [replied(200, '{"a":["}"]'), { cause: 'the JSON of a response is cut off' }],
    [replied(200, '{"a":"{"}'), replied(200, 'a')],
  ],
  wrapped: [
    [
      replied(400, '{"errors":[{"status":400,"responseId":"a"}]}'),
      { cause: 'the members of ApiError are in another object' },
    ],
    [
      replied(400, '{"status":400,"error":{"message":"a","responseId":"b"}}'),
      replied(400, '{"errors":["status"]}'),
    ],
  ],
  string: [
    [{ cause: '/a is a string' }, { actual: 'expires_in "3600"' }],
    [{ cause: '/a is not a string' }, { actual: 'a "b"c' }],
  ],
  null: [[{ cause: '/a is null' }, { actual: 'null' }], [{ actual: 'nullable' }]],
  missing: [[{ cause: '/a is missing' }, { actual: 'none' }], [{ actual: 'none of these' }]],
  array: [[{ cause: '/a is an array' }], [{ cause: '/a is not an array' }]],
  'message in a list': [
    [{ cause: '/error/message of an error is an array' }],
    [{ cause: '/error is an array' }],
  ],
  object: [[{ cause: '/a is an object' }], [{ cause: 'a' }]],
  number: [[{ cause: '/a is a number' }], [{ cause: '/a is not a number' }]],
  fraction: [
    [{ cause: '/a is not an integer' }, { actual: 'expires_in 3599.5' }],
    [{ actual: '"3599.5"' }, { actual: '3600' }],
  ],
  'zero or less': [[{ actual: 'expires_in -1' }, { actual: '0' }], [{ actual: '10' }]],
  'same second': [
    [dated('a', 'a'), { ...dated('a', 'b'), ...apart(999) }],
    [{ ...dated('a', 'a'), ...apart(1_000) }, dated('a', 'b'), replied(400, '', [['Date', 'a']])],
  ],
  'other second': [
    [dated('a', 'b'), apart(1_000)],
    [dated('a', 'a'), {}],
  ],
  'other URL': [
    [dated('a', 'a', '/b'), { ...dated('a', 'a'), ...samePath(2) }],
    [dated('a', 'a'), samePath(3)],
  ],
  sometimes: [
    [{ actual: '2 of 13 requests, some in parallel' }],
    [{ actual: '13 of 13 requests' }, {}],
  ],
  'no-store': [
    [{ cause: 'no-store forbids caching the listing' }],
    [{ cause: 'max-age is too short' }],
  ],
  'one id': [[{ actual: '1 ids occur more than once' }], [{ actual: '11 ids occur' }]],
  'several ids': [[{ actual: '455 ids occur more than once' }], [{ actual: '1 ids occur' }]],
  'time in the id': [
    [
      clocked('6b0a7698-0000-1000-8000-000000000000'),
      clocked('d01654d4-0000-1000-8000-0029d01654d4'),
    ],
    [clocked('6b0b7698-0000-1000-8000-000000000000'), clocked('6b0a7698')],
  ],
  'genuine signature': [
    [{ changed: 'another subject under the genuine signature' }],
    [{ changed: 'an empty signature' }],
  ],
  'key in the token': [
    [{ changed: 'a jku header. The same with: b' }],
    [{ changed: 'a. Not with: a jku header' }],
  ],
  'sent elsewhere': [
    [{ changed: 'no id, and the id in cookies' }],
    [{ changed: 'no id. The same with: the query' }],
  ],
  'some members': [
    [
      { actual: "3 of 9 contain the second user's data, such as 3 at /a" },
      { actual: 'its members that differ: slug ("a" and "b")' },
    ],
    [{ actual: 'its members that differ: none' }, {}],
  ],
};

test.each(Object.entries(examples) as [Clue, (typeof examples)[Clue]][])(
  'a finding shows "%s"',
  (clue, [shown, not]) => {
    for (const one of shown)
      expect(clues[clue](failing('a/a', one)), JSON.stringify(one)).toBe(true);
    for (const one of not)
      expect(clues[clue](failing('a/a', one)), JSON.stringify(one)).toBe(false);
  },
);

test('every clue speaks for or against a cause', () => {
  const used = Object.values(guidance).flatMap(({ causes }) =>
    causes.flatMap((one) => [...one.for, ...one.against]),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(clues).sort());
});

test('causes that a finding supports come first, and those that it contradicts are left out, but never all', () => {
  const [neutral, supported, refuted] = [
    { cause: 'a', look: '', for: [], against: [] },
    { cause: 'b', look: '', for: ['4xx'], against: [] },
    { cause: 'c', look: '', for: ['4xx', '4xx'], against: ['one endpoint'] },
  ] as const;
  const failure = failing('a/a', { ...replied(400), ...at('/a') });
  expect(byEvidence([neutral, refuted, supported], failure)).toEqual([supported, neutral]);
  expect(byEvidence([neutral, supported], failing('a/a'))).toEqual([neutral, supported]);
  expect(byEvidence([refuted], failure)).toEqual([refuted]);
});

test.each<[requirement: string, Partial<Failure>, first: RegExp]>([
  [
    'errors/shape',
    { ...replied(400, '{"errors":[{"status":400,"error":{}}]}', json), ...at(...six) },
    /envelope/,
  ],
  ['errors/shape', { ...replied(404, '<html>'), ...at('/a') }, /before your error handler/],
  ['http/json-media-type', replied(200, '{"a":"ü', json), /characters instead of bytes/],
  ['user/missing', again(0, 2), /remembers the user/],
  ['user/missing', again(2, 2), /default user/],
  [
    'errors/response-id-unique',
    { ...dated('a', 'a'), actual: '6 ids occur more than once' },
    /clock/,
  ],
  [
    'errors/response-id-unique',
    { ...dated('a', 'a'), actual: '1 ids occur more than once' },
    /created once/,
  ],
  [
    'auth/forged',
    { changed: 'another subject under the genuine signature', ...again(2, 2) },
    /signature alone/,
  ],
  [
    'auth/forged',
    { changed: 'the first byte of the signature altered', ...again(2, 2) },
    /without verifying/,
  ],
  [
    'auth/forged',
    { changed: 'alg none and an empty signature', ...again(2, 2) },
    /takes the algorithm/,
  ],
  ['user/isolation', needs('after a request for the other user: 33 of 33'), /variable/],
  ['user/isolation', replied(200, '', [['Age', '7']]), /key of a cache/],
  [
    'user/isolation',
    under('after-pause', 'after a pause of 11 s: 3 of 3 responses'),
    /key of a cache/,
  ],
  [
    'user/isolation',
    under('session', "with the first user's cookies: 3 of 3 responses"),
    /session/,
  ],
  ['user/isolation', needs('with 8 requests in flight: 5 of 60'), /variable/],
  ['http/no-server-error', again(0, 4), /pool/],
  [
    'http/no-server-error',
    needs('on a connection that has just carried a request: 3 of 3'),
    /earlier request/,
  ],
  [
    'errors/shape',
    { ...replied(400, '', json), cause: '/error/message of an error is an array' },
    /validator/,
  ],
  ['http/no-server-error', again(4, 4), /did not expect/],
  [
    'guides/localised',
    { actual: 'its members that differ: slug ("a" and "b")' },
    /Only some members/,
  ],
  ['robustness/still-alive', replied(421), /load balancer/],
  ['robustness/still-alive', replied(403), /suspends/],
  ['token/issued', { cause: 'expires_in is a string' }, /sent as text/],
])('a finding of %s %# has the likely cause first', (requirement, changes, first) => {
  expect(guidanceFor(failing(requirement, changes))?.causes[0]?.cause).toMatch(first);
});
