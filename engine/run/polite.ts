import type { Answered, Exchange, Proof, Unanswered } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Key } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { header, isLoadShedding, isTooSlow } from '../judging/answer.ts';
import { clockOf } from '../judging/clock.ts';
import { httpDate } from '../judging/http-date.ts';
import { silentAttempts } from '../judging/silence.ts';
import { type Asking, usual } from './overload.ts';

/**
 * If the target sheds load, the request is retried later. If the connection breaks, the target may have closed an idle
 * connection, so the request is retried on a new one. An order is retried only after a 429 or a 503, or if its token
 * had been revoked.
 */
/** Attempts at one request while the target is down. */
const downAttempts = 5;

export interface Attempts {
  readonly once: (key: Key, request: Request, proof: Proof | undefined, fresh: boolean) => Promise<Exchange>;
  /**
   * Whether a request that timed out may be retried. Retries at a target that often hangs would use up the time of the
   * run.
   */
  readonly patient?: (key: Key) => boolean;
  /** The retry schedule for a response that shed load. */
  readonly shed?: (latest: Exchange) => Asking;
  /** Whether the request was refused because its token had been revoked. It is then retried with another token. */
  readonly isRevoked?: (refused: Answered) => Promise<boolean>;
  /** Set in a replay: the evidence decides which requests are retried. */
  readonly isReplay?: boolean;
  /** Waits that many milliseconds. Returns false if no time is left. A replay does not wait. */
  readonly wait: (ms: number) => Promise<boolean>;
  /** Waits until that time, in milliseconds since the epoch, or until the run stops. Absent in a replay. */
  readonly until?: (moment: number) => Promise<void>;
}

/**
 * Sends a request with retries and returns the last attempt. If the last attempt got no response but an earlier one was
 * shed, returns the shed one: the target was not silent in every attempt.
 */
export async function sendPolitely(
  attempts: Attempts,
  key: Key,
  request: Request,
  proof: Proof | undefined,
  repeatable: boolean,
): Promise<Exchange> {
  let latest = await attempts.once(key, request, proof, !repeatable && request.connection === undefined);
  let shed: Exchange | undefined;
  const final = () => (isAnswered(latest) ? latest : (shed ?? latest));
  for (let attempt = 1; repeatable || saysLater(latest) || isUnauthorised(latest); attempt++) {
    if (wasShed(latest)) shed = latest;
    if (isUnauthorised(latest)) {
      if (!(await attempts.isRevoked?.(latest))) return final();
    } else {
      const pause = pauseBefore(latest, attempt, attempts);
      if (pause === undefined || !mayRepeat(key, latest, attempts)) return final();
      if (!(await attempts.wait(pause))) return final();
    }
    const next = await attempts.once({ ...key, attempt: key.attempt + attempt }, request, proof, true);
    if (!isAnswered(next) && (next.answer.lost === 'not-recorded' || next.answer.lost === 'stopped')) return final();
    latest = next;
  }
  return final();
}

/**
 * Reports whether the target asks the client to retry later, so that even an order may be sent again. A 408 does not
 * count, because the order may have been processed anyway.
 */
function saysLater(latest: Exchange): boolean {
  return isAnswered(latest) && isLoadShedding(latest) && !isTooSlow(latest);
}

function isUnauthorised(latest: Exchange): latest is Answered {
  return isAnswered(latest) && latest.answer.status === 401;
}

function wasShed(latest: Exchange): boolean {
  return isAnswered(latest) && isLoadShedding(latest);
}

function mayRepeat(key: Key, latest: Exchange, { patient }: Attempts): boolean {
  return isAnswered(latest) || latest.answer.lost !== 'timeout' || (patient?.(key) ?? true);
}

/**
 * Reports whether both parsers rejected the response. Only one parser reads the response to a raw request or to a
 * request that changes data.
 */
function isGarbled({ request: { origin, method, wire }, answer }: Unanswered): boolean {
  return answer.lost === 'invalid-http' && origin === 'api' && method === 'GET' && wire === 'http';
}

/** Returns the milliseconds until the next attempt; undefined if there is none. */
function pauseBefore(latest: Exchange, attempt: number, { shed }: Attempts): number | undefined {
  if (isAnswered(latest) && isLoadShedding(latest)) {
    const { attempts, firstMs, longestMs } = shed?.(latest) ?? usual;
    if (attempt >= attempts) return undefined;
    const backoff = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
    // Retry-After is 0 if the server rounds down.
    return Math.max(backoff, pauseAskedFor(latest) ?? 0);
  }
  if (!isAnswered(latest) && latest.answer.lost === 'target-down') return attempt < downAttempts ? 1_000 : undefined;
  return isCurable(latest) && attempt < silentAttempts ? untilAgainMs(latest, attempt) : undefined;
}

/**
 * Returns the pause before a retry. If the target closes even a new connection, it may limit the connections per client,
 * so the pause is longer. A raw request tests whether the target crashed, so its pause stays short: a supervisor may
 * restart the target.
 */
function untilAgainMs(latest: Exchange, attempt: number): number {
  const isClosed = !isAnswered(latest) && latest.answer.lost === 'closed';
  return isClosed && attempt > 1 && latest.request.wire === 'http' ? 300 : 20 * attempt;
}

/** Reports whether a new connection may bring a response. */
function isCurable(latest: Exchange): boolean {
  if (isAnswered(latest)) return false;
  const { lost } = latest.answer;
  return lost === 'closed' || lost === 'refused-connection' || lost === 'timeout' || isGarbled(latest);
}

/** Returns the pause that a response requests, in milliseconds. A date counts by the server's clock (Date header). */
export function pauseAskedFor(answered: Answered): number | undefined {
  return retryAfterMs(header(answered, 'retry-after'), clockOf(answered));
}

/** Parses Retry-After (RFC 9110 section 10.2.3) into milliseconds from `now`; undefined if it is malformed. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  // Both a gateway and the application may set the header.
  if (/^\d+(?:\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number)) * 1000;
  const date = httpDate(value);
  return date === undefined ? undefined : Math.max(0, date * 1000 - now);
}
