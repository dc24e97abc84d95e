import {
  type Bound,
  check,
  jsonBody,
  judgeRefusal,
  positiveScenario,
  scenario,
  series,
  suite,
  withBody,
} from '../../engine/index.ts';
import type { WrongBody } from '../../fixtures/malformed/body.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import orderSchema from '../../schemas/order-open.schema.json' with { type: 'json' };
import { contentTypeCases, contradictionCases, judgeContentType, noJsonCases } from '../body-cases.ts';
import { named } from '../endpoints.ts';
import { observeAnswers } from '../observed-bodies.ts';

const common = {
  endpoints: named('orders'),
  section: 'Endpoints that are named but whose shapes are incomplete: POST {base_url}/api/m2m/investments/orders',
} as const;

const isWhole = (path: WrongBody['path']) => path.length === 0;

/** The well-formed order with members replaced. */
function order(bound: Bound, changes: Readonly<Record<string, unknown>>) {
  return withBody(bound.wellFormed(), jsonBody({ ...(bound.profile.order ?? sampleOrder), ...changes }));
}

const accepted = positiveScenario({
  ...common,
  id: 'orders/accepted',
  rule: 'An order of the stated types is accepted.',
  brokenBy: ['order-refused', 'order-amount-needs-text', 'order-sides-in-capitals'],
});

const malformedJson = check({
  ...common,
  id: 'orders/malformed-json',
  level: 'must',
  rule: 'A body that is no JSON is refused.',
  brokenBy: ['order-broken-json-accepted', 'order-comma-tolerated'],
  cases: noJsonCases,
  judge: (answered) => judgeRefusal(answered, 'a body that is no JSON is accepted'),
});

const wrongShape = check({
  ...common,
  id: 'orders/wrong-shape',
  level: 'must',
  rule: 'A body that is no object is refused.',
  brokenBy: ['order-shape-unchecked', 'order-list-taken'],
  cases: (bound) => contradictionCases(bound, orderSchema, isWhole),
  judge: (answered) => judgeRefusal(answered, 'a body that is no object is accepted'),
});

/** Whether a scalar of another type is taken is not shown, nor whether a number may come as text. */
const scalar = { type: ['string', 'number', 'boolean', 'null'] };
const numeral = "^\\s*(?:[+-]?(?:\\p{Nd}+[.,']?)*\\p{Nd}*(?:[eE][+-]?\\p{Nd}+)?|0[xXoObB]\\p{AHex}+)\\s*$";
const anyScalars = {
  type: 'object',
  properties: { isin: scalar, side: scalar, amount: { ...scalar, pattern: numeral } },
};

const wrongType = check({
  ...common,
  id: 'orders/wrong-type',
  level: 'must',
  rule: 'A member of another type is refused.',
  brokenBy: ['order-types-unchecked', 'order-amount-parsed-leniently', 'order-side-from-list'],
  cases: (bound) => contradictionCases(bound, anyScalars, (path) => !isWhole(path)),
  judge: (answered) => judgeRefusal(answered, 'a member of another type is accepted'),
});

const contentType = check({
  ...common,
  id: 'orders/content-type',
  level: 'should',
  rule: 'A body without Content-Type, or with another, is refused.',
  section: `${common.section}; RFC 9110 section 15.5.16`,
  brokenBy: ['order-content-type-unchecked', 'order-content-type-optional'],
  cases: contentTypeCases,
  judge: judgeContentType,
});

const amountBounds = check({
  ...common,
  id: 'orders/amount-bounds',
  level: 'should',
  rule: 'An amount that is zero or negative is refused.',
  brokenBy: ['order-amount-unchecked', 'order-amount-zero-taken', 'order-amount-made-positive'],
  cases: (bound) =>
    series([0, -25, -0.01].map((amount) => ({ label: `an amount of ${amount}`, request: order(bound, { amount }) }))),
  judge: (answered) => judgeRefusal(answered, 'an amount that is zero or negative is accepted'),
});

const sideValues = scenario({
  ...common,
  id: 'orders/side-values',
  level: 'observe',
  rule: 'Which values of side are allowed is not shown.',
  run: (bound, ask) =>
    observeAnswers(
      bound,
      ask,
      ['sell', 'BUY', 'hold', ''].map((side) => ({
        label: side === '' ? 'an empty side' : `side ${side}`,
        request: order(bound, { side }),
      })),
    ),
});

/** Orders on single instruments. */
export const orders = suite('orders', [
  accepted,
  malformedJson,
  wrongShape,
  wrongType,
  contentType,
  amountBounds,
  sideValues,
]);
