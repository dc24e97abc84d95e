import { describe, expect, test } from 'vitest';
import type { Check } from '../../engine/catalogue/check.ts';
import { type Bound, type Monitor, type Request, sentHeader, wholeRun } from '../../engine/index.ts';
import { placedCases } from '../../engine/run/series.ts';
import { isApiAnswer } from '../../suites/every-endpoint/error-answers.ts';
import { errors, judgeUnknownRoute } from '../../suites/every-endpoint/errors.ts';
import { judgeLeak } from '../../suites/every-endpoint/errors-leak.ts';
import { answered, type Given, withHeaders } from './answered.ts';
import { boundTo } from './asking.ts';

const requirement = (id: string) => errors.requirements.find((one) => one.id === id);
const error = {
  status: 401,
  error: { message: 'Bearer token missing', description: null },
  responseId: '8f14e45f-ceea-467f-a9e0-4d6a2b0c9f11',
};

describe('which errors are the implementation’s to word', () => {
  const to = (value: Request['headers'][number][1], status = 400): Given => ({
    status,
    request: { headers: [['x-user-id', value]] },
  });

  test.each<[string, Given]>([
    ['a 400 to a control character', to('a\u0001')],
    ['a 400 to a delete character', to('a\u007f')],
    ['a 400 to bytes of which one is beyond ASCII', to(new Uint8Array([0x61, 0xe9]))],
    ['a 400 to bytes of which one is a control character', to(new Uint8Array([0x61, 0x1f]))],
    ['a 400 to bytes of which one is a delete character', to(new Uint8Array([0x61, 0x7f]))],
    ['a 400 to a token with such a byte', to({ symbol: 'token:scoped', forge: 'after:%e9' })],
    ['a 400 to a line break in the path', { status: 400, request: { path: '/learn/learning-guides/0f%0Ax' } }],
    ['a 400 to a tab in the path', { status: 400, request: { path: '/learn/learning-guides/0%09f' } }],
    ['a 400 to a delete character in the query', { status: 400, request: { path: '/cash?m2m=%7f' } }],
    ['a refused HEAD, whose answer has no content', { status: 401, request: { method: 'HEAD' } }],
  ])('not %s', (_what, given) => {
    expect(isApiAnswer(answered(given))).toBe(false);
  });

  test('not where one of several fields holds such a byte', () => {
    const headers: Request['headers'] = [
      ['Accept', 'application/json'],
      ['x-user-id', ['a', { symbol: 'user:first' }, 'é']],
      ['X-Probe', 'a'],
    ];
    expect(isApiAnswer(answered({ status: 400, request: { headers } }))).toBe(false);
  });

  test.each<[string, Given]>([
    ['a 400 to a tab', to('a\tb')],
    ['a 400 to a tilde', to('a~')],
    ['a 400 to the bytes of a tab, a space, a letter and a tilde', to(new Uint8Array([0x09, 0x20, 0x61, 0x7e]))],
    ['a 400 to a space in the path', { status: 400, request: { path: '/learn/learning-guides/0f%20' } }],
    ['a 404 to a line break in the path', { status: 404, request: { path: '/learn/learning-guides/0f%0Ax' } }],
    ['a 400 to a token with a byte of ASCII', to({ symbol: 'token:scoped', forge: 'after:%20' })],
    ['a 401 to bytes beyond ASCII', to('é', 401)],
    ['a 404 to the listing that the set-up asks for', { status: 404, requirement: 'run/setup', step: 'guides' }],
    ['a 404 to a step of that name elsewhere', { status: 404, requirement: 'guide/fetch', step: 'path' }],
  ])('but %s', (_what, given) => {
    expect(isApiAnswer(answered(given))).toBe(true);
  });
});

