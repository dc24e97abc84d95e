import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { unitByUnit } from '../../../engine/run/lanes.ts';
import { answered, get, key } from '../samples.ts';

test('two units that write never have requests in flight together', async () => {
  const inFlight: string[] = [];
  const seen: string[] = [];
  const send = unitByUnit(async ({ endpoint }) => {
    inFlight.push(endpoint);
    seen.push(inFlight.join());
    await turn();
    inFlight.pop();
    return answered(200);
  });
  const ask = (endpoint: string) => send(key('case', 0, 'users/ok', endpoint), get());
  await Promise.all(['users', 'cash', 'users', 'cash'].map(ask));
  expect(seen.sort()).toEqual(['cash', 'cash,cash', 'users', 'users,users']);
});
