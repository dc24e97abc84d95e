import {
  type Answered,
  atPointer,
  type Bound,
  cause,
  check,
  fail,
  fromTarget,
  jsonBody,
  jsonObject,
  judgePositive,
  positiveCauses,
  refusedOr,
  scenario,
  series,
  suite,
  takenBy,
  valueText,
  withBody,
  withUnique,
} from '../../engine/index.ts';
import { amounts, coreAmounts, numeral } from '../../fixtures/malformed/amount.ts';
import type { WrongBody } from '../../fixtures/malformed/body.ts';
import { contradictionCases, scalar } from '../../fixtures/malformed/body-cases.ts';
import { boundaryFor } from '../../fixtures/malformed/cases.ts';
import { indented } from '../../fixtures/samples/json-writings.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import orderSchema from '../../schemas/order-open.schema.json' with { type: 'json' };
import { why } from '../advice.ts';
import { bodyRequirements, observeAnswers } from '../body-cases.ts';
import { named } from '../endpoints.ts';
import { mustRefuse, refusal } from '../refusals.ts';
import { spec } from '../statements.ts';
import { judgeWritings, writingCauses } from '../written-otherwise.ts';

const common = {
  endpoints: named('orders'),
  section:
    'Endpoints that are named but whose shapes are incomplete: ' +
    'POST {base_url}/api/m2m/investments/orders',
  statement: spec.orders,
} as const;

const isWhole = (path: WrongBody['path']) => path.length === 0;

function order(bound: Bound, changes: Readonly<Record<string, unknown>>) {
  return withBody(
    bound.wellFormed(),
    jsonBody({ ...(bound.profile.order ?? sampleOrder), ...changes }),
  );
}

const [malformedJson, jsonExtensions, contentType] = bodyRequirements(
  'orders',
  common,
  spec.orders,
);

const anyScalars = {
  type: 'object',
  properties: { isin: scalar, side: scalar, amount: { ...scalar, pattern: numeral } },
};

export const orders = suite('orders', [
  scenario({
    ...common,
    id: 'orders/accepted',
    causes: { ...positiveCauses, ...writingCauses },
    advice: [why.extraInput, why.firewall, why.stricterRoute],
    level: 'must',
    rule: 'An order with members of the specified types is accepted.',
    run: async (bound, ask) => {
      const plain = bound.wellFormed();
      const first = await ask('request', plain);
      const request = withBody(plain, withUnique(indented(bound.endpoint.sample)));
      const writings =
        takenBy(first) === 'accepted' ? [{ label: 'with indented JSON', request }] : [];
      return [...judgePositive(first, bound), ...(await judgeWritings(ask, plain, writings))];
    },
  }),
  malformedJson,
  jsonExtensions,
  check({
    ...common,
    ...mustRefuse('a body that is not a JSON object'),
    id: 'orders/wrong-shape',
    advice: [why.emptyBodyAllowed, why.unwrapped, why.sharedState],
    level: 'must',
    cases: (bound) => contradictionCases(bound, orderSchema, isWhole),
  }),
  check({
    ...common,
    ...mustRefuse('a member of the wrong type'),
    id: 'orders/wrong-type',
    advice: [why.coercingBinder, why.noSchema, why.partialRules],
    level: 'must',
    cases: (bound) => contradictionCases(bound, anyScalars, (path) => !isWhole(path)),
  }),
  contentType,
  check({
    ...common,
    id: 'orders/amount-bounds',
    causes: {
      accepted: cause<Amounts>({
        title: 'an amount that is zero or negative is accepted',
        expected: refusal,
        actual: ({ sent, stored }, response) =>
          stored === undefined ? response : `amount ${stored} for ${sent} sent: ${response}`,
      }),
    },
    judge: (answered) => refusedOr(answered, fail('accepted', amountsOf(answered))),
    advice: [
      {
        suspect: 'The schema has no lower bound for amount, or allows zero.',
        look: 'Add an exclusive minimum of 0 to the schema.',
      },
      {
        suspect:
          'The check skips some orders, or compares text, the integer part or a truthy value.',
        look: 'Parse amount to a decimal once, and compare it with 0 for every order.',
      },
      {
        suspect:
          'A zero or negative amount becomes a default, its absolute value or an earlier amount.',
        look: 'Remove abs, defaults and fallbacks around amount.',
        when: [({ sent, stored }: Amounts) => (stored === undefined ? undefined : stored !== sent)],
      },
    ],
    level: 'should',
    rule: 'An amount that is zero or negative is refused.',
    cases: (bound) =>
      series(
        boundaryFor(bound, amounts, coreAmounts).map((one) => ({
          label: `an amount of ${one}`,
          request: withAmount(bound, one),
        })),
      ),
  }),
  scenario({
    ...common,
    id: 'orders/side-values',
    statement: spec.othersNotShown,
    advice: why.unspecified,
    level: 'observe',
    rule: 'Reports which values of side are accepted.',
    run: (bound, ask) => {
      const nameOf = (side: string) => (side === '' ? 'an empty side' : `side ${side}`);
      const toCase = (side: string) => ({ label: nameOf(side), request: order(bound, { side }) });
      return observeAnswers(bound, ask, ['sell', 'BUY', 'hold', ''].map(toCase));
    },
  }),
]);

interface Amounts {
  sent?: number | undefined;
  stored?: number | undefined;
}

/** The amount of the order and that of the transaction, if they are numbers. */
function amountsOf(answered: Answered) {
  const [, sent] = /"amount":\s*(-?[\d.e+-]+)/i.exec(valueText(answered.request.body ?? '')) ?? [];
  const stored = atPointer(jsonObject(answered), '/transaction/amount');
  return {
    sent: sent === undefined ? undefined : Number(sent),
    stored: typeof stored === 'number' ? fromTarget(stored) : undefined,
  };
}

function withAmount(bound: Bound, literal: string) {
  const mark = 'm2m-amount';
  const text = JSON.stringify({ ...(bound.profile.order ?? sampleOrder), amount: mark });
  return withBody(
    bound.wellFormed(),
    withUnique(text.replace(JSON.stringify(mark), () => literal)),
  );
}
