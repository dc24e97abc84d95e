import type { RefusalCause } from '../catalogue/check.ts';
import { type Exchange, isAnswered, type Send } from '../exchange/exchange.ts';
import { isLoadShedding } from '../judging/answer.ts';
import { longestSpread } from '../judging/lags.ts';
import type { Attempts } from '../traffic/attempts.ts';
import type { Sent, Suspect } from './token-losses.ts';

/**
 * The controls before the suspect in each round. Their number differs, so that a token for a fixed
 * number of requests does not end after the suspect each time.
 */
const rounds = [3, 5, 4, 6, 3] as const;

interface Means extends Pick<Attempts, 'wait'> {
  readonly send: Send;
}

/**
 * Finds the request that makes the target refuse a token or a user which it accepted before. Sends
 * each suspect between two controls. If the second one is refused, five rounds follow, each with a
 * new token: controls, the suspect, a control. The suspect is the cause if exactly the last
 * control of each round is refused. Call it when nothing else is in flight. Another client that
 * revokes the token with probability p per request is mistaken for the suspect with probability
 * p⁵(1 - p)²¹, less than 3·10⁻⁶ for any p. The controls are as far apart as the suspect takes, so
 * that no token ends with time after a slow suspect only.
 */
export async function findRefusalCause(
  suspects: readonly Suspect[],
  means: Means,
): Promise<RefusalCause | undefined> {
  const experiment = new Experiment(means);
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
  #latest: { readonly suspect: Suspect; readonly isAccepted: boolean } | undefined;
  #sent = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /** Gets a new token if necessary. */
  async isReady(suspect: Suspect): Promise<boolean> {
    const latest = this.#latest;
    if (latest?.isAccepted && latest.suspect.control === suspect.control) return true;
    return isAccepted(await this.#control(suspect)) || (await this.#restore(suspect));
  }

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

  /** Not every server may know a new token at once. */
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
