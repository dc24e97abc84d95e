import { type Exchange, isAnswered, type Unanswered } from '../exchange/exchange.ts';
import { requestText } from '../exchange/request.ts';
import { silentAttempts } from '../judging/silence.ts';
import type { Monitors } from './monitors.ts';

/**
 * Finds a proven silence among the orders of one check. Each order is sent only once, so different
 * orders replace repeated attempts: four that fail alike, or three if at least half of all do.
 */
export function provenSilentOrder(
  tried: readonly Exchange[],
  monitors: Pick<Monitors, 'speakOf'>,
): Unanswered | undefined {
  const lost = tried.flatMap((one) => (isAnswered(one) || !monitors.speakOf(one) ? [] : [one]));
  return (['closed', 'timeout'] as const)
    .map((why) => lost.filter(({ answer }) => answer.lost === why))
    .find(isProven)?.[0];

  function isProven(alike: readonly Unanswered[]): boolean {
    const different = new Set(alike.map(({ request }) => requestText(request))).size;
    return (
      different > silentAttempts ||
      (different === silentAttempts && alike.length * 2 >= tried.length)
    );
  }
}

/** Watches the orders of a scenario or a monitor. `isAccepted` sends a well-formed order. */
export function listenToOrders(monitors: Monitors, isAccepted: (step: string) => Promise<boolean>) {
  const tried: Exchange[] = [];
  let silent = 0;
  let between: Promise<boolean> | undefined;
  return {
    /** After the second silent order, the target must still accept one. */
    hear: async (exchange: Exchange) => {
      tried.push(exchange);
      // A single silent order does not justify sending another.
      if (isAnswered(exchange) || !monitors.speakOf(exchange) || ++silent < 2) return;
      between ??= isAccepted('control-between');
      await between;
    },
    /** Reports a proven silence to the monitors, if the target accepts an order afterwards. */
    tell: async () => {
      const proven = provenSilentOrder(tried, monitors);
      if (proven && (await between) && (await isAccepted('control-after'))) monitors.lost(proven);
    },
  };
}
