import type { Exchanges } from '../evidence/stored-exchanges.ts';
import { keyText } from '../exchange/key.ts';
import type { Attempts } from './attempts.ts';

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