describe('requests that are refused for sure', () => {
  const probes = (id: string, changes: Parameters<typeof boundTo>[1] = {}) =>
    (requirement(id) as Monitor).probes?.(boundTo('guides', changes)) ?? [];
  const said = (request: Request) => [...sentHeader(request, 'authorization'), ...sentHeader(request, 'x-user-id')];

  test('are of each kind', () => {
    const kinds = [
      ['{{user:first}}'],
      ['Bearer eyJhbGciOiJub25lIn0.e30.', '{{user:first}}'],
      ['Bearer {{token:scoped}}', 'm2m-conformance'],
      ['Bearer {{token:scoped}}', '0'.repeat(24)],
      ['Bearer {{token:scoped}}', '{{user:second}}'],
      ['Bearer {{token:scoped}}', '{{user:second}}'],
    ];
    const asked = probes('errors/json');
    expect(asked.map(said)).toEqual(kinds);
    const facts = { tokens: { 'token:unscoped': { form: 'jws' } }, refusedTokens: {}, guideIds: [] } as never;
    expect(probes('errors/json', { facts }).map(said)).toEqual(
      kinds.toSpliced(2, 0, ['Bearer {{token:unscoped}}', '{{user:first}}']),
    );
  });

  test('are asked for no guide where the run may read none', () => {
    const asked = probes('errors/json', { covers: (name) => name !== 'guide' });
    expect(asked.flatMap(said)).not.toContain('{{user:second}}');
  });

  test('are asked of one endpoint only, and of none where the run may read none', () => {
    const { endpoint } = boundTo('cash');
    expect(probes('errors/shape')).toHaveLength(1);
    expect(probes('errors/response-id-unique')).toHaveLength(2);
    expect(probes('errors/response-id-unique', { endpoint: { ...endpoint, id: wholeRun } })).toHaveLength(2);
    for (const id of ['errors/json', 'errors/shape', 'errors/response-id-unique']) {
      expect(probes(id, { endpoint })).toEqual([]);
      expect(probes(id, { endpoint: { ...endpoint, id: wholeRun }, covers: () => false })).toEqual([]);
    }
  });
});

describe('responseIds', () => {
  const unique = requirement('errors/response-id-unique') as Monitor;
  const uuid = requirement('errors/response-id-uuid') as Monitor;
  const withId = (responseId: unknown) => answered({ status: 401, body: { ...error, responseId } });
  const state = (...ids: readonly string[]) =>
    ids.reduce((seen, id) => unique.fold?.add(seen, withId(id)), unique.fold?.empty());

  test('an empty one is no UUID, and is not compared', () => {
    expect(unique.matches(withId(''))).toBe(false);
    expect(uuid.matches(withId(''))).toBe(true);
  });

  test('one that is no text is for errors/shape to say', () => {
    for (const monitor of [unique, uuid]) expect(monitor.matches(withId(7))).toBe(false);
  });

  test('one from a cache is not a second one', () => {
    const aged = { ...withHeaders({ Age: '7' }, { status: 401, body: error }) };
    expect(unique.matches(aged)).toBe(false);
    expect(uuid.matches(aged)).toBe(true);
  });

  test('the first in the alphabet is the example, whatever came first', () => {
    for (const ids of [
      ['b', 'a', 'b', 'a', 'c'],
      ['c', 'a', 'b', 'a', 'b'],
    ]) {
      expect(unique.fold?.conclude(state(...ids))).toMatchObject({
        actual: '2 ids occur more than once: 2 responses carry a (hyphens left out)',
      });
    }
  });

  test('what is kept of a long one is short', () => {
    expect(JSON.stringify(state('x'.repeat(10_000))).length).toBeLessThan(100);
    expect(unique.fold?.conclude(state('x'.repeat(10_000), 'x'.repeat(10_000)))).toMatchObject({ kind: 'violated' });
  });
});

