import { see } from '../config/troubleshooting.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  type Key,
  keyText,
  type Lost,
  type LostWhy,
  lostOf,
  type Proof,
  type Request,
  statusOf,
  type Unanswered,
} from '../exchange/index.ts';
import { isLoadShedding, isServerError, isTooSlow, silentAttempts } from '../judging/index.ts';
import type { Attempts } from './attempts.ts';
import { asRecorded, Backoff } from './backoff.ts';
import { mayBeBan } from './ban-response.ts';
import { cureOfBan } from './ban-text.ts';
import { pauseAskedFor } from './retry-after.ts';

const downAttempts = 5;
const mostReplaced = 10;
const untilCleared = [100, 300, 900] as const;
const untilProxyMs = [100, 1_000] as const;

type Asked = readonly [request: Request, proof: Proof | undefined, repeatable: boolean];

export type Policies = Readonly<{
  backoff?: Backoff;
  endsAtTimeout?: boolean;
  heard?: (attempt: Exchange) => void;
  cleared?: (once: Answered) => void;
}>;

class RevokedTokens {
  readonly #refused = new Set<string>();
  #repeated = 0;

  refused(exchange: Exchange) {
    this.#refused.add(nameOf(exchange));
  }

  attempted(exchange: Exchange) {
    const isRefused = this.#refused.delete(nameOf(exchange));
    if (isRefused && lostOf(exchange) !== 'not-recorded') this.#repeated++;
  }

  notice() {
    if (this.#repeated === 0) return undefined;
    const requests = this.#repeated === 1 ? 'A request was' : `${this.#repeated} requests were`;
    return (
      `${requests} refused with a token that had been accepted before, and retried with a new ` +
      'one. Tokens expire earlier than stated, or something else requests tokens for the same ' +
      `client. Configure a client that only this run uses. ${see('credentials')}`
    );
  }
}

const nameOf = ({ key }: Exchange) => keyText({ ...key, attempt: 0 });

/**
 * After a 5xx, three more responses show whether it recurs. An order is retried only after a 429 or
 * a 503, a revoked token, or the refusal of a firewall.
 */
export class Retry {
  readonly #attempts;
  readonly #policies;
  readonly #backoff;
  readonly #timeouts = new TimeoutBudget();
  readonly revokedTokens = new RevokedTokens();
  #outlasted = 0;

  constructor(attempts: Attempts, policies: Policies = {}) {
    this.#attempts = attempts;
    this.#policies = policies;
    this.#backoff = policies.backoff ?? new Backoff();
  }

  /** The last attempt, or an earlier one that was shed if it got no response. */
  async send(key: Key, ...asked: Asked) {
    const ended = () => this.#timeouts.ended(keyText(key));
    const final = await this.#settle(key, asked).finally(ended);
    this.#backoff.ended(final);
    return final;
  }

  async #settle(key: Key, asked: Asked) {
    const [, proof, repeatable] = asked;
    const first = await this.#attemptAll(key, asked);
    if (!repeatable || !mayClear(first, proof)) return first;
    let latest: Exchange = first;
    for (const pause of untilCleared) {
      const again: Key = { ...key, attempt: latest.key.attempt + 1 };
      const hasTime = await this.#attempts.wait(pause);
      latest = hasTime ? await this.#attemptAll(again, asked) : { ...first, answer: untried };
      if (isUnsent(latest)) return { ...first, answer: untried };
      if (!isAnswered(latest) || isServerError(latest)) return latest;
    }
    this.#policies.cleared?.(first);
    return latest;
  }

  async #attemptAll(key: Key, [request, proof, repeatable]: Asked) {
    const isFresh = !repeatable && request.connection === undefined;
    let latest = await this.#once(key, request, proof, isFresh);
    let shed: Exchange | undefined;
    let replaced = 0;
    const final = () =>
      isAnswered(latest) || lostOf(latest) === 'banned' ? latest : (shed ?? latest);
    for (let attempt = 1; repeatable || mayCome(latest); attempt++) {
      if (isAnswered(latest) && isLoadShedding(latest)) shed = latest;
      const isBanned = mayBeBan(latest) && (await this.#attempts.isBanned?.(latest)) === true;
      if (isUnauthorised(latest)) replaced++;
      const isDue =
        replaced <= mostReplaced && (isBanned || (await this.#isDue(key, latest, attempt)));
      if (!isDue) return final();
      const again = { ...key, attempt: key.attempt + attempt };
      const next = await this.#once(again, request, proof, true);
      if (isBanned && lostOf(next) === 'stopped') return next;
      if (isUnsent(next)) return final();
      // A rate limit that ends is no ban that the operator must know of.
      if (isBanned && isAnswered(next) && statusOf(latest) !== 429) this.#outlasted++;
      latest = next;
    }
    return final();
  }

  async #isDue(key: Key, latest: Exchange, attempt: number) {
    if (isUnauthorised(latest)) return this.#isRevoked(latest);
    const pause = this.#pauseBefore(latest, attempt);
    return pause !== undefined && this.#mayRepeat(key, latest) && this.#attempts.wait(pause);
  }

  notices(isExplained: boolean): readonly string[] {
    const revoked = isExplained ? undefined : this.revokedTokens.notice();
    const requests = this.#outlasted === 1 ? 'a request' : `${this.#outlasted} requests`;
    const banned =
      this.#outlasted > 0 &&
      `A firewall banned this client for a while: it refused ${requests}, which the run sent ` +
        `again. ${cureOfBan}, or lower --rate. ${see('bans')}`;
    return [revoked, banned].filter((one) => typeof one === 'string');
  }

  async #once(...sent: Parameters<Attempts['once']>) {
    const exchange = await this.#attempts.once(...sent);
    this.#policies.heard?.(exchange);
    this.#backoff.attempted(exchange);
    this.revokedTokens.attempted(exchange);
    if (lostOf(exchange) === 'timeout') this.#timeouts.timedOut();
    return exchange;
  }

