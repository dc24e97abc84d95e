import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { outcomeDifferences } from '../../../engine/outcome/recompute.ts';
import { type RunningReference, startReference } from '../../../fixtures/reference/index.ts';
import { sample } from '../../scope.ts';
import { certifyTarget, configFor, fullConfigFor, judgedAgain, withOutcome } from './in-process.ts';

// A run may be stopped at any moment: by its deadline, by a signal, by the size of its evidence. What it says then, its
// evidence says too, and it accuses nobody of what it did not ask.

let reference: RunningReference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

/** What a run that was stopped says is no accusation, and its evidence says the same. */
async function expectNoAccusation(config: Config, requests: number): Promise<void> {
  const { result, evidence } = await certifyTarget(config, undefined, requests);
  expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
  expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
}

const everyMoment = Array.from({ length: 150 }, (_, nth) => nth);
const allow = { writes: true, orders: true, desync: true };
const only = ['http/protocol-violations', 'http/large-input'];

test.each(sample('moments to stop connection checks', everyMoment, 9))(
  'connection checks, stopped after %i',
  (moment) => expectNoAccusation(configFor(reference, { allow, only }), moment),
);

test.each(sample('moments to stop a run', everyMoment, 50))('a whole run, stopped after thirteen times %i', (moment) =>
  expectNoAccusation(fullConfigFor(reference), 13 * moment),
);
