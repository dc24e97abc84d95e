import { expect, test } from 'vitest';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import { symbol } from '../../../engine/exchange/value.ts';
import { separationOf } from '../../../engine/outcome/separation.ts';
import { addTraits, traitsAt, traitsOf } from '../../../engine/outcome/traits.ts';
import { answered, get, key } from '../samples.ts';

interface Sent {
  readonly user?: 'first' | 'second';
  readonly status?: number;
  readonly changes?: Partial<Request>;
  readonly sentAt?: number;
}

/** A well-formed request with its response, unless `changes` say otherwise. */
function sent({ user = 'first', status = 200, changes = {}, sentAt = 1_000 }: Sent): Exchange {
  const headers = [
    ['Accept', 'application/json'],
    ['Authorization', ['Bearer ', symbol('token:scoped')]],
    ['x-user-id', symbol(`user:${user}`)],
  ] as const;
  const exchange = answered(status, key(), { ...get(), headers, ...changes });
  return { ...exchange, sentAt };
}

const sum = (exchanges: readonly Exchange[]) =>
  exchanges.map((one) => traitsOf(one)).reduce(addTraits, { cells: {}, sizes: {} });

const times = (count: number, one: Sent) => Array.from({ length: count }, () => sent(one));
const [second, first] = [times(3, { user: 'second' }), times(4, {})];
const refused = times(3, { user: 'second', status: 401, changes: { headers: [] } });
const long = (bytes: number) => sent({ changes: { path: `/${'x'.repeat(bytes - 1)}` } });
const at = (...moments: readonly number[]) => moments.map((sentAt) => sent({ sentAt }));
/** With an altered id of the first user. */
const longer = (forge: string, more = '') => [
  sent({ changes: { headers: [['x-user-id', [symbol('user:first', forge || undefined), more]]] } }),
];

test.each<[string, Exchange[], Exchange[], object | undefined]>([
  ['the user', second, first, { attribute: 'user', value: 'second', others: ['first'] }],
  ['nothing if two fail', second.slice(1), first, undefined],
  ['nothing if all fail', second, [], undefined],
  ['nothing if one passes', second, [...first, ...second.slice(2)], undefined],
  [
    'the user if odd requests of both are refused',
    second,
    [...first, ...refused, ...times(1, { user: 'second', changes: { headers: [['x', 'y']] } })],
    { attribute: 'user', failing: 3, passing: 8 },
  ],
  [
    'the user of well-formed requests if the others are refused',
    second,
    [...first, ...times(5, { user: 'second', changes: { path: '/cash?a=b' } })],
    { attribute: 'user', failing: 3, passing: 4, isOfWellFormed: true },
  ],
  [
    'the method',
    times(3, { changes: { method: 'HEAD' } }),
    first,
    { attribute: 'method', value: 'HEAD', others: ['GET'] },
  ],
  [
    'all refusals',
    [...times(2, { status: 404 }), ...times(2, { status: 400 })],
    first,
    { attribute: 'status', value: '4xx', others: ['2xx'] },
  ],
  [
    'a size',
    [long(1_026), long(1_500), long(1_500)],
    [long(1_024), ...first],
    { attribute: 'the URL', value: 1_026, others: [1_024], failing: 3, passing: 5 },
  ],
  ['no size with exceptions', [long(90), long(150), long(150)], [long(100), ...first], undefined],
  [
    'a moment',
    at(500, 600, 700),
    at(100, 200, 300),
    { attribute: 'moment', value: 500, others: [300], isOfWellFormed: true, isOfSameUsers: true },
  ],
  [
    'an id with more after it',
    [...longer('splice:24:0:0'), ...longer('repeat:2:'), ...longer('', ';x')],
    [...first, ...longer('splice:0:0:0')],
    { attribute: 'user', value: 'longer', others: ['another', 'first'] },
  ],
  ['no moment with exceptions', at(500, 600, 700), at(100, 200, 550), undefined],
])('names %s', (_what, failing, passing, expected) => {
  const found = separationOf(sum(failing), sum(passing), true);
  if (expected) expect(found).toMatchObject(expected);
  else expect(found).toBeUndefined();
});

test('names no status if the requirement is about it', () => {
  const [failing, passing] = [sum(times(3, { status: 404 })), sum(first)];
  expect(separationOf(failing, passing, undefined)).toBeUndefined();
  expect(separationOf(failing, passing, false)).toBeUndefined();
  const several = sum([...first, ...times(1, { status: 401 })]);
  expect(separationOf(failing, several, false)).toMatchObject({ value: '404' });
  expect(separationOf(sum(times(3, { status: 500 })), several, false)).toBeUndefined();
});

test('counts of shards add up', () => {
  const all = [...second, ...first, long(1_026)];
  const parts = [sum(all.slice(4)), sum(all.slice(0, 2)), sum(all.slice(2, 4))];
  expect(parts.reduce(addTraits)).toEqual(sum(all));
});

test('counts the whole run by endpoint', () => {
  const [there, elsewhere] = ['GET /cash', 'GET /x'].map((id) => traitsOf(sent({}), id));
  const both = there && elsewhere ? addTraits(there, elsewhere) : expect.fail();
  expect(traitsAt({ '': both }, ['GET /cash'])['']?.cells).toEqual(there?.cells);
});
