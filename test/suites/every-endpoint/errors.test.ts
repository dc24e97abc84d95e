import { describe, expect, test } from 'vitest';
import {
  type Bound,
  type Judgement,
  type Request,
  sentHeader,
  type Value,
} from '../../../engine/index.ts';
import { isApiAnswer } from '../../../suites/every-endpoint/error-answers.ts';
import { errors, judgeMethod, judgeUnknownRoute } from '../../../suites/every-endpoint/errors.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf } from '../asking.ts';
import { casesOf, checkOf, factsOf, jws, monitorOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

interface ErrorBody {
  readonly error: object;
  readonly responseId: string;
}
const error = apiError(401).body as ErrorBody;
const html: Given['headers'] = [['Content-Type', 'text/html; charset=utf-8']];
const page: Given = { body: '<p>', headers: html };
const withError = (about: object): Given => ({ body: { ...error, error: about } });
const withMember = (members: object): Given => ({ body: { ...error, ...members } });
const bad = (request: NonNullable<Given['request']>): Given => ({ status: 400, body: '', request });

function objecting(given: Given): string[] {
  const exchange = answered({ status: 401, ...given });
  const kinds = new Map<string, Judgement['kind'] | undefined>();
  for (const one of errors.requirements) {
    if (one.kind !== 'monitor' || !one.matches(exchange)) continue;
    const isFirst = (one.after ?? []).every((id) => kinds.get(id) === 'pass');
    if (isFirst) kinds.set(one.id, one.judge?.(exchange, boundTo('cash')).kind);
  }
  return [...kinds].flatMap(([id, kind]) => (kind === 'fail' ? [id] : []));
}

test.each<[string, Given]>([
  ['as specified', { body: error }],
  ['without a description', withError({ message: 'no' })],
  ['with further members', withMember({ code: 7, error: { ...error.error, path: '/x' } })],
  ['with an uppercase UUID', withMember({ responseId: error.responseId.toUpperCase() })],
  ['with a version 7 UUID', withMember({ responseId: '01890a5d-ac96-774b-bcce-b302099a8057' })],
  ['with the status as 401.0', { body: JSON.stringify(error).replace('401', '401.0') }],
  ['after a byte order mark', { body: `\uFEFF${JSON.stringify(error)}` }],
  [
    'as application/problem+json',
    { body: error, headers: [['content-type', 'application/problem+json']] },
  ],
  ['with charset', { body: error, headers: [['Content-Type', 'Application/JSON;charset=utf-8']] }],
  ['in Arabic', withError({ message: 'غير مصرح' })],
  ['a message of one character', withError({ message: '!' })],
  ['a string that looks like a secret', withError({ message: 'use {{jwt}}' })],
  ['a 413 of the HTTP layer', { status: 413, body: '<html>', headers: html }],
  ['a 431 of the HTTP layer', { status: 431, body: '' }],
  ['a 429', { ...page, status: 429 }],
  ['a 503', { ...page, status: 503 }],
  ['a 400 to bytes beyond ASCII', bad({ headers: [['x-user-id', new Uint8Array([0xe9])]] })],
  ['a 400 to text beyond ASCII', bad({ headers: [['x-user-id', 'é']] })],
  [
    'a 400 to a look-alike',
    bad({ headers: [['x', { symbol: 'user:first', forge: 'fullwidth' }]] }),
  ],
  ['a 400 to bytes that are no HTTP', bad({ wire: 'raw' })],
  ['a 400 to a request target that is no URI', bad({ path: '/cash?a=%zz' })],
  ['a 200', { ...page, status: 200 }],
  ['a response of the token endpoint', { body: 'error=no', request: { origin: 'token' } }],
  ['a 403 to OPTIONS', { ...page, status: 403, request: { method: 'OPTIONS' } }],
  ['a 401 to HEAD', { body: '', request: { method: 'HEAD' } }],
])('no finding: %s', (_what, given) => {
  expect(objecting(given)).toEqual([]);
});

test('monitors of errors skip requests off the routes, or come after errors/json', () => {
  const monitors = errors.requirements.filter((one) => one.kind === 'monitor');
  for (const { after, skips = after } of monitors)
    expect([['off-route'], ['errors/json']]).toContainEqual(skips);
});

const trace = ['Traceback (most recent call last):', '  File "a.py", line 1'];
test.each<[string, string, Given, string?]>([
  ['errors/json', 'HTML', page, 'html'],
  ['errors/json', 'nothing', { body: '' }, 'no-body'],
  ['errors/json', 'nothing, as HTML', { body: '', headers: html }, 'no-body'],
  ['errors/json', 'JSON as HTML', { body: error, headers: html }, 'media-type'],
  ['errors/json', 'JSON as text', { body: error, headers: [['Content-Type', 'text/plain']] }],
  ['errors/json', 'JSON without a type', { body: error, headers: [] }],
  ['errors/json', 'broken JSON', { body: '{"status":401' }, 'cut-off'],
  ['errors/json', 'text', { body: 'no' }, 'not-json'],
  ['errors/json', 'a 400 in HTML to an ASCII request', { ...page, status: 400 }],
  ['errors/json', 'a 500 in HTML', { ...page, status: 500 }],
  ['errors/shape', 'null', { body: 'null' }],
  ['errors/shape', 'a list', { body: [error] }, 'wrong-type:the body'],
  ['errors/shape', 'the error as string', withMember({ error: 'no' }), 'wrong-type:/error'],
  ['errors/shape', 'the error as null', withMember({ error: null }), 'wrong-type:/error'],
  ['errors/shape', 'an error in a list', { body: { errors: [error] } }, 'wrapped'],
  [
    'errors/shape',
    'a status elsewhere',
    { body: { meta: error, ...error, status: undefined } },
    'missing-member:/status',
  ],
  ['errors/shape', 'no message', withError({}), 'missing-member:/error/message'],
  ['errors/shape', 'a message that is a number', withError({ message: 4 })],
  ['errors/shape', 'a description that is a list', withError({ message: 'a', description: [] })],
  ['errors/shape', 'a status as string', withMember({ status: '401' })],
  ['errors/shape', 'a status with a fraction', withMember({ status: 401.5 }), 'wrong-type:/status'],
  ['errors/shape', 'no responseId', { body: { status: 401, error: error.error } }],
  ['errors/status-matches', 'another status', withMember({ status: 403 })],
  ['errors/response-id-uuid', 'an id of another form', withMember({ responseId: 'req_81' })],
  ['errors/response-id-uuid', 'a URN', withMember({ responseId: `urn:uuid:${error.responseId}` })],
  [
    'errors/response-id-uuid',
    'an id in braces',
    withMember({ responseId: `{${error.responseId}}` }),
  ],
  ['errors/message-text', 'an empty message', withError({ message: '' })],
  ['errors/message-text', 'an invisible message', withError({ message: ' \u200b\u00a0' })],
  [
    'errors/no-leak',
    'a trace',
    withError({ message: 'a', description: 'Error\n    at f (/srv/a.js:1:2)' }),
  ],
  ['errors/no-leak', 'a trace in lines', withMember({ stack: trace })],
  [
    'errors/no-leak',
    'the token',
    { ...withError({ message: 'bad {{token:scoped}}' }), echoes: ['token:scoped'] },
  ],
  ['errors/no-leak', 'a token', { ...withError({ message: 'bad {{jwt}}' }), echoes: ['jwt'] }],
])('one defect is one finding: %s, %s', (id, _what, given, cause) => {
  expect(objecting(given)).toEqual([id]);
  const judgement = monitorOf(errors, id).judge?.(
    answered({ status: 401, ...given }),
    boundTo('cash'),
  );
  if (cause) expect(causeOf(judgement)).toBe(cause);
});

describe('the finding', () => {
  test('of errors/shape names the place, the expected and the actual value', () => {
    const shape = monitorOf(errors, 'errors/shape');
    const came = answered({ status: 401, ...withMember({ status: '401' }) });
    expect(saidBy(shape, shape.judge?.(came, boundTo('cash')), came)).toMatchObject({
      title: '/status of an error is a string',
      expected: expect.stringContaining('an integer at /status'),
      actual: expect.stringContaining('"401"'),
    });
  });

  test.each<[string, object]>([
    ['the members are at /errors/0', { errors: [error] }],
    ['status is at /meta/Status', { ...error, status: undefined, meta: { Status: 401 } }],
    ['response_id', { ...error, responseId: undefined, response_id: 'a' }],
  ])('of errors/shape shows the body, and %s', (expected, body) => {
    const shape = monitorOf(errors, 'errors/shape');
    const came = answered({ status: 401, body });
    const actual = expect.stringMatching(
      new RegExp(`401 application/json: \\{.*\\}; .*${expected}`),
    );
    expect(saidBy(shape, shape.judge?.(came, boundTo('cash')), came)).toMatchObject({ actual });
  });

  test.each<[boolean, Given]>([
    [true, { body: error }],
    [false, withError({ message: 7 })],
    [false, { body: [] }],
  ])('of errors/message-text concerns only strings (%s): %j', (expected, given) => {
    expect(
      monitorOf(errors, 'errors/message-text').matches(answered({ status: 401, ...given })),
    ).toBe(expected);
  });
});

describe('errors/unknown-route', () => {
  const judged = (given: Given, ordinary?: Given) =>
    causeOf(
      judgeUnknownRoute(
        answered({ request: { path: '/m2m-conformance-7' }, ...given }),
        ordinary && answered(ordinary),
      ),
    );
  const unresolved = withMember({ responseId: '$context.requestId' });
  const at404 = (given: Given): Given => ({ ...given, status: 404 });
  const at401 = (given: Given): Given => ({ ...given, status: 401 });

  test.each<[string, string, Given, Given?]>([
    ['pass', 'a 404 with ApiError', at404({ body: error })],
    ['pass', 'a 401 with ApiError', at401({ body: error })],
    ['pass', 'a 403 with ApiError', { status: 403, body: error }],
    ['no-api-error', 'a 404 in HTML', at404(page)],
    ['no-api-error', 'a bare 404', { status: 404, body: '' }],
    ['served', 'a 200', { status: 200, body: {} }],
    ['other-status', 'a redirect', { status: 302, body: '' }],
    ['other-status', 'a 400', { status: 400, body: error }],
    ['inconclusive', 'a 500', { status: 500, body: error }],
    ['pass', 'HTML, as all errors', at404(page), at401(page)],
    ['no-api-error', 'HTML, unlike other errors', at404(page), at401({ body: error })],
    ['no-api-error', 'HTML, as a success', at404(page), { ...page, status: 200 }],
    ['id-not-uuid', 'no UUID, unlike other errors', at404(unresolved), at401({ body: error })],
    ['pass', 'a UUID, as other errors', at404({ body: error }), at401({ body: error })],
    ['pass', 'no UUID, as other errors', at404(unresolved), at401(unresolved)],
    ['pass', 'no UUID', at404(unresolved)],
    [
      'pass',
      'no UUID, others a list',
      at404(unresolved),
      at401(withMember({ responseId: [error.responseId] })),
    ],
    ['pass', 'no UUID, others HTML', at404(unresolved), at401(page)],
  ])('%s: %s', (expected, _what, given, ordinary) => {
    expect(judged(given, ordinary)).toBe(expected);
  });

  const body = apiError(400).body;
  test.each<[string, Given]>([
    ['pass', { status: 400, body }],
    ['pass', { status: 404, body }],
    ['pass', { status: 405, body }],
    ['pass', { status: 422, body }],
    ['pass', { status: 200, body: { data: [] } }],
    ['no-api-error', at404(page)],
    ['no-api-error', { ...page, status: 400 }],
    ['other-status', { status: 302 }],
  ])('below Learn, whose other content is unspecified, %s: %j', (expected, given) => {
    expect(judged({ ...given, request: { path: '/learn/m2m-conformance-7' } })).toBe(expected);
  });

  test.each<[string, Given]>([
    ['404 text/html: <p> (the body is not JSON)', at404(page)],
    ['404 application/json: {} (/status: expected a member, found none; ', at404({ body: {} })],
    ['302 with Location: /docs', { status: 302, headers: [['Location', '/docs']] }],
  ])('says: %s', (actual, given) => {
    const came = answered({ request: { path: '/m2m-conformance-7' }, ...given });
    expect(
      saidBy(checkOf(errors, 'errors/unknown-route'), judgeUnknownRoute(came), came).actual,
    ).toContain(actual);
  });
});

describe('errors/method', () => {
  test.each([
    ['pass', [405, 400, 404, 501]],
    ['served', [200, 204]],
    ['not-refused', [302]],
    ['inconclusive', [500]],
  ])('%s: %j', (cause, statuses) => {
    for (const status of statuses) expect(causeOf(judgeMethod(answered({ status })))).toBe(cause);
  });

  const check = checkOf(errors, 'errors/method');
  const sent = (name: string, absentMethods: readonly string[]) => {
    const { profile, ...bound } = boundTo(name);
    return casesOf(check, { ...bound, profile: { ...profile, absentMethods } }).map(
      ({ request }) => request,
    );
  };

  test('sends the absent methods of the profile, but neither CONNECT nor TRACE', () => {
    const listed = ['PUT', 'TRACE', 'connect', 'TRACER', 'RETRACE', 'LINK'];
    const methods = ['FROBNICATE', 'M-SEARCH', 'SUBSCRIBE', 'PUT', 'TRACER', 'RETRACE', 'LINK'];
    expect(sent('guides', listed).map(({ method }) => method)).toEqual(methods);
  });

  test('sends one method to an endpoint that writes, and none to orders', () => {
    const request = {
      ...boundTo('address').wellFormed(),
      method: 'SUBSCRIBE',
      purpose: 'off-route',
    };
    expect(sent('address', ['DELETE'])).toEqual([request]);
    const isSent = (name: string) => check.endpoints?.(boundTo(name).endpoint);
    expect(['cash', 'address', 'orders', 'token'].map(isSent)).toEqual([true, true, false, false]);
  });
});

const to = (value: Value, status = 400): Given => ({
  status,
  request: { headers: [['x-user-id', value]] },
});
const at = (path: string, status = 400): Given => ({ status, request: { path } });
const guide = '/learn/learning-guides/0f';
const several: Request['headers'] = [
  ['Accept', 'application/json'],
  ['x-user-id', ['a', { symbol: 'user:first' }, 'é']],
  ['X-Probe', 'a'],
];

test.each<[boolean, string, Given]>([
  [false, 'a 400 to a control character', to('a\u0001')],
  [false, 'a 400 to a delete character', to('a\u007f')],
  [false, 'a 400 to bytes of which one is beyond ASCII', to(new Uint8Array([0x61, 0xe9]))],
  [false, 'a 400 to bytes of which one is a control character', to(new Uint8Array([0x61, 0x1f]))],
  [false, 'a 400 to bytes of which one is a delete character', to(new Uint8Array([0x61, 0x7f]))],
  [false, 'a 400 to a token with such a byte', to({ symbol: 'token:scoped', forge: 'after:%e9' })],
  [
    false,
    'a 400 to several fields of which one has such a byte',
    { status: 400, request: { headers: several } },
  ],
  [false, 'a 400 to a line break in the path', at(`${guide}%0Ax`)],
  [false, 'a 400 to a tab in the path', at(`${guide}%09f`)],
  [false, 'a 400 to a delete character in the query', at('/cash?m2m=%7f')],
  [false, 'a 401 to HEAD, which has no content', { status: 401, request: { method: 'HEAD' } }],
  [false, 'a 400 to a tab', to('a\tb')],
  [true, 'a 400 to a tilde', to('a~')],
  [true, 'a 400 to printable bytes', to(new Uint8Array([0x20, 0x61, 0x7e]))],
  [true, 'a 400 to a space in the path', at(`${guide}%20`)],
  [false, 'a 400 to a percent sign that encodes nothing', at('/cash?m2m=%zz')],
  [true, 'a 400 to a path that is not UTF-8', at(`${guide}%E0%A4`)],
  [true, 'a 400 to a byte of no character', at('/cash/%FF')],
  [true, 'a 404 to a line break in the path', at(`${guide}%0Ax`, 404)],
  [
    true,
    'a 400 to a token with a byte of ASCII',
    to({ symbol: 'token:scoped', forge: 'after:%20' }),
  ],
  [true, 'a 401 to bytes beyond ASCII', to('é', 401)],
])('must be an ApiError (%s): %s', (expected, _what, given) => {
  expect(isApiAnswer(answered(given))).toBe(expected);
});

const probes = (id: string, bound: Bound = boundTo('guides')) =>
  monitorOf(errors, id).probes?.(bound) ?? [];
const said = (request: Request) => [
  ...sentHeader(request, 'authorization'),
  ...sentHeader(request, 'x-user-id'),
];
const good = 'Bearer {{token:scoped}}';

test('each kind of refusal is requested, with a second token only if there is one', () => {
  const kinds = [
    ['{{user:first}}'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.', '{{user:first}}'],
    [good, 'm2m-conformance'],
    [good, '0'.repeat(24)],
    [good, '{{user:second}}'],
    [good, '{{user:second}}'],
  ];
  expect(probes('errors/json').map(said)).toEqual(kinds);
  const facts = factsOf({ 'token:unscoped': jws() });
  const more = kinds.toSpliced(2, 0, ['Bearer {{token:unscoped}}', '{{user:first}}']);
  expect(probes('errors/json', boundTo('guides', { facts })).map(said)).toEqual(more);
  const withoutGuide = probes(
    'errors/json',
    boundTo('guides', { covers: (name) => name !== 'guide' }),
  );
  expect(withoutGuide.flatMap(said)).not.toContain('{{user:second}}');
});
