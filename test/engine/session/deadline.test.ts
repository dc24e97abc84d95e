import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { pass } from '../../../engine/index.ts';
import { openSession } from '../../../engine/session.ts';
import { scopeIsGate } from '../../scope.ts';
import { asks, catalogueWith } from '../run/running.ts';
import { certifyTarget, configFor } from './in-process.ts';

/** One object for everything: a token response that every endpoint returns as well. */
const fixed = JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 3_600, scope: '' });

async function fixedTarget() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(fixed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: origin,
    authUrl: `${origin}/token`,
    audience: 'audience',
    clients: {
      scoped: { id: 'scoped', secret: 'secret-of-scoped' },
      unscoped: { id: 'unscoped', secret: 'secret-of-un' },
    },
    expiredToken: 'expired-token',
    otherAudienceToken: 'other-audience-token',
    users: { first: '0123456789abcdef01234567', second: '0123456789abcdef01234568' },
  };
}

// Such a target makes requirements repeat their requests after pauses.
test.runIf(scopeIsGate)('a run ends with its deadline if each response is the same object', async () => {
  const config = configFor(await fixedTarget(), { depth: 'standard', deadlineS: 20 });
  const began = performance.now();
  const { result } = await certifyTarget(config);
  expect((performance.now() - began) / 1000).toBeLessThan(config.deadlineS + 3);
  expect(result.harnessErrors).toEqual([]);
});

test('a stop ends the wait of a requirement', async () => {
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
    config: configFor(await fixedTarget(), { deadlineS: 600 }),
    version: 'test',
    runId: 'test',
    startedAt: new Date().toISOString(),
    openEvidence: () => () => {},
  });
  await isWaiting;
  session.stop('SIGINT');
  expect((await session.part).harnessErrors).toEqual([]);
});
