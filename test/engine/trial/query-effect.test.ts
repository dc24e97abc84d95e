import { expect, test } from 'vitest';
import { findQueryEffect, type Queried } from '../../../engine/trial/query-effect.ts';
import { readWithStatus } from '../../../engine/trial/response-statements.ts';
import { statementsOf } from '../../../engine/trial/statements.ts';
import { answered, type Given } from '../../suites/answered.ts';
import { type Arrival, askServed } from './served.ts';

const less = { w: 1 };
const [a, b, more] = [
  { ...less, v: 1 },
  { ...less, v: 2 },
  { ...less, v: 1, x: 1 },
];
const notFound = { status: 404, body: less };
const moved = { status: 301, body: less };
const first = {
  added: new Set([...statementsOf(b), ...statementsOf(more)]),
  missing: statementsOf(a),
};
const hasQuery = ({ query }: Arrival) => query === 'x=1';
const isPlain = ({ query, isUnique }: Arrival) => query === undefined && !isUnique;
/** Other URLs without parameters. */
const isSpelled = ({ path, query }: Arrival) => path !== '/list' || /^&+$/.test(query ?? '');
const byQuery = (other: unknown) => (of: Arrival) => ({ body: hasQuery(of) ? other : a });
const withoutUnique = (other: unknown) => (of: Arrival) =>
  of.isUnique ? { status: 400 } : byQuery(other)(of);
const byAny =
  (other: Given, spelled: Given = { body: a }) =>
  (of: Arrival) =>
    isSpelled(of) ? spelled : isPlain(of) ? { body: a } : other;
const aged = (maxAge: number, age: string): Given => ({
  body: less,
  headers: [
    ['Content-Type', 'application/json'],
    ['Cache-Control', `max-age=${maxAge}`],
    ['Age', age],
  ],
});
const refused = (isRefused: (of: Arrival) => boolean) => (of: Arrival) =>
  isRefused(of) ? { status: 401 } : { body: a };
const [thrown, edited, sometimes, long] = [
  'throws: the well-formed request is no longer accepted: 401 without a body',
  'undecided: with any value changes the response, or the content was edited after it was cached',
  'undecided: changed the response, but not every time',
  'undecided: changes the response, and longer or other ones are refused',
];

test.each<[string, number, string, (arrival: Arrival) => Given]>([
  ['same', 36, 'constant', () => ({ body: a })],
  ['same', 36, 'each third', ({ nth }) => ({ body: nth % 3 === 0 ? a : b })],
  ['differs', 64, 'the query gives another value', byQuery(b)],
  [sometimes, 320, 'now and then', (of) => ({ body: of.nth % 5 === 1 ? byQuery(b)(of).body : a })],
  ['by-url', 64, 'not at unique URLs', (of) => ({ body: hasQuery(of) && !of.isUnique ? less : a })],
  [
    'by-url',
    64,
    'unique URLs have their own',
    (of) => (of.isUnique ? { body: { v: of.nth } } : byQuery(b)(of)),
  ],
  [long, 320, 'unique URLs are refused, a value', withoutUnique(b)],
  [
    long,
    320,
    'unique queries are refused',
    (of) => (of.isUnique && hasQuery(of) ? { status: 400 } : byQuery(b)(of)),
  ],
  [
    'differs',
    320,
    'unique URLs refused, redirect',
    (of) => (hasQuery(of) && !of.isUnique ? moved : withoutUnique(a)(of)),
  ],
  ['differs', 320, 'unique URLs are refused, less', withoutUnique(less)],
  ['differs, any', 101, 'any query gives less', byAny({ body: less })],
  ['differs, any', 64, 'any query is redirected', byAny(moved)],
  ['differs, any', 101, 'any query gives a page', byAny({ body: 'text' })],
  [edited, 101, 'any query gives another value', byAny({ body: b })],
  [edited, 101, 'any query gives more', byAny({ body: more })],
  [edited, 101, 'any query gives too deep a value', byAny({ body: '['.repeat(5_000) })],
  [edited, 64, 'any query gives less, and is fresh longer', byAny(aged(60, '0'))],
  ['differs, any', 101, 'any query gives less, and is old', byAny(aged(60, '60'))],
  [
    'differs, any',
    69,
    'any query gives less, other spellings are not found',
    byAny({ body: less }, notFound),
  ],
  [
    edited,
    69,
    'any query gives another value, other spellings are not found',
    byAny({ body: b }, notFound),
  ],
  [
    'differs, any',
    69,
    'any query gives less, others nothing known',
    byAny({ body: less }, { body: { z: 1 } }),
  ],
  [edited, 85, 'any query gives less, other spellings too', byAny({ body: less }, { body: less })],
  [
    'by-url',
    85,
    'any query gives another value, other spellings too',
    byAny({ body: b }, { body: b }),
  ],
  ['same', 320, 'the query is refused', refused(hasQuery)],
  ['same', 36, 'unique URLs are refused', refused(({ isUnique }) => isUnique)],
  [thrown, 320, 'the plain request is refused', refused(isPlain)],
])('%s, %d requests: %s', async (expected, requests, _title, serve) => {
  let sent = 0;
  const ask = askServed((of) => {
    sent++;
    return serve(of);
  });
  const plain = { ...answered().request, path: '/list' };
  const queried = { ...plain, path: '/list?x=1' };
  const read: Queried['read'] = (exchange) =>
    readWithStatus(exchange, { isOrdered: false, noise: undefined });
  const found = await findQueryEffect(
    { name: 'one', ask, depth: 'standard', plain, queried, seed: 1, read },
    first,
  ).catch((error: Error) => ({ kind: `throws: ${error.message}` }));
  const detail =
    'why' in found ? `: ${found.why}` : 'isByAny' in found && found.isByAny ? ', any' : '';
  expect([`${found.kind}${detail}`, sent]).toEqual([expected, requests]);
});
