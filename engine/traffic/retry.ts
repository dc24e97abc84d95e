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

/** While the target is down. */
const downAttempts = 5;
/** A run gives up before it replaces so many tokens for one request. */
const mostReplaced = 10;
/** Before each repetition after a 5xx. A node may fail briefly when it is taken out. */
const untilCleared = [100, 300, 900] as const;
/** Before each repetition after a refusal of a proxy, which may be busy for a moment. */
const untilProxyMs = [100, 1_000] as const;

export interface Policies {
  readonly backoff?: Backoff;
  /** Whether requests that time out are never retried. */
  readonly endsAtTimeout?: boolean;
  readonly heard?: (attempt: Exchange) => void;
  /** Called with a 5xx that did not recur in three more requests. */
  readonly cleared?: (once: Answered) => void;
}

/**
 * Retries later if the target sheds load, and on a new connection if one breaks, which may have
 * been idle. After a 5xx, three more responses show whether it recurs. An order is retried only
 * after a 429 or a 503, a revoked token, or the refusal of a firewall.
 */
export class Retry {
  readonly #attempts: Attempts;
  readonly #policies: Policies;
  readonly #backoff: Backoff;
  readonly #timeouts = new TimeoutBudget();
  readonly revokedTokens = new RevokedTokens();
  /** Requests that were sent again because a ban had ended. */
  #outlasted = 0;

  constructor(attempts: Attempts, policies: Policies = {}) {
    this.#attempts = attempts;
    this.#policies = policies;
    this.#backoff = policies.backoff ?? new Backoff();
  }

  /**
   * The last attempt. If it got no response but an earlier one was shed, that one: the target was
   * not always silent.
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

  /** After a 5xx, the next 5xx, or else the last of three more responses. */
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

  /** After the pause that it takes. */
  async #isDue(key: Key, latest: Exchange, attempt: number): Promise<boolean> {
    if (isUnauthorised(latest)) return this.#isRevoked(latest);
    const pause = this.#pauseBefore(latest, attempt);
    return pause !== undefined && this.#mayRepeat(key, latest) && this.#attempts.wait(pause);
  }

  /** For the operator. `isExplained`: it is known who revoked tokens. */
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

  /** In milliseconds; undefined if there is no further attempt. */
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

/** Too late to see whether a 5xx recurs. */
const untried: Lost = {
  lost: 'stopped',
  detail: 'the run ended before the request that got a 5xx was sent again',
};

/** The run was stopped before the request, live or when it was recorded. */
export function isUnsent({ answer }: Exchange): boolean {
  return 'lost' in answer && (answer.lost === 'not-recorded' || answer.lost === 'stopped');
}

/**
 * Whether a repetition shows if the 5xx recurs. Not of a malformed request on which the service
 * itself failed (500), or which the token endpoint may count as an attempt.
 */
function mayClear(first: Exchange, proof: Proof | undefined): first is Answered {
  const { origin, purpose, wire } = first.request;
  if (!isAnswered(first) || wire === 'raw' || purpose === 'repeat') return false;
  const { status } = first.answer;
  if (status === 500) return proof === undefined;
  return (status === 502 || status === 504) && (proof === undefined || origin === 'api');
}

/** Even an order may be sent again. Not after a 408: it may have been processed anyway. */
const saysLater = (latest: Exchange): boolean =>
  isAnswered(latest) && isLoadShedding(latest) && !isTooSlow(latest);

/** The service may not have seen the request, so even an order may be sent again. */
const mayCome = (latest: Exchange): boolean =>
  saysLater(latest) || isUnauthorised(latest) || mayBeBan(latest);

/** A rate limit that ends is no ban that the operator must know of. */
const isAnswered429 = (latest: Exchange): boolean =>
  isAnswered(latest) && latest.answer.status === 429;

const isUnauthorised = (latest: Exchange): latest is Answered =>
  isAnswered(latest) && latest.answer.status === 401;

/** Both parsers rejected it. Only one reads responses to raw requests and changes of data. */
function isGarbled({ request: { origin, method, wire }, answer }: Unanswered): boolean {
  return answer.lost === 'invalid-http' && origin === 'api' && method === 'GET' && wire === 'http';
}

/**
 * If the target closes even a new connection, it may limit the connections per client, so the pause
 * is longer. A raw request tests whether the target crashed: a supervisor may restart it, so its
 * pause stays short.
 */
function untilAgainMs(latest: Exchange, attempt: number): number {
  if (!isAnswered(latest) && latest.answer.lost === 'proxy') return untilProxyMs[attempt - 1] ?? 0;
  const isClosed = !isAnswered(latest) && latest.answer.lost === 'closed';
  return isClosed && attempt > 1 && latest.request.wire === 'http' ? 300 : 20 * attempt;
}

const passing: ReadonlySet<LostWhy> = new Set(['closed', 'refused-connection', 'timeout', 'proxy']);

/** A new connection may bring a response. */
function isCurable(latest: Exchange): boolean {
  if (isAnswered(latest)) return false;
  const { request, answer } = latest;
  // It may be the identity provider's refusal, which counts for a lock-out.
  const mayCount = request.origin === 'token' && request.yields === undefined;
  if (answer.lost === 'proxy' && mayCount) return false;
  return passing.has(answer.lost) || isGarbled(latest);
}
