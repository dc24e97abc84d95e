import { expect, test } from 'vitest';
import type { Check, Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Case, jsonBody, pieces, type Request, sentHeader, valueText } from '../../engine/index.ts';
import { sampleOrder } from '../../fixtures/samples/order.ts';
import { judgeContentType } from '../../suites/body-cases.ts';
import { orders } from '../../suites/investment-orders/orders.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo } from './asking.ts';

const found = (id: string) => orders.requirements.find((one) => one.id === `orders/${id}`);
const bare = boundTo('orders');
const bound = {
  ...bare,
  depth: 'standard' as const,
  wellFormed: (): Request => ({
    ...bare.wellFormed(),
    headers: [...bare.wellFormed().headers, ['Content-Type', 'application/json']],
    body: jsonBody(bare.endpoint.sample),
  }),
};

const accepted = async (given: Given) =>
  (
    await (found('accepted') as Scenario).run(
      bound,
      asking(() => given),
    )
  )[0]?.kind;

test.each([
  ['held', { status: 201, body: { transaction: {} } }],
  ['held', { status: 204, body: '', headers: [] }],
  ['unanswered', { status: 200, body: 'OK' }],
  ['violated', apiError(400)],
  ['violated', apiError(401)],
  ['unanswered', apiError(403)],
  ['unanswered', apiError(404)],
  ['unanswered', apiError(409)],
  ['unanswered', apiError(422)],
  ['violated', { status: 422, body: '<html>' }],
  ['unanswered', { status: 500 }],
] as const)('orders/accepted: %s by %j', async (kind, given) => {
  expect(await accepted(given)).toBe(kind);
});

test('a sample that is refused names the cure', async () => {
  const [judgement] = await (found('accepted') as Scenario).run(
    bound,
    asking(() => apiError(422)),
  );
  expect(judgement).toMatchObject({ why: expect.stringContaining('profile.order') });
});

test.each(['malformed-json', 'wrong-shape', 'wrong-type', 'content-type', 'amount-bounds'])(
  'orders/%s: a refusal of any kind will do, an acceptance or a redirect does not',
  (id) => {
    const { judge, cases } = found(id) as Check;
    const request = cases(bound).boundary[0]?.request as Request;
    const kind = (status: number) => judge(answered({ status, request }), undefined, bound).kind;
    expect([400, 409, 415, 422].map(kind)).toEqual(['held', 'held', 'held', 'held']);
    expect([200, 201, 204, 303].map(kind)).toEqual(['violated', 'violated', 'violated', 'violated']);
    expect(kind(500)).toBe('unanswered');
  },
);

const ofSecond = (cases: readonly Case[]) =>
  cases.filter(({ request }) => sentHeader(request, 'x-user-id').includes('{{user:second}}'));

test('one body of each kind is refused for the second user as well, where there is one', () => {
  for (const id of ['malformed-json', 'wrong-shape', 'wrong-type']) {
    const casesOf = (hasSecondUser: boolean) => (found(id) as Check).cases({ ...bound, hasSecondUser }).boundary;
    const [one, ...more] = ofSecond(casesOf(true));
    expect(more, id).toEqual([]);
    expect(one?.label, id).toBe(`${casesOf(true)[0]?.label}, for the second user`);
    expect(ofSecond(casesOf(false)), id).toEqual([]);
  }
});

test('what is no JSON behind a good order on its connection is a finding where it is accepted twice', async () => {
  const { further } = found('malformed-json') as Check;
  const asked: (readonly [connection: string | undefined, body: string])[] = [];
  const judge = async (accepts: (nth: number, isGood: boolean) => boolean, depth: Bound['depth'] = 'standard') => {
    asked.length = 0;
    const isGood = (body: string) => body === valueText(bound.wellFormed().body ?? '');
    const ask = asking((_step, _path, _nth, { connection, body }) => {
      const text = valueText(body ?? '');
      asked.push([connection, text]);
      const bad = asked.filter(([, sent]) => !isGood(sent)).length;
      return accepts(bad, isGood(text)) ? { status: 201, body: { transaction: {} } } : apiError(400);
    });
    return ((await further?.({ ...bound, depth }, ask, undefined)) ?? []).map(({ kind }) => kind);
  };
  expect(await judge((_nth, isGood) => isGood)).toEqual(['held', 'held']);
  expect(new Set(asked.map(([connection]) => connection))).toEqual(new Set(['body:orders']));
  expect(asked).toHaveLength(4);
  expect(await judge(() => true)).toEqual(['violated', 'violated']);
  expect(await judge((nth, isGood) => isGood || nth === 1)).toEqual(['held']);
  expect(await judge(() => false)).toEqual([]);
  expect(await judge(() => true, 'quick')).toEqual([]);
});

