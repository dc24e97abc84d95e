import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeDifferences } from '../../../cli/certificate/recompute.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { openSession } from '../../../engine/session.ts';
import { override, overrideHandler, startReference } from '../../../fixtures/reference/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { sample, scopeIsGate } from '../../scope.ts';
import { certifyTarget, configFor, fullConfigFor, judgedAgain, withOutcome } from './in-process.ts';

// A deadline, a signal or the size of the evidence may stop a run at any moment. Then `judge` must come to the same
// result, and requests that were not sent must not cause failures.

const everyMoment = Array.from({ length: 150 }, (_, nth) => nth);
const allow = { writes: true, orders: true, desync: true };
const only = ['http/protocol-violations', 'http/large-input'];
const connecting = sample('moments to stop connection checks', everyMoment, 12);
const whole = sample('moments to stop a run', everyMoment, 50);

test.each([
  ...connecting.map((moment) => ['connection checks', moment, { allow, only }] as const),
  ...whole.map((moment) => ['a whole run', 13 * moment, {}] as const),
])('%s, stopped after %i requests', async (_what, requests, changes) => {
  const reference = await startReference();
  onTestFinished(() => reference.close());
  const config = fullConfigFor(reference, changes);
  const { result, evidence } = await certifyTarget(config, undefined, requests);
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
});

test('restores the address after an update that was in flight when the run stopped', async () => {
  let addresses: ReadonlyMap<string, unknown> = new Map();
  let before: string | undefined;
  let begun = 0;
  let underWay = 0;
  // The first update is slow, and the one that restores the address is fast.
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
  onTestFinished(() => reference.close());
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
});

test.runIf(scopeIsGate)('a target that dies ends the run long before its deadline', { timeout: 90_000 }, async () => {
  let answers = 0;
  const reference = await startReference({
    compose: override('respond', (original) => (visit, response) => {
      if (++answers === 100) void reference.close();
      return original(visit, response);
    }),
  });
  const config = configFor(reference, { claim: ['authentication', 'cash'], deadlineS: 30 });
  const { result, evidence } = await certifyTarget(config);
  expect(result.verdict).not.toBe('conformant');
  expect(result.harnessErrors).toEqual([]);
  // At the deadline the run sends nothing more, and this requirement would be inconclusive.
  const [found] = result.failures.filter(({ requirement }) => requirement === 'robustness/still-alive');
  const all = [...(evidence.exchanges as ReadonlyMap<string, Exchange>).values()];
  const isRefused = ({ answer }: Exchange) => 'lost' in answer && answer.lost === 'refused-connection';
  const refusedAt = Math.min(...all.filter(isRefused).map(({ sentAt }) => sentAt));
  const before = all.filter((one) => !isRefused(one) && one.request.origin === 'api' && one.sentAt <= refusedAt);
  const last = before.filter(({ sentAt }) => sentAt === Math.max(...before.map((one) => one.sentAt)));
  expect(last.map(({ key }) => keyText(key))).toContain(found?.replay?.key);
  expect(found?.second?.response.lost).toMatch(/^(refused-connection|target-down)/);
});
