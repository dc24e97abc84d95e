import { describe, expect, onTestFinished, test } from 'vitest';
import { areas } from '../../../engine/schema/vocabulary.ts';
import { startReference } from '../../../fixtures/reference/index.ts';
import { sample } from '../../scope.ts';
import { certify, certifyTarget, fullConfigFor, judgedAgain, outcomeLines } from './in-process.ts';

describe('an area that is claimed alone', () => {
  test.each(sample('areas claimed alone', areas, 2))('%s', { timeout: 60_000 }, async (area) => {
    const reference = await startReference();
    onTestFinished(() => reference.close());
    const { result, evidence } = await certifyTarget(fullConfigFor(reference, { claim: [area] }));
    expect(result.failures).toEqual([]);
    expect(result.verdict).toBe('conformant');
    expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  });

  test('of which nothing is declared is not certified', async () => {
    const { result } = await certify({ claim: ['savings-vault'] });
    expect(result.verdict).toBe('inconclusive');
    const renewal = result.requirements.find(({ id }) => id === 'token/renewal');
    expect(renewal?.outcome).toBe('inconclusive');
    expect(renewal?.reason).toContain('declare the endpoints of savings-vault in profile.endpoints');
  });
});
