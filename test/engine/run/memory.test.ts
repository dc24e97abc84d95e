import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Key } from '../../../engine/exchange/key.ts';
import { refusedOr, series } from '../../../engine/index.ts';
import type { Attempts } from '../../../engine/traffic/attempts.ts';
import { failed } from '../failed.ts';
import { casesOf, catalogueWith, checks, runOn, target } from './running.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

const cases = 70;
const megabyte = 1024 * 1024;

test('responses of a megabyte are not kept', async () => {
  let most = 0;
  const before = heldMegabytes();
  const refusing = checks({
    cases: () => series(casesOf(...Array.from({ length: cases }, (_, nth) => `/${nth}`))),
    judge: (exchange) => {
      if (exchange.key.index % 10 === 9) most = Math.max(most, heldMegabytes() - before);
      return refusedOr(exchange, failed(`accepted ${exchange.key.index % 3}`));
    },
  });
  const answer = (key: Key) => ({ status: 200, body: `${key.index} `.padEnd(megabyte, 'x') });
  // Each request gets a new target, because a target keeps its responses.
  const attempts: Attempts = {
    wait: async () => true,
    once: (...asked) => target(answer).once(...asked),
  };
  const part = await runOn(catalogueWith([refusing]), attempts);
  expect(Object.values(part.tallies).map(({ violated }) => violated)).toContain(cases);
  expect(most).toBeLessThan(cases / 3);
  expect(heldMegabytes() - before).toBeLessThan(5);
});
