import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import type { Compose } from '../../../fixtures/reference/index.ts';
import { simulate } from '../../simulation/simulate.ts';
import { withOutcome } from './in-process.ts';

/**
 * A request for an unknown guide ends a worker and its connections. New connections are closed
 * until it is back.
 */
const endingWorker =
  (awayMs: number): Compose =>
  (parts) => {
    let running: Server | undefined;
    let backAt = 0;
    return {
      ...parts,
      onServer: (server) => {
        running = server;
        server.on('connection', (socket) => parts.now() < backAt && socket.destroy());
        parts.onServer(server);
      },
      respond: (visit, response) => {
        if (visit.endpoint !== 'guide' || response.status !== 404)
          return parts.respond(visit, response);
        backAt = parts.now() + awayMs;
        running?.closeAllConnections();
        return new Promise<Response>(() => undefined);
      },
    };
  };

test.each([30, 600])('an absence of a worker, %i ms, is noticed', async (awayMs) => {
  const { result } = await simulate({
    compose: endingWorker(awayMs),
    config: {
      claim: ['learn'],
      only: ['guide/*', 'guides/ok', 'http/*', 'robustness/still-alive'],
    },
  });
  if (result.verdict === 'conformant')
    expect(withOutcome(result, 'warn')).toContain('http/answers');
  expect(withOutcome(result, 'fail')).toEqual([]);
});
