import { see } from '../config/troubleshooting.ts';
import type { Answered, Exchange, Lost, LostWhy, Proof, Unanswered } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { type Key, keyText } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { isLoadShedding, isServerError, isTooSlow } from '../judging/answer.ts';
import { silentAttempts } from '../judging/silence.ts';
import type { Attempts } from './attempts.ts';
import { asRecorded, Backoff } from './backoff.ts';
import { mayBeBan } from './ban-response.ts';
import { pauseAskedFor } from './retry-after.ts';
import { RevokedTokens } from './revoked-tokens.ts';
import { TimeoutBudget } from './timeout-budget.ts';

/** Attempts at one request while the target is down. */
const downAttempts = 5;
/**
 * Repetitions of a request because its token was replaced. A run gives up before it replaces that
 * many tokens.
 */
const mostReplaced = 10;
/**
 * Milliseconds before each repetition of a request that got a 5xx. A node may fail briefly when it
 * is taken out.
 */
const untilCleared = [100, 300, 900] as const;
/**
 * Milliseconds before each repetition of a request that a proxy refused: a busy proxy refuses for a
 * moment.
 */
const untilProxyMs = [100, 1_000] as const;

/** What a run does with its attempts, and how it retries. */
export interface Policies {
  readonly backoff?: Backoff;
  /** Whether requests that time out are never retried. */
  readonly endsAtTimeout?: boolean;
  readonly heard?: (attempt: Exchange) => void;
  /** Called with a 5xx that did not recur when the request was sent three more times. */
  readonly cleared?: (once: Answered) => void;
}

/**
 * Sends requests with retries. If the target sheds load, the request is retried later. If the
 * connection breaks, the target may have closed an idle connection, so the request is retried on a
 * new one. After a 5xx, three more responses show whether it recurs. An order is retried only after
 * a 429 or a 503, if its token had been revoked, or if a firewall refused it.
 */
export class Retry {
  readonly #attempts: Attempts;
  readonly #policies: Policies;
  readonly #backoff: Backoff;
  readonly #timeouts = new TimeoutBudget();
  readonly revokedTokens = new RevokedTokens();
  /** How many requests were sent again because a ban of the client had ended. */
  #outlasted = 0;

  constructor(attempts: Attempts, policies: Policies = {}) {
    this.#attempts = attempts;
    this.#policies = policies;
    this.#backoff = policies.backoff ?? new Backoff();
  }

  /**
   * Returns the last attempt. If the last attempt got no response but an earlier one was shed,
   * returns the shed one: the target was not silent in every attempt.
   */
  async send(
    key: Key,
    request: Request,
    proof: Proof | undefined,
    repeatable: boolean,
  ): Promise<Exchange> {
    const final = await this.#settle(key, request, proof, repeatable).finally(() =>
      this.#timeouts.ended(keyText(key)),
    );
    this.#backoff.ended(final);
    return final;
  }

  /**
   * Returns the judged response. After a 5xx, that is the next 5xx, or else the last of three more
   * responses.
   */
  async #settle(
    key: Key,
    request: Request,
    proof: Proof | undefined,
    repeatable: boolean,
  ): Promise<Exchange> {
    const first = await this.#attemptAll(key, request, proof, repeatable);
    if (!repeatable || !mayClear(first, proof)) return first;
    let latest: Exchange = first;
    for (const pause of untilCleared) {
      const again: Key = { ...key, attempt: latest.key.attempt + 1 };
      const hasTime = await this.#attempts.wait(pause);
      latest = hasTime
        ? await this.#attemptAll(again, request, proof, repeatable)
        : { ...first, answer: untried };
      if (isUnsent(latest)) return { ...first, answer: untried };
      if (!isAnswered(latest) || isServerError(latest)) return latest;
    }
    this.#policies.cleared?.(first);
    return latest;
  }

  async #attemptAll(
    key: Key,
    request: Request,
    proof: Proof | undefined,
    repeatable: boolean,
  ): Promise<Exchange> {
    let latest = await this.#once(
      key,
      request,
      proof,
      !repeatable && request.connection === undefined,
    );
    let shed: Exchange | undefined;
    let replaced = 0;
    const final = () =>
      isAnswered(latest) || latest.answer.lost === 'banned' ? latest : (shed ?? latest);
    for (let attempt = 1; repeatable || mayCome(latest); attempt++) {
      if (isAnswered(latest) && isLoadShedding(latest)) shed = latest;
      const isBanned = mayBeBan(latest) && (await this.#attempts.isBanned?.(latest)) === true;
      if (isUnauthorised(latest)) replaced++;
      const isDue =
        replaced <= mostReplaced && (isBanned || (await this.#isDue(key, latest, attempt)));
      if (!isDue) return final();
      const next = await this.#once(
        { ...key, attempt: key.attempt + attempt },
        request,
        proof,
        true,
      );
      // The run was stopped before it was clear who refused the request.
      if (isBanned && !isAnswered(next) && next.answer.lost === 'stopped') return next;
      if (isUnsent(next)) return final();
      if (isBanned && isAnswered(next) && !isAnswered429(latest)) this.#outlasted++;
      latest = next;
    }
    return final();
  }

  /** Reports whether the request is sent again, after the pause that it takes. */
  async #isDue(key: Key, latest: Exchange, attempt: number): Promise<boolean> {
    if (isUnauthorised(latest)) return this.#isRevoked(latest);
    const pause = this.#pauseBefore(latest, attempt);
    return pause !== undefined && this.#mayRepeat(key, latest) && this.#attempts.wait(pause);
  }

  /**
   * Returns notices for the operator about requests that were sent again. `isExplained`: it is
   * known who revoked tokens.
   */
  notices(isExplained: boolean): readonly string[] {
    const revoked = isExplained ? undefined : this.revokedTokens.notice();
    const one = this.#outlasted === 1;
    const banned = `A firewall banned this client for a while: it refused ${one ? 'a request' : `${this.#outlasted} requests`}, which the run sent again after the ban. Ask the operator of the target for an exception for this client, or send more slowly (--rate). ${see('bans')}`;
    return [...(revoked === undefined ? [] : [revoked]), ...(this.#outlasted > 0 ? [banned] : [])];
  }

  async #once(...sent: Parameters<Attempts['once']>): Promise<Exchange> {
    const exchange = await this.#attempts.once(...sent);
    this.#policies.heard?.(exchange);
    this.#backoff.attempted(exchange);
    this.revokedTokens.attempted(exchange);
    if (!isAnswered(exchange) && exchange.answer.lost === 'timeout') this.#timeouts.timedOut();
    return exchange;
  }

  async #isRevoked(refused: Answered): Promise<boolean> {
    const isRevoked = (await this.#attempts.isRevoked?.(refused)) === true;
    if (isRevoked) this.revokedTokens.refused(refused);
    return isRevoked;
  }

  /** Retries at a target that often hangs would use up the time of the run. */
  #mayRepeat(key: Key, latest: Exchange): boolean {
    if (this.#attempts.isReplay || isAnswered(latest) || latest.answer.lost !== 'timeout')
      return true;
    return (
      latest.request.purpose !== 'patient' &&
      !this.#policies.endsAtTimeout &&
      this.#timeouts.lasts(keyText(key))
    );
  }

  /** Returns the milliseconds until the next attempt; undefined if there is none. */
  #pauseBefore(latest: Exchange, attempt: number): number | undefined {
    if (isAnswered(latest) && isLoadShedding(latest)) {
      const { attempts, firstMs, longestMs } = this.#attempts.isReplay
        ? asRecorded
        : this.#backoff.schedule(latest);
      if (attempt >= attempts) return undefined;
      const backoff = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
      // Retry-After is 0 if the server rounds down.
      return Math.max(backoff, pauseAskedFor(latest) ?? 0);
    }
    if (!isAnswered(latest) && latest.answer.lost === 'target-down')
      return attempt < downAttempts ? 1_000 : undefined;
    return isCurable(latest) && attempt < silentAttempts
      ? untilAgainMs(latest, attempt)
      : undefined;
  }
}