test('few orders are sent that could be carried out, at every depth', () => {
  for (const depth of ['quick', 'standard', 'deep'] as const) {
    for (const requirement of orders.requirements) {
      if (requirement.kind !== 'check') continue;
      const { boundary, generated } = requirement.cases({ ...bound, depth });
      const most = { quick: 16, standard: 32, deep: 60 }[depth];
      expect(boundary.length - ofSecond(boundary).length, requirement.id).toBeLessThanOrEqual(most);
      for (const { counts } of generated) expect(Math.max(...counts)).toBeLessThanOrEqual(10);
    }
  }
});

test('no case leaves the body as it was, but those that change its label', () => {
  const wellFormed = valueText(pieces(bound.wellFormed().body ?? ''));
  for (const id of ['malformed-json', 'wrong-shape', 'wrong-type', 'amount-bounds']) {
    for (const { request, label } of (found(id) as Check).cases(bound).boundary) {
      expect(request.body === undefined ? '' : valueText(request.body), label).not.toBe(wellFormed);
    }
  }
});

test('amounts of zero and less are written in other ways than one, all of them JSON', () => {
  const amounts = (depth: 'quick' | 'standard') =>
    (found('amount-bounds') as Check).cases({ ...bound, depth }).boundary.map(({ request }) => {
      const { amount, ...rest } = JSON.parse(valueText(request.body ?? ''));
      expect(rest).toEqual({ isin: sampleOrder.isin, side: sampleOrder.side });
      expect(Number(amount)).toBeLessThanOrEqual(0);
      return amount;
    });
  expect(amounts('quick')).toEqual([-25, 0, -0.01, 0, '-25', '0']);
  expect(amounts('standard')).toEqual([-25, 0, -0.01, 0, '-25', '0', -0, 0, -1e-9, -1000, '-0.01']);
});

test('an order that is written otherwise is sent where the plain one is accepted', async () => {
  const asked = async (refuses: (text: string) => boolean) => {
    const steps: string[] = [];
    const target = (step: string, _path: string, _nth: number, { body }: Request): Given => {
      steps.push(step);
      return refuses(valueText(body ?? '')) ? apiError(400) : { status: 201, body: {} };
    };
    const judged = await (found('accepted') as Scenario).run(bound, asking(target));
    return { kinds: judged.map(({ kind }) => kind), steps };
  };
  expect(await asked(() => false)).toEqual({ kinds: ['held', 'observed'], steps: ['request', 'written-0'] });
  expect((await asked((text) => text.includes('\n'))).kinds).toEqual(['held', 'observed', 'violated']);
  expect(await asked(() => true)).toEqual({ kinds: ['violated'], steps: ['request'] });
});

test('a missing and another Content-Type are two mistakes', () => {
  const cause = (headers: Request['headers']) => {
    const judgement = judgeContentType(answered({ request: { headers } }));
    return judgement.kind === 'violated' ? judgement.cause : judgement.kind;
  };
  expect(cause([])).toContain('without Content-Type');
  expect(cause([['Content-Type', 'text/plain']])).toContain('another media type');
});

test('orders/side-values sums up what was answered', async () => {
  const target = (_step: string, _path: string, _nth: number, { body }: Request): Given =>
    valueText(body ?? '').includes('hold') ? apiError(422) : { status: 201, body: {} };
  expect(await (found('side-values') as Scenario).run(bound, asking(target))).toEqual([
    { kind: 'observed', value: '201: side sell, side BUY, an empty side' },
    { kind: 'observed', value: '422: side hold' },
  ]);
});
