import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTwoChains } from '../../../engine/run/lanes.ts';
import { answered, get, key } from '../samples.ts';

test('two chains never have requests in flight together, and the first one precedes', async () => {
  const inFlight: string[] = [];
  const seen: string[] = [];
  const [first, second] = inTwoChains(async ({ endpoint }) => {
    inFlight.push(endpoint);
    seen.push(inFlight.join());
    await turn();
    inFlight.pop();
    return answered(200);
  });
  const cash = async () => void (await second(key('case', 0, 'cash/ok', 'cash'), get()));
  const user = async () => void (await first(key('case', 0, 'users/ok', 'user'), get()));
  await Promise.all([cash(), cash(), user().then(user), cash()]);
  expect(seen).toEqual(['cash', 'cash,cash', 'cash,cash,cash', 'user', 'user']);
  await Promise.all([user(), cash().then(cash), user().then(user)]);
  expect(seen.slice(5)).toEqual(['user', 'user,user', 'user', 'cash', 'cash']);
});
