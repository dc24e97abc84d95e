import type { Unanswered } from '../exchange/exchange.ts';

/** How often a request is sent that gets no answer. */
export const silentAttempts = 3;

/**
 * Whether the target is what has fallen silent: in every attempt, or for so long that it is not asked any more. One attempt
 * shows nothing where the run was stopped before the next; and what a network in between does looks different.
 */
export function isProvenSilence({ key, answer }: Unanswered): boolean {
  switch (answer.lost) {
    case 'target-down':
      return true;
    case 'refused-connection':
    case 'closed':
    case 'timeout':
      return key.attempt + 1 >= silentAttempts;
    default:
      return false;
  }
}

/**
 * Whether what became of the request may be the target's own doing: no answer, or one that no reader takes. To others than
 * GET no second reader was asked, and a proxy in between may be what cannot read.
 */
export function mayBeLostByTarget({ request, answer }: Unanswered, isDirect: boolean): boolean {
  if (request.origin !== 'api') return false;
  switch (answer.lost) {
    case 'closed':
    case 'timeout':
      return true;
    case 'invalid-http':
      return isDirect && request.method === 'GET';
    default:
      return false;
  }
}
