import type { RefusalCause } from '../catalogue/check.ts';
import { type Exchange, isAnswered, type Send } from '../exchange/exchange.ts';
import { isLoadShedding } from '../judging/answer.ts';
import { longestSpread } from '../judging/lags.ts';
import type { Attempts } from '../traffic/attempts.ts';
import type { Sent, Suspect } from './token-losses.ts';

/**
 * The controls before the suspect in each round. Their number differs: so a token that is accepted
 * for a fixed number of requests does not end after the suspect each time.
 */
const rounds = [3, 5, 4, 6, 3] as const;

/** How to send a request whose token is not renewed if it is refused, and how to wait. */
interface Means extends Pick<Attempts, 'wait'> {
  readonly send: Send;
}

/**
 * Finds the request that makes the target refuse a token or a user which it accepted before. Sends
 * each suspect between two controls. If the second one is refused, five rounds follow, each with a
 * new token: several controls, then the suspect, then a control. The suspect is the cause if the
 * target refuses exactly the last control of each round. Call it when nothing else is in flight.
 *
 * Another client that revokes the token with probability p per request is mistaken for the suspect
 * with probability p⁵(1 - p)²¹, which is less than 3·10⁻⁶ for any p. Between the controls passes as
 * much time as the suspect takes: so a token that ends with time does not end only after a slow
 * suspect.
 */
export async function findRefusalCause(
  suspects: readonly Suspect[],
  means: Means,
): Promise<RefusalCause | undefined> {
  const experiment = new Experiment(means);
  /** The controls of tokens and users that are refused for good. */
  const gone = new Set<Sent>();
  try {
    for (const suspect of suspects) {
      if (gone.has(suspect.control)) continue;
      if (!(await experiment.isReady(suspect))) gone.add(suspect.control);
      else {
        const cause = await experiment.judge(suspect);
        if (cause) return cause;
      }
    }
    return undefined;
  } finally {
    await experiment.end();
  }
}

class Experiment {
  readonly #means: Means;
  /** The suspect whose control was sent last, and whether it was accepted. */
  #latest: { readonly suspect: Suspect; readonly isAccepted: boolean } | undefined;
  #sent = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /** Makes sure that the target accepts the control, with a new token if necessary. */
  async isReady(suspect: Suspect): Promise<boolean> {
    const latest = this.#latest;
    if (latest?.isAccepted && latest.suspect.control === suspect.control) return true;
    return isAccepted(await this.#control(suspect)) || (await this.#restore(suspect));
  }

  /**
   * Returns the suspect as the cause if it is followed by a refusal once, and then in each round.
   */
  async judge(suspect: Suspect): Promise<RefusalCause | undefined> {
    let found = await this.#refusedAfter(suspect);
    let without = 0;
    for (const controls of rounds) {
      if (!found || !(await this.#restore(suspect))) return undefined;
      const tookMs = found.cause.endedAt - found.cause.sentAt;
      for (let nth = 0; nth < controls; nth++) {
        await this.#means.wait(tookMs);
        if (!isAccepted(await this.#control(suspect))) return undefined;
        without++;
      }
      found = await this.#refusedAfter(suspect);
    }
    return found && { ...found, times: rounds.length, without };
  }

  /** Sends the suspect, and returns it with the control after it if that is refused. */
  async #refusedAfter(
    suspect: Suspect,
  ): Promise<Pick<RefusalCause, 'cause' | 'refused'> | undefined> {
    const cause = await this.#ask('suspect', suspect.sent);
    if (!isAnswered(cause) || (isRefused(cause) && suspect.isAdmitted)) return undefined;
    const refused = await this.#control(suspect);
    return isRefused(refused) ? { cause, refused } : undefined;
  }

  /** Leaves an accepted token, because the run may still have to restore the address. */
  async end(): Promise<void> {
    if (this.#latest?.isAccepted === false) await this.#restore(this.#latest.suspect);
  }

  /**
   * Requests a new token, and reports whether the target accepts it. Not every server may know it
   * at once.
   */
  async #restore(suspect: Suspect): Promise<boolean> {
    if (suspect.renewal) await this.#ask('token', suspect.renewal);
    const first = await this.#control(suspect);
    if (!isRefused(first)) return isAccepted(first);
    await this.#means.wait(longestSpread);
    return isAccepted(await this.#control(suspect));
  }

  async #control(suspect: Suspect): Promise<Exchange> {
    const came = await this.#ask('control', suspect.control);
    this.#latest = { suspect, isAccepted: isAccepted(came) };
    return came;
  }

  #ask(what: string, { endpoint, request }: Sent): Promise<Exchange> {
    const { connection: _, ...alone } = request;
    const key = {
      requirement: 'run/setup',
      endpoint,
      index: this.#sent++,
      step: `refusal-${what}`,
      attempt: 0,
    };
    return this.#means.send(key, { ...alone, purpose: 'repeat' });
  }
}

const isRefused = (came: Exchange): boolean =>
  isAnswered(came) && [401, 403].includes(came.answer.status);
const isAccepted = (came: Exchange): boolean =>
  isAnswered(came) && !isRefused(came) && !isLoadShedding(came);