  async #isRevoked(refused: Answered) {
    const isRevoked = (await this.#attempts.isRevoked?.(refused)) === true;
    if (isRevoked) this.revokedTokens.refused(refused);
    return isRevoked;
  }

  #mayRepeat(key: Key, latest: Exchange) {
    if (this.#attempts.isReplay || lostOf(latest) !== 'timeout') return true;
    return (
      latest.request.purpose !== 'patient' &&
      !this.#policies.endsAtTimeout &&
      this.#timeouts.lasts(keyText(key))
    );
  }

  #pauseBefore(latest: Exchange, attempt: number) {
    if (isAnswered(latest) && isLoadShedding(latest)) {
      const { attempts, firstMs, longestMs } = this.#attempts.isReplay
        ? asRecorded
        : this.#backoff.schedule(latest);
      if (attempt >= attempts) return undefined;
      const backoff = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
      // Retry-After is 0 if the server rounds down.
      return Math.max(backoff, pauseAskedFor(latest) ?? 0);
    }
    if (lostOf(latest) === 'target-down') return attempt < downAttempts ? 1_000 : undefined;
    return isCurable(latest) && attempt < silentAttempts
      ? untilAgainMs(latest, attempt)
      : undefined;
  }
}

const untried: Lost = {
  lost: 'stopped',
  detail: 'the run ended before the request that got a 5xx was sent again',
};

export const isUnsent = (exchange: Exchange) =>
  lostOf(exchange) === 'not-recorded' || lostOf(exchange) === 'stopped';

/**
 * Not if the service itself failed on a malformed request (500), or the token endpoint may count it
 * as an attempt.
 */
function mayClear(first: Exchange, proof: Proof | undefined): first is Answered {
  const { origin, purpose, wire } = first.request;
  if (!isAnswered(first) || wire === 'raw' || purpose === 'repeat') return false;
  const { status } = first.answer;
  if (status === 500) return proof === undefined;
  return (status === 502 || status === 504) && (proof === undefined || origin === 'api');
}

/** Even an order may be sent again. Not after a 408: it may have been processed anyway. */
const saysLater = (latest: Exchange) =>
  isAnswered(latest) && isLoadShedding(latest) && !isTooSlow(latest);

/** The service may not have seen the request, so even an order may be sent again. */
const mayCome = (latest: Exchange) =>
  saysLater(latest) || isUnauthorised(latest) || mayBeBan(latest);

const isUnauthorised = (latest: Exchange): latest is Answered => statusOf(latest) === 401;

/** Both parsers rejected it. Only one reads responses to raw requests and changes of data. */
const isGarbled = ({ request: { origin, method, wire }, answer }: Unanswered) =>
  answer.lost === 'invalid-http' && origin === 'api' && method === 'GET' && wire === 'http';

/** A target may limit connections. A supervisor may restart one that a raw request crashed. */
function untilAgainMs(latest: Exchange, attempt: number) {
  if (lostOf(latest) === 'proxy') return untilProxyMs[attempt - 1] ?? 0;
  const isClosed = lostOf(latest) === 'closed';
  return isClosed && attempt > 1 && latest.request.wire === 'http' ? 300 : 20 * attempt;
}

const passing: ReadonlySet<LostWhy> = new Set(['closed', 'refused-connection', 'timeout', 'proxy']);

function isCurable(latest: Exchange) {
  if (isAnswered(latest)) return false;
  const { request, answer } = latest;
  // It may be the identity provider's refusal, which counts for a lock-out.
  const mayCount = request.origin === 'token' && request.yields === undefined;
  if (answer.lost === 'proxy' && mayCount) return false;
  return passing.has(answer.lost) || isGarbled(latest);
}

const mostTimeouts = 9;
/** So many later requests are retried, one at a time, so that a later timeout can be proven. */
const mostLater = 2;

export class TimeoutBudget {
  #timeouts = 0;
  #later = 0;
  #retried: string | undefined;

  timedOut() {
    this.#timeouts++;
  }

  lasts(request: string) {
    if (this.#timeouts < mostTimeouts) return true;
    if (this.#retried === undefined && this.#later < mostLater) {
      this.#later++;
      this.#retried = request;
    }
    return this.#retried === request;
  }

  ended(request: string) {
    if (this.#retried === request) this.#retried = undefined;
  }
}