describe('errors/no-leak', () => {
  const { matches } = requirement('errors/no-leak') as Monitor;
  const toForeign = (given: Given): Given => ({ status: 400, request: { headers: [['x-user-id', 'é']] }, ...given });

  test('an ApiError is worded by no HTTP layer, wherever that might have answered', () => {
    const body = { ...error, status: 400 };
    expect(matches(answered(toForeign({ body })))).toBe(true);
    expect(matches(answered(toForeign({ body, request: { wire: 'raw' } })))).toBe(true);
    expect(matches(answered(toForeign({ body, request: { path: '/learn/learning-guides/0f%0Ax' } })))).toBe(true);
  });

  test.each<[string, Given]>([
    ['a page of the HTTP layer', { body: { message: 'at org.apache.coyote (Http11Processor.java:88)' } }],
    ['an ApiError under another status of the HTTP layer', { status: 431, body: error }],
    ['an ApiError of another service', { body: error, request: { origin: 'token', headers: [['x-user-id', 'é']] } }],
    ['what http/protocol-violations judges', { body: error, requirement: 'http/protocol-violations' }],
    ['a success', { status: 200, body: error }],
  ])('%s is not looked at', (_what, given) => {
    expect(matches(answered(toForeign(given)))).toBe(false);
  });

  const leak = (body: unknown, echoes: readonly string[] = []) =>
    judgeLeak(answered({ status: 401, body, echoes }), boundTo('cash'));

  test('what a gateway is sent that lets nobody in is no secret', () => {
    const text = 'for {{gateway:X-Api-Version}}';
    expect(leak({ text }, ['gateway:X-Api-Version'])).toMatchObject({ kind: 'held' });
    const both = { text: `${text} {{token:scoped}}` };
    expect(leak(both, ['gateway:X-Api-Version', 'token:scoped'])).toMatchObject({ kind: 'violated' });
  });

  test('the path of the base address is no file of the server', () => {
    const bound = boundTo('cash', { target: { baseUrl: 'http://h/app/index.php/', authUrl: '' } });
    const judged = (path: string, target: Pick<Bound, 'target'>) =>
      judgeLeak(answered({ status: 401, body: { path }, request: { path: '/cash' } }), target).kind;
    expect(judged('/app/index.php/cash', bound)).toBe('held');
    expect(judged('/app/index.php/cash', boundTo('cash'))).toBe('violated');
    expect(judged('/app/src/cash.php', bound)).toBe('violated');
  });

  test('an error without content has nothing to search', () => {
    const monitor = requirement('errors/no-leak') as Monitor;
    expect(monitor.matches(answered({ status: 401, body: '' }))).toBe(false);
    expect(monitor.matches(answered({ status: 401, body: ' ' }))).toBe(true);
  });

  test.each([
    ['token:scoped', 'an error repeats a token'],
    ['jwt', 'an error repeats a token'],
    ['client:scoped:secret', 'an error repeats a secret'],
    ['gateway:x-key', 'an error repeats a secret'],
  ])('{{%s}} is found where the answer held it: %s', (secret, cause) => {
    expect(leak({ message: `no {{${secret}}}` }, [secret])).toMatchObject({ kind: 'violated', cause });
    expect(leak({ message: `no {{${secret}}}` })).toMatchObject({ kind: 'held' });
  });

  test('a trace is found in what is no JSON', () => {
    expect(leak('Error: no\n    at list (/srv/guides.js:1:2)')).toMatchObject({ kind: 'violated' });
  });

  test('a trace is found in lines that tell it together only, in their order', () => {
    expect(leak({ trace: ['Stack trace:', '#0 main'] })).toMatchObject({ kind: 'violated' });
    expect(leak({ first: 'Stack trace:', second: '#0 main' })).toMatchObject({ kind: 'violated' });
    expect(leak({ first: '#0 main', second: 'Stack trace:' })).toMatchObject({ kind: 'held' });
  });

  test('of a huge error the beginning is searched', () => {
    const trace = 'at list (/srv/guides.js:1:2)';
    const texts = (before: number) => [...Array.from({ length: before }, () => 'x'), trace];
    expect(leak(texts(999))).toMatchObject({ kind: 'violated' });
    expect(leak(texts(1_000))).toMatchObject({ kind: 'held' });
    expect(leak([texts(999).slice(0, -1), texts(500)])).toMatchObject({ kind: 'held' });
    expect(leak(Object.fromEntries(texts(999).entries()))).toMatchObject({ kind: 'violated' });
    expect(leak(Object.fromEntries(texts(1_000).entries()))).toMatchObject({ kind: 'held' });
    expect(leak(['='.repeat(199_999), trace])).toMatchObject({ kind: 'violated' });
    expect(leak(['='.repeat(200_000), trace])).toMatchObject({ kind: 'held' });
  });
});

