import type { Catalogue } from './catalogue/catalogue.ts';
import { recordedConfig } from './config/planned-config.ts';
import type { Evidence, Exchanges } from './evidence/har-file.ts';
import { keyText } from './exchange/key.ts';
import type { Part } from './outcome/part.ts';
import { startRun } from './run/run.ts';
import type { Attempts } from './traffic/attempts.ts';

export const judgeEvidence = (
  catalogue: Catalogue,
  { record, exchanges }: Evidence,
): Promise<Part> =>
  startRun({
    catalogue,
    config: recordedConfig(record.plan),
    attempts: replayAttempts(exchanges),
    runId: record.run.id,
    givenTokens: record.givenTokens,
    values: record.plan.values,
    nameGuide: () => {},
  }).part;

export function replayAttempts(exchanges: Exchanges): Attempts {
  return {
    once: async (key, request) => {
      const recorded = exchanges.get(keyText(key));
      const { purpose } = request;
      if (recorded)
        return purpose ? { ...recorded, request: { ...recorded.request, purpose } } : recorded;
      const answer = {
        lost: 'not-recorded',
        detail: 'the evidence does not contain this exchange',
      } as const;
      return { key, request, sentAt: 0, endedAt: 0, facts: { echoes: [], tokens: {} }, answer };
    },
    isReplay: true,
    // Always looks for a retry. The evidence contains one only if the run sent it.
    isRevoked: async () => true,
    isBanned: async () => true,
    wait: async () => true,
  };
}
