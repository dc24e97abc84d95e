import { expect, onTestFinished, test } from 'vitest';
import { pass } from '../../../engine/index.ts';
import { openSession } from '../../../engine/session.ts';
import { startReference } from '../../../fixtures/reference/index.ts';
import { asks, catalogueWith } from '../run/running.ts';
import { configFor } from './in-process.ts';

test('a stop ends the wait of a requirement', async () => {
  const reference = await startReference();
  onTestFinished(() => reference.close());
  let waits = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    waits = resolve;
  });
  const patient = asks(async (bound, ask) => {
    const { endedAt } = await ask('before', bound.wellFormed());
    waits();
    await ask.until(endedAt + 600_000);
    return [pass()];
  });
  const session = openSession({
    catalogue: catalogueWith([patient]),
    config: configFor(reference, { deadlineS: 600 }),
    version: 'test',
    runId: 'test',
    startedAt: new Date().toISOString(),
    openEvidence: () => () => {},
  });
  await isWaiting;
  session.stop('SIGINT');
  expect((await session.part).harnessErrors).toEqual([]);
});