describe('errors/unknown-route', () => {
  const page: Given = { body: '<p>', headers: [['Content-Type', 'text/html']] };
  const request = { path: '/m2m-conformance-7' };
  const judged = (given: Given, ordinary?: Given) =>
    judgeUnknownRoute(answered({ request, ...given }), ordinary && answered(ordinary));

  test('where all errors lack the same, that is for the monitors to say', () => {
    expect(judged({ status: 404, ...page }, { status: 401, ...page })).toMatchObject({ kind: 'held' });
    expect(judged({ status: 404, ...page }, { status: 401, body: error })).toMatchObject({ kind: 'violated' });
    expect(judged({ status: 404, ...page }, { status: 200, ...page })).toMatchObject({ kind: 'violated' });
  });

  test('a responseId is a UUID there too, where it is elsewhere', () => {
    const unresolved = { ...error, responseId: '$context.requestId' };
    const given = (body: object, status = 404): Given => ({ status, body });
    expect(judged(given(unresolved), given(error, 401))).toMatchObject({ kind: 'violated' });
    expect(judged(given(error), given(error, 401))).toMatchObject({ kind: 'held' });
    expect(judged(given(unresolved), given(unresolved, 401))).toMatchObject({ kind: 'held' });
    expect(judged(given(unresolved))).toMatchObject({ kind: 'held' });
    const listed = { ...error, responseId: [error.responseId] };
    expect(judged(given(unresolved), given(listed, 401))).toMatchObject({ kind: 'held' });
    expect(judged(given(unresolved), { status: 401, ...page })).toMatchObject({ kind: 'held' });
  });

  test.each<[string, Given]>([
    ['an unknown path is served', { status: 200, body: {} }],
    ['an unknown path has another status', { status: 302 }],
    ['the error for an unknown path is no ApiError', { status: 404, ...page }],
  ])('%s', (cause, given) => {
    expect(judged(given)).toMatchObject({ cause });
  });

  describe('below Learn, whose other content is not shown', () => {
    const below = (given: Given) => judged({ ...given, request: { path: '/learn/m2m-conformance-7' } }).kind;
    const refusal = (status: number): Given => ({ status, body: { ...error, status } });

    test.each([400, 404, 405, 422])('an unknown kind of content is refused with %i', (status) => {
      expect(below(refusal(status))).toBe('held');
    });

    test('a kind of content may be empty', () => {
      expect(below({ status: 200, body: { data: [] } })).toBe('held');
    });

    test('an error is an ApiError, and nothing leads elsewhere', () => {
      expect(below({ status: 404, ...page })).toBe('violated');
      expect(below({ status: 400, ...page })).toBe('violated');
      expect(below({ status: 302 })).toBe('violated');
      expect(judged(refusal(400)).kind).toBe('violated');
    });
  });
});

test('errors/method leaves CONNECT and TRACE to the HTTP layer', () => {
  const method = requirement('errors/method') as Check;
  const bound = boundTo('guides');
  const absentMethods = ['PUT', 'TRACE', 'connect', 'TRACER', 'RETRACE', 'LINK'];
  const cases = [...placedCases(method.cases({ ...bound, profile: { ...bound.profile, absentMethods } }), 'quick', 7)];
  expect(cases.map(({ case: { request } }) => request.method)).toEqual([
    'FROBNICATE',
    'M-SEARCH',
    'SUBSCRIBE',
    'PUT',
    'TRACER',
    'RETRACE',
    'LINK',
  ]);
});

test('errors/method asks where it is written with one method alone, and of no order', () => {
  const { cases, endpoints } = requirement('errors/method') as Check;
  const { profile, ...bound } = boundTo('address');
  const listed = { ...bound, profile: { ...profile, absentMethods: ['DELETE'] } };
  const sent = [...placedCases(cases(listed), 'quick', 7)].map(({ case: { request } }) => request);
  expect(sent).toEqual([{ ...bound.wellFormed(), method: 'SUBSCRIBE' }]);
  const asked = (name: string) => endpoints?.(boundTo(name).endpoint);
  expect(['cash', 'address', 'orders', 'token'].map(asked)).toEqual([true, true, false, false]);
});

describe('what an error lacks is told apart', () => {
  const cause = (id: string, given: Given) => {
    const judgement = (requirement(id) as Monitor).judge?.(answered({ status: 401, ...given }), undefined as never);
    return judgement?.kind === 'violated' ? judgement.cause : judgement?.kind;
  };
  const html: Given['headers'] = [['Content-Type', 'text/html']];

  test.each<[string, Given]>([
    ['an error has no body', { body: '' }],
    ['an error has no body', { body: '', headers: html }],
    ['an error in JSON has another media type', { body: error, headers: html }],
    ['an error is an HTML page', { body: '<p>', headers: html }],
    ['an error is no JSON', { body: '<p>' }],
    ['held', { body: error }],
  ])('%s', (expected, given) => {
    expect(cause('errors/json', given)).toBe(expected);
  });

  test.each<[string, unknown]>([
    ['the body of an error is not as in ApiError', []],
    ['/error of an error is not as in ApiError', { ...error, error: 'no' }],
    ['/error/message of an error is not as in ApiError', { ...error, error: {} }],
    ['held', error],
  ])('%s', (expected, body) => {
    expect(cause('errors/shape', { body })).toBe(expected);
  });

  test('a message that is no text is for errors/shape to say', () => {
    const { matches } = requirement('errors/message-text') as Monitor;
    expect(matches(answered({ status: 401, body: error }))).toBe(true);
    expect(matches(answered({ status: 401, body: { ...error, error: { message: 7 } } }))).toBe(false);
    expect(matches(answered({ status: 401, body: [] }))).toBe(false);
  });
});
