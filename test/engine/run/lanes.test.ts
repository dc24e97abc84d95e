import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTwoChains } from '../../../engine/run/lanes.ts';
import { answered, get, key } from '../samples.ts';

test('two chains never have requests in flight together, and the first one precedes', async () => {
  const [inFlight, seen]: [string[], string[]] = [[], []];
  const [first, second] = inTwoChains(async ({ endpoint }) => {
    inFlight.push(endpoint);
    seen.push(inFlight.join());
    await turn();
    inFlight.pop();
    return answered(200);
  });
  const user = () => first(key('case', 0, 'users/ok', 'user'), get());
  const cash = () => second(key('case', 0, 'cash/ok', 'cash'), get());
  await Promise.all([cash(), cash(), user().then(user), cash()]);
  await Promise.all([user(), cash().then(cash), user().then(user)]);
  expect(seen.join(' ')).toBe('cash cash,cash cash,cash,cash user user user user,user user cash cash');
});
