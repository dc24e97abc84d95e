import { afterAll, beforeAll, expect, test } from 'vitest';
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

const everyMoment = Array.from({ length: 150 }, (_, nth) => nth);

test.each(sample('moments to stop connection checks', everyMoment, 9))(
  'what connections are tried with, stopped after %i requests',
  async (moment) => {
    const allow = { writes: true, orders: true, desync: true };
    const config = configFor(reference, { allow, only: ['http/protocol-violations', 'http/large-input'] });
    const { result, evidence } = await certifyTarget(config, undefined, moment);
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
  },
);

test.each(sample('moments to stop a run', everyMoment, 50))(
  'a whole run, stopped after thirteen times %i',
  async (moment) => {
    const { result, evidence } = await certifyTarget(fullConfigFor(reference), undefined, 13 * moment);
    expect(withOutcome(result, 'fail', 'warn')).toEqual([]);
    expect(outcomeDifferences(await judgedAgain(evidence), result)).toEqual([]);
  },
);
