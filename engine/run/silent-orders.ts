import type { Exchange, Unanswered } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { requestText } from '../exchange/request.ts';
import { silentAttempts } from '../judging/silence.ts';

/**
 * An order is sent once, so that none stays silent in three attempts. Three different ones of one check stand for these:
 * alike silent, and no fewer than those that were answered; or one more, however many were. The first of them; undefined
 * where nothing is proven.
 */
export function provenSilentOrder(
  tried: readonly Exchange[],
  speaksOf: (exchange: Unanswered) => boolean,
): Unanswered | undefined {
  const lost = tried.flatMap((one) => (isAnswered(one) || !speaksOf(one) ? [] : [one]));
  return (['closed', 'timeout'] as const)
    .map((why) => lost.filter(({ answer }) => answer.lost === why))
    .find(isProven)?.[0];

  function isProven(alike: readonly Unanswered[]): boolean {
    const different = new Set(alike.map(({ request }) => requestText(request))).size;
    return different > silentAttempts || (different === silentAttempts && alike.length * 2 >= tried.length);
  }
}
