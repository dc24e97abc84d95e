import type { Exchange, Unanswered } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { requestText } from '../exchange/request.ts';
import { silentAttempts } from '../judging/silence.ts';
import type { Monitors } from './monitors.ts';

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

export interface SilentOrders {
  /** Takes note of what was asked; after the second silence the target has to be there still. */
  readonly hear: (exchange: Exchange) => Promise<void>;
  /** Tells the monitors of the silence that is proven, if any, where the target is there after all of it. */
  readonly tell: () => Promise<void>;
}

/** Listens to the orders of a scenario or of a monitor; `isAccepted` sends one that is in order. */
export function listenToOrders(monitors: Monitors, isAccepted: (step: string) => Promise<boolean>): SilentOrders {
  const tried: Exchange[] = [];
  let silent = 0;
  let between: Promise<boolean> | undefined;
  return {
    hear: async (exchange) => {
      tried.push(exchange);
      // One alone is no reason to send an order more.
      if (isAnswered(exchange) || !monitors.speakOf(exchange) || ++silent < 2) return;
      between ??= isAccepted('control-between');
      await between;
    },
    tell: async () => {
      const proven = provenSilentOrder(tried, (exchange) => monitors.speakOf(exchange));
      if (proven && (await between) && (await isAccepted('control-after'))) monitors.lost(proven);
    },
  };
}
