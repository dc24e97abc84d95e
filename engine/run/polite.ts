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
 * A target that sheds load is asked again, later and without complaint; a connection that broke may have been one that
 * the target was about to close, so that is asked again on a new one. An order is sent again only where the target said
 * that it cannot take it now (429, 503), or refused it for a token that had been revoked.
 */
/** How often a target is asked whether it is back. */
const downAttempts = 5;

export interface Attempts {
  readonly once: (key: Key, request: Request, proof: Proof | undefined, fresh: boolean) => Promise<Exchange>;
  /** Whether a request that timed out may be sent again: a target that hangs a lot would take the run with it. */
  readonly patient?: (key: Key) => boolean;
  /** How an endpoint that turned a request away is asked for it. */
  readonly shed?: (latest: Exchange) => Asking;
  /** Whether a refusal was for a token that somebody else had revoked: the request is sent again, with another token. */
  readonly isRevoked?: (refused: Answered) => Promise<boolean>;
  /** Evidence tells what was not sent: what a run did about silence went by the moment, and is not decided again. */
  readonly isReplay?: boolean;
  /** Waits; false where there is no time left to. Replayed evidence does not wait. */
  readonly wait: (ms: number) => Promise<boolean>;
}

/**
 * The last attempt: the answer that counts, or the silence that stayed. Who shed load before it fell silent does so still:
 * that it did not answer was not seen as often as it was asked.
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

/** Of what was too slow, an order may have arrived. */
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

/** Whether two readers could not read the answer: one who asked for what is no HTTP, or to change something, has but one. */
function isGarbled({ request: { origin, method, wire }, answer }: Unanswered): boolean {
  return answer.lost === 'invalid-http' && origin === 'api' && method === 'GET' && wire === 'http';
}

/** Milliseconds until the next attempt; undefined where there is none. */
function pauseBefore(latest: Exchange, attempt: number, { shed }: Attempts): number | undefined {
  if (isAnswered(latest) && isLoadShedding(latest)) {
    const { attempts, firstMs, longestMs } = shed?.(latest) ?? usual;
    if (attempt >= attempts) return undefined;
    const backoff = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
    // Who rounds down says 0.
    return Math.max(backoff, pauseAskedFor(latest) ?? 0);
  }
  if (!isAnswered(latest) && latest.answer.lost === 'target-down') return attempt < downAttempts ? 1_000 : undefined;
  return isCurable(latest) && attempt < silentAttempts ? untilAgainMs(latest, attempt) : undefined;
}

/**
 * Who closed a new connection as well may have too many of this client, which takes a moment to change. What is sent raw
 * asks whether the target still works, and a moment later it may have been started again.
 */
function untilAgainMs(latest: Exchange, attempt: number): number {
  const isClosed = !isAnswered(latest) && latest.answer.lost === 'closed';
  return isClosed && attempt > 1 && latest.request.wire === 'http' ? 300 : 20 * attempt;
}

/** Whether a new connection may bring an answer. */
function isCurable(latest: Exchange): boolean {
  if (isAnswered(latest)) return false;
  const { lost } = latest.answer;
  return lost === 'closed' || lost === 'refused-connection' || lost === 'timeout' || isGarbled(latest);
}

/** Milliseconds of the pause that an answer asks for; a date is one of its own clock, which its Date tells. */
export function pauseAskedFor(answered: Answered): number | undefined {
  return retryAfterMs(header(answered, 'retry-after'), clockOf(answered));
}

/** Retry-After as milliseconds from `now` (RFC 9110 section 10.2.3); undefined where it is neither seconds nor a date. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  // A gateway and the application may each have set it.
  if (/^\d+(?:\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number)) * 1000;
  const date = httpDate(value);
  return date === undefined ? undefined : Math.max(0, date * 1000 - now);
}
