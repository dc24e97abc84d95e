import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { faults } from '../../../fixtures/faults/index.ts';
import type { Compose } from '../../../fixtures/reference/index.ts';
import { sample } from '../../scope.ts';
import { certify, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

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
        server.on('connection', (socket) => Date.now() < backAt && socket.destroy());
        parts.onServer(server);
      },
      respond: (visit, response) => {
        if (visit.endpoint !== 'guide' || response.status !== 404)
          return parts.respond(visit, response);
        backAt = Date.now() + awayMs;
        running?.closeAllConnections();
        return new Promise<Response>(() => undefined);
      },
    };
  };

test.each(sample('absences of a worker', [30, 600], 1))(
  'an absence of a worker, %i ms, is noticed',
  async (awayMs) => {
    const { result } = await certify({}, { compose: endingWorker(awayMs) });
    if (result.verdict === 'conformant')
      expect(withOutcome(result, 'warn')).toContain('http/answers');
    expect(withOutcome(result, 'fail')).toEqual([]);
  },
);

test.each([
  ['draining-replica-drops-one-request', 'conformant', ['http/transient-server-error']],
  ['two-requests-dropped', 'non-conformant', ['http/no-server-error']],
] as const)('%s: %s, also from the evidence', async (wanted, verdict, found) => {
  const fault = faults.find(({ id }) => id === wanted) ?? expect.fail(wanted);
  const { result, evidence } = await certify({}, { compose: fault.compose });
  const others = result.failures.map(({ requirement }) => requirement);
  expect(others.filter((id) => !fault.mayFail?.includes(id))).toEqual(found);
  expect(result.verdict).toBe(verdict);
  expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
});
