import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Unit } from '../../../engine/catalogue/plan.ts';
import { inTwoChains, runLanes } from '../../../engine/run/lanes.ts';
import { answered, get, key } from '../samples.ts';

test('two chains never have requests in flight together, and the first has precedence', async () => {
  const [inFlight, seen]: [string[], string[]] = [[], []];
  const [first, second] = inTwoChains(async ({ endpoint }) => {
    inFlight.push(endpoint);
    seen.push(inFlight.join());
    await turn();
    inFlight.pop();
    return answered(200);
  }, turn);
  const user = () => first(key('case', 0, 'users/ok', 'user'), get());
  const cash = () => second(key('case', 0, 'cash/ok', 'cash'), get());
  await Promise.all([cash(), cash(), user().then(user), cash()]);
  await Promise.all([user(), cash().then(cash), user().then(user)]);
  expect(seen.join(' ')).toBe(
    'cash cash,cash cash,cash,cash user user user user,user user cash cash',
  );
});

const unit = (id: string, kind: string) =>
  ({
    id,
    row: { requirement: { kind } },
    endpoint: { area: 'cash', safety: 'read' },
  }) as unknown as Unit;

/**
 * Runs the units, each for a turn of the event loop. Returns which units were running at each
 * start.
 */
async function startsOf(units: readonly Unit[], atOnce: number): Promise<string[]> {
  const [running, starts]: [string[], string[]] = [[], []];
  const run = async ({ id }: Unit) => {
    running.push(id);
    starts.push(running.join(' '));
    await turn();
    running.splice(running.indexOf(id), 1);
  };
  const send = async () => answered(200);
  await runLanes(units, { run, send, turn, atOnce, lowered: () => atOnce });
  return starts;
}

test('at most a quarter of the concurrent units are scenarios, but one is always allowed', async () => {
  const some = (kind: string) => [1, 2, 3, 4, 5, 6].map((nth) => unit(`${kind}-${nth}`, kind));
  const units = [...some('scenario'), ...some('check')];
  const most = async (atOnce: number, kind: string) => {
    const counts = (await startsOf(units, atOnce)).map((running) => running.split(kind).length - 1);
    return Math.max(...counts);
  };
  expect(await most(8, 'scenario')).toBe(2);
  expect(await most(8, 'check')).toBe(6);
  expect(await most(2, 'scenario')).toBe(1);
  expect(await most(2, 'check')).toBe(1);
});
