import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSession } from '../../../engine/session.ts';
import { overrideHandler, startReference } from '../../../fixtures/reference/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { fullConfigFor } from './in-process.ts';

test('what was still being written when the run was stopped does not have the last word', async () => {
  let addresses: ReadonlyMap<string, unknown> = new Map();
  let before: string | undefined;
  let begun = 0;
  let underWay = 0;
  // The first update takes its time, and the one that puts the address back does not.
  const slow = overrideHandler('address', (original) => async (visit, admission) => {
    addresses = visit.world.addresses;
    before ??= JSON.stringify([...addresses]);
    begun++;
    underWay++;
    if (begun === 1) await sleep(250);
    const answer = await original(visit, admission);
    underWay--;
    return answer;
  });
  const reference = await startReference({ compose: slow });
  const session = openSession({
    catalogue,
    config: fullConfigFor(reference, { only: ['address/accepted'], rate: 50 }),
    version: 'test',
    runId: 'test',
    startedAt: new Date().toISOString(),
    openEvidence: () => () => {},
  });
  while (begun < 1) await sleep(5);
  session.stop('SIGINT');
  const { notices } = await session.part;
  while (underWay > 0) await sleep(5);
  expect(JSON.stringify([...addresses])).toBe(before);
  expect(notices).toEqual([]);
  await reference.close();
});
