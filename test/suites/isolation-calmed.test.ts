import { expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import type { Exchange } from '../../engine/index.ts';
import { isolation } from '../../suites/every-endpoint/user-isolation.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

type Who = 'first' | 'second';
const data = {
  first: { name: 'Ann', cash: 1, list: [{ id: 'a' }, { id: 'b' }] },
  second: { name: 'Bea', cash: 2, list: [{ id: 'c' }, { id: 'd' }] },
};

/** What is judged where the second user's list was the first one's at first, so that another baseline is taken. */
async function judged(otherwise: (step: string) => Given | Exchange | undefined) {
  const steps: string[] = [];
  const ask = asking((long) => {
    const step = long.replace(/^cash-/, '');
    const who: Who = step.endsWith('second') ? 'second' : 'first';
    steps.push(step);
    const list = /^baseline-[01]-second/.test(step) ? data.first.list : data[who].list;
    return otherwise(step) ?? { body: { ...data[who], list } };
  });
  const judgements = await (isolation as Scenario).run(boundTo('cash', { covers: (name) => name === 'cash' }), ask);
  return { steps, kinds: judgements.map(({ kind }) => kind) };
}

test.each<[string, Given | Exchange]>([
  ['is refused', apiError(401)],
  ['is no JSON', { body: '<p>' }],
  ['does not come', silence('closed')],
])('where an answer of the other baseline %s, the users are told apart by the first one', async (_what, given) => {
  const sound = await judged((step) => (step === 'calm-1-second' ? given : undefined));
  expect(sound.steps.filter((step) => step.startsWith('calm'))).toHaveLength(6);
  expect(sound.kinds).toEqual(['held', 'held', 'unanswered']);
  const mixedUp = await judged((step) => {
    if (step === 'calm-1-second') return given;
    return step === 'together-3-first' ? { body: data.second } : undefined;
  });
  expect(mixedUp.kinds).toEqual(['violated', 'held', 'unanswered']);
});
