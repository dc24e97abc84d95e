import { expect, test } from 'vitest';
import { type Bound, type Request, sentHeader, type Value, wholeRun } from '../../../engine/index.ts';
import { isApiAnswer } from '../../../suites/every-endpoint/error-answers.ts';
import { errors } from '../../../suites/every-endpoint/errors.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo } from '../asking.ts';
import { factsOf, jws, monitorOf } from '../recorded.ts';

const to = (value: Value, status = 400): Given => ({ status, request: { headers: [['x-user-id', value]] } });
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
  [false, 'a 400 to several fields of which one has such a byte', { status: 400, request: { headers: several } }],
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
  [true, 'a 400 to a token with a byte of ASCII', to({ symbol: 'token:scoped', forge: 'after:%20' })],
  [true, 'a 401 to bytes beyond ASCII', to('é', 401)],
])('must be an ApiError (%s): %s', (expected, _what, given) => {
  expect(isApiAnswer(answered(given))).toBe(expected);
});

const probes = (id: string, bound: Bound = boundTo('guides')) => monitorOf(errors, id).probes?.(bound) ?? [];
const said = (request: Request) => [...sentHeader(request, 'authorization'), ...sentHeader(request, 'x-user-id')];
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
  const withoutGuide = probes('errors/json', boundTo('guides', { covers: (name) => name !== 'guide' }));
  expect(withoutGuide.flatMap(said)).not.toContain('{{user:second}}');
});

test.each([
  ['errors/json', 6],
  ['errors/shape', 1],
  ['errors/response-id-unique', 2],
])('refusals for %s are requested on one endpoint: %i', (id, count) => {
  expect(probes(id)).toHaveLength(count);
  expect(probes(id, boundTo('cash'))).toEqual([]);
  const whole = { endpoint: { ...boundTo('cash').endpoint, id: wholeRun } };
  expect(probes(id, boundTo('guides', { ...whole, covers: () => false }))).toEqual([]);
  if (count === 2) expect(probes(id, boundTo('guides', whole))).toHaveLength(2);
});