/**
 * The result of a request that got a 5xx at the end of the run, too late to see whether it recurs.
 */
const untried: Lost = {
  lost: 'stopped',
  detail: 'the run ended before the request that got a 5xx was sent again',
};

/** Whether the run was stopped before the request, live or when it was recorded. */
export function isUnsent({ answer }: Exchange): boolean {
  return 'lost' in answer && (answer.lost === 'not-recorded' || answer.lost === 'stopped');
}

/**
 * Reports whether the request is sent again to see whether its 5xx recurs. A malformed request is
 * not if the service itself failed on it (500), or if the token endpoint may count it as an
 * attempt.
 */
function mayClear(first: Exchange, proof: Proof | undefined): first is Answered {
  const { origin, purpose, wire } = first.request;
  if (!isAnswered(first) || wire === 'raw' || purpose === 'repeat') return false;
  const { status } = first.answer;
  if (status === 500) return proof === undefined;
  return (status === 502 || status === 504) && (proof === undefined || origin === 'api');
}

/**
 * Reports whether the target asks the client to retry later, so that even an order may be sent
 * again. A 408 does not count, because the order may have been processed anyway.
 */
const saysLater = (latest: Exchange): boolean =>
  isAnswered(latest) && isLoadShedding(latest) && !isTooSlow(latest);

/**
 * Reports whether the service may not have seen the request, so that even an order may be sent
 * again.
 */
const mayCome = (latest: Exchange): boolean =>
  saysLater(latest) || isUnauthorised(latest) || mayBeBan(latest);

/** A rate limit that ends is no ban that the operator must know of. */
const isAnswered429 = (latest: Exchange): boolean =>
  isAnswered(latest) && latest.answer.status === 429;

const isUnauthorised = (latest: Exchange): latest is Answered =>
  isAnswered(latest) && latest.answer.status === 401;

/**
 * Whether both parsers rejected the response. Only one reads responses to raw requests and to
 * changes of data.
 */
function isGarbled({ request: { origin, method, wire }, answer }: Unanswered): boolean {
  return answer.lost === 'invalid-http' && origin === 'api' && method === 'GET' && wire === 'http';
}

/**
 * Returns the pause before a retry. If the target closes even a new connection, it may limit the
 * connections per client, so the pause is longer. A raw request tests whether the target crashed,
 * so its pause stays short: a supervisor may restart the target.
 */
function untilAgainMs(latest: Exchange, attempt: number): number {
  if (!isAnswered(latest) && latest.answer.lost === 'proxy') return untilProxyMs[attempt - 1] ?? 0;
  const isClosed = !isAnswered(latest) && latest.answer.lost === 'closed';
  return isClosed && attempt > 1 && latest.request.wire === 'http' ? 300 : 20 * attempt;
}

const passing: ReadonlySet<LostWhy> = new Set(['closed', 'refused-connection', 'timeout', 'proxy']);

/** Reports whether a new connection may bring a response. */
function isCurable(latest: Exchange): boolean {
  if (isAnswered(latest)) return false;
  const { request, answer } = latest;
  // What a proxy seems to refuse may be the identity provider's refusal, which counts for a
  // lock-out.
  const mayCount = request.origin === 'token' && request.yields === undefined;
  if (answer.lost === 'proxy' && mayCount) return false;
  return passing.has(answer.lost) || isGarbled(latest);
}
