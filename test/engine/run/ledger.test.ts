import { expect, test } from 'vitest';
import { makePlan } from '../../../engine/catalogue/plan.ts';
import { say } from '../../../engine/exchange/sentence.ts';
import { pass } from '../../../engine/judging/answer.ts';
import { finding } from '../../../engine/outcome/finding.ts';
import { Ledger } from '../../../engine/run/ledger.ts';
import { inWords } from '../../in-words.ts';
import { failed } from '../failed.ts';
import { answered, config, endpoint, key, lost } from '../samples.ts';
import { asks, cash, catalogueWith } from './running.ts';

const orders = endpoint({
  method: 'POST',
  path: '/orders',
  area: 'investment-orders',
  safety: 'order',
});
const asking = (id: string, path: string) =>
  asks([], { id, endpoints: (one) => one.path === path });
const catalogue = catalogueWith(
  [
    asking('every-endpoint/orders', '/orders'),
    asking('cash/ok', '/cash'),
    asking('investment-orders/ok', '/orders'),
  ],
  [cash, orders],
);
const allow = { writes: false, orders: false, desync: false };
const ledger = () =>
  new Ledger(makePlan(catalogue, config({ claim: ['cash', 'investment-orders'], allow })));
const bad = failed('a cause');

test('an empty ledger lists every unit of the plan, with the reasons why some are not run', () => {
  const { tallies, ...rest } = ledger().part({});
  expect(rest).toEqual({
    findings: {},
    folds: {},
    pairs: {},
    clashes: {},
    harnessErrors: [],
    notices: [],
    latencies: {},
    requests: 0,
  });
  const notRun = expect.stringContaining('orders');
  const {
    notRun: _notRun,
    sharedReason: _shared,
    lacks,
    ...empty
  } = tallies['every-endpoint/orders|POST /orders'] ?? {};
  expect(inWords(tallies)).toEqual({
    'every-endpoint/orders|POST /orders': { ...empty, notRun, lacks, sharedReason: true },
    'cash/ok|GET /cash': { ...empty, requirement: 'cash/ok', endpoint: 'GET /cash' },
    'investment-orders/ok|POST /orders': {
      ...empty,
      requirement: 'investment-orders/ok',
      notRun,
      lacks,
    },
  });
});

test('a requirement that was not run blocks the verdict, unless it is marked otherwise', () => {
  const book = ledger();
  book.enter('cash/ok', 'GET /cash', { kind: 'not-run', why: say`a reason` });
  expect(book.tally('cash/ok', 'GET /cash')).toMatchObject({ notRun: say`a reason` });
  expect(book.tally('cash/ok', 'GET /cash')).not.toHaveProperty('blocksNothing');
  const why = say`a reason`;
  book.enter('cash/ok', 'GET /cash', { kind: 'not-run', why, blocksNothing: true });
  expect(book.tally('cash/ok', 'GET /cash')).toMatchObject({ blocksNothing: true });
});

test('violations of a requirement with one cause on one endpoint are one finding, and findings are sorted', () => {
  const book = ledger();
  for (const requirement of ['b/b', 'a/a', 'c/c', 'a/a']) book.enter(requirement, 'GET /cash', bad);
  book.enter('a/a', 'GET /cash', pass());
  const counts = book.findings().map(({ requirement, count }) => [requirement, count]);
  expect(counts).toEqual(Object.entries({ 'a/a': 2, 'b/b': 1, 'c/c': 1 }));
  expect(book.findingCount).toBe(3);
  expect(Object.keys(book.part({}).findings)).toEqual(
    ['a/a', 'b/b', 'c/c'].map((id) => `${id}#a cause|GET /cash`),
  );
  expect(book.tally('a/a', 'GET /cash')).toMatchObject({ held: 1, violated: 2 });
});

test('the finding of any requirement says what was changed in the request', () => {
  const book = ledger();
  for (const [nth, label] of ['no token', 'another user'].entries()) {
    const sent = { ...key('case'), index: nth };
    book.label(sent, { label });
    book.enter('a/a', 'GET /cash', bad, answered(500, { ...sent, attempt: 3 }));
  }
  expect(book.findings()).toMatchObject([
    { changes: { changed: 'no token', violating: ['another user'] } },
  ]);
});

test('a finding is replaced by its refined form, and harness errors are sorted', () => {
  const refined = ledger();
  refined.enter('a/a', 'GET /cash', bad);
  refined.refine({ ...finding('a/a', 'GET /cash', bad), count: 5 });
  expect(refined.findings()).toMatchObject([{ count: 5 }]);

  const book = ledger();
  const stackless = new Error('without a stack');
  delete stackless.stack;
  book.error('b', stackless);
  book.error('a', 'a text');
  book.error('c', new Error('with a stack'));
  const { harnessErrors } = book.part({});
  expect(harnessErrors.map(({ where }) => where)).toEqual(['a', 'b', 'c']);
  const messages = ['a text', 'without a stack', expect.stringMatching(/^Error: with a stack/)];
  expect(harnessErrors.map(({ message }) => message)).toEqual(messages);
  book.notice('the address was put back');
  expect(book.part({ 'a/a': 7 })).toMatchObject({
    notices: ['the address was put back'],
    folds: { 'a/a': 7 },
  });
});

test('a request counts once it is sent, its time only with a response', () => {
  const book = ledger();
  book.time(answered(200, key()));
  book.time({ ...answered(200, key('other')), endedAt: 1_200 });
  book.time(lost('closed', key()));
  book.time(lost('withheld', key()));
  book.enter('a/a', '(run)', pass());
  book.time(answered(200, key('again-1', 0, 'a/a')));
  const { requests, latencies, tallies } = book.part({});
  expect(requests).toBe(4);
  expect(book.requests).toBe(4);
  const units = ['cash/ok|GET /cash', 'a/a|(run)', 'investment-orders/ok|POST /orders'];
  expect(units.map((unit) => tallies[unit]?.durationMs)).toEqual([10 + 200 + 10, 10, undefined]);
  expect(Object.keys(latencies)).toEqual(['GET /cash']);
  const { counts = {}, maxMs } = latencies['GET /cash'] ?? {};
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(maxMs).toBe(200);
});
