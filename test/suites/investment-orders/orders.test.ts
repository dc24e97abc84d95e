import { expect, test } from 'vitest';
import type { Check } from '../../../engine/catalogue/check.ts';
import {
  type Bound,
  type Case,
  jsonBody,
  pieces,
  type Request,
  sentHeader,
  valueText,
} from '../../../engine/index.ts';
import { sampleOrder } from '../../../fixtures/samples/order.ts';
import { judgeContentType } from '../../../suites/body-cases.ts';
import { orders } from '../../../suites/investment-orders/orders.ts';
import { answered } from '../answered.ts';
import { boundTo, causeOf, requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';

const check = (name: string) => requirementOf<Check>(orders, name);
const bare = boundTo('orders');
const bound: Bound = {
  ...bare,
  depth: 'standard',
  wellFormed: () => ({
    ...bare.wellFormed(),
    headers: [...bare.wellFormed().headers, ['Content-Type', 'application/json']],
    body: jsonBody(bare.endpoint.sample),
  }),
};
const textOf = ({ body }: Request) => valueText(pieces(body ?? ''));

const names = [
  'malformed-json',
  'json-extensions',
  'wrong-shape',
  'wrong-type',
  'amount-bounds',
  'content-type',
];
test.each(names)('orders/%s: any refusal passes, an acceptance or a redirect fails', (name) => {
  const request = check(name).cases(bound).boundary[0]?.request as Request;
  const kind = (status: number) =>
    check(name).judge(answered({ status, request }), undefined, bound).kind;
  expect([400, 409, 415, 422].map(kind)).toEqual(Array(4).fill('pass'));
  expect([200, 201, 204, 303].map(kind)).toEqual(Array(4).fill('fail'));
  expect(kind(500)).toBe('inconclusive');
  const served = check(name).judge(answered({ request }), undefined, bound);
  expect(saidBy(check(name), served)).toMatchObject({
    title: expect.stringMatching(/ is accepted$/),
    expected: expect.stringMatching(/^a refusal with a 4xx status/),
  });
});

const ofSecond = (cases: readonly Case[]) =>
  cases.filter(({ request }) => sentHeader(request, 'x-user-id').includes('{{user:second}}'));

test.each(names.slice(0, 3))('orders/%s sends one body for a second user too', (name) => {
  const casesOf = (hasSecondUser: boolean) =>
    check(name).cases({ ...bound, hasSecondUser }).boundary;
  const [first] = casesOf(true);
  expect(ofSecond(casesOf(true)).map(({ label }) => label)).toEqual([
    `${first?.label}, for the second user`,
  ]);
  expect(ofSecond(casesOf(false))).toEqual([]);
});

test.each([
  ['quick', 16],
  ['standard', 32],
  ['deep', 60],
] as const)('few orders that could be carried out are sent at depth %s: %i', (depth, most) => {
  for (const requirement of orders.requirements) {
    if (requirement.kind !== 'check') continue;
    const { boundary, generated } = requirement.cases({ ...bound, depth });
    expect(boundary.length - ofSecond(boundary).length, requirement.id).toBeLessThanOrEqual(most);
    for (const { counts } of generated) expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  }
});

test.each(names.slice(0, 5))('each case of orders/%s changes the body', (name) => {
  for (const { request, label } of check(name).cases(bound).boundary) {
    expect(textOf(request), label).not.toBe(textOf(bound.wellFormed()));
  }
});

test.each([
  ['quick', [-25, 0, -0.01, 0, '-25', '0']],
  ['standard', [-25, 0, -0.01, 0, '-25', '0', -0, 0, -1e-9, -1000, '-0.01']],
] as const)(
  'amounts of zero and below are sent in several notations at depth %s',
  (depth, expected) => {
    const { isin, side } = sampleOrder;
    const sent = check('amount-bounds')
      .cases({ ...bound, depth })
      .boundary.map(({ request }) => JSON.parse(textOf(request)));
    expect(sent).toEqual(expected.map((amount) => ({ isin, side, amount })));
  },
);

test('the finding of an accepted JSON extension names parsers with that extension and their settings', () => {
  const { boundary } = check('json-extensions').cases(bound);
  const found = boundary.map(({ request }) =>
    check('json-extensions').judge(answered({ request }), undefined, bound),
  );
  expect(new Set(found.map(causeOf)).size).toBeGreaterThan(10);
  const comment = found.find((one) => causeOf(one) === 'accepted:a comment');
  const { title, expected } = saidBy(check('json-extensions'), comment);
  expect(title).toBe('a body with a comment is accepted');
  expect(expected).toMatch(
    /^a refusal with a 4xx status \(.*the json gem \(set allow_comments: false\)/,
  );
});

test('a missing and a wrong Content-Type are two causes', () => {
  const causes = [[], [['Content-Type', 'text/plain'] as const]].map((headers) => {
    return causeOf(judgeContentType(answered({ request: { headers } })));
  });
  expect(causes).toEqual(['no-type', 'other-type']);
});
