import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { variants } from '../../fixtures/variants/index.ts';
import { configOf } from '../engine/session/in-process.ts';
import { scopeIsGate } from '../scope.ts';
import { partOf } from './part-of.ts';
import { simulate } from './simulate.ts';

/** Requirements of all areas. */
const catalogue = partOf(['*/ok', 'auth/missing', 'address/accepted', 'orders/accepted']);
/** Such signatures are random, so threads compute them in each run. */
const signed = variants.filter(({ id }) => id === 'tokens-ps384');

/** Of all exchanges, in their order, and of the result. */
async function digestOf(seed: number): Promise<string> {
  const digest = createHash('sha256');
  const { result } = await simulate({
    catalogue,
    config: { ...configOf({ needs: ['writes', 'orders', 'profile'] }), seed },
    compose: signed.map(({ compose }) => compose),
    onExchange: (exchange) => digest.update(JSON.stringify(exchange)),
  });
  expect(result.failures).toEqual([]);
  return digest.update(JSON.stringify(result)).digest('hex');
}

async function besideBusyProcesses<T>(run: () => Promise<T>): Promise<T> {
  const busy = Array.from({ length: 4 }, () => spawn(process.execPath, ['--eval', 'for (;;);']));
  try {
    return await run();
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}

test('the same seed gives the same exchanges and result, however busy the machine is', {
  timeout: 300_000,
}, async () => {
  const first = await digestOf(1);
  const again = async (times: number) => {
    for (let nth = 0; nth < times; nth++) expect(await digestOf(1)).toBe(first);
  };
  await again(scopeIsGate ? 4 : 1);
  await besideBusyProcesses(() => again(scopeIsGate ? 5 : 1));
  expect(await digestOf(2)).not.toBe(first);
});
