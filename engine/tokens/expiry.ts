import { tokenRequest } from '../catalogue/well-formed.ts';
import type { Config } from '../config/config.ts';
import type { Answered, Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { pieces } from '../exchange/value.ts';
import { isSuccess, jsonObject } from '../judging/answer.ts';
import { clockOf } from '../judging/clock.ts';
import { longestSpread } from '../judging/token-spread.ts';
import { tokenFacts } from '../secrets/token-facts.ts';

/** The lifetime if the response states none, or an impossible one. */
const defaultLifetimeS = 300;
const retryMs = 10_000;
/** The least time before a renewal. Otherwise a run might renew its token before every request. */
const shortestMs = 1_000;
/** The run stops using the operator's token this long before its stated expiry, because clocks differ. */
const clocksMs = 60_000;

interface Kept {
  /** The request that renews it. Absent if the operator supplied the token but no client for it. */
  readonly request?: Request;
  renewAt: number;
  readonly endsAt: number;
  /** Whether a renewal was tried since this token was issued, and whether one is in progress. */
  tried: boolean;
  underWay?: boolean;
  renewals: number;
  /** The number of renewals since a token was last used, including the renewal that yielded this one. */
  readonly unused: number;
  /** Whether a request was sent with it. */
  used: boolean;
}

/** A token that must be renewed, the request that does it, and the number of renewals including this one. */
export interface Due {
  readonly symbol: string;
  readonly request: Request;
  readonly nth: number;
}

/** After this many consecutive tokens expired unused, no further token is requested. */
const mostUnused = 3;

function isVain({ unused, used }: Kept): boolean {
  return unused >= mostUnused && !used;
}

/** Tracks when the run's tokens expire, and which request renews each. */
export class TokenExpiry {
  readonly #kept = new Map<string, Kept>();

  /**
   * Registers a token that the operator supplied, with its expiry in seconds since the epoch. `request` renews it, if
   * there is one that can.
   */
  give(symbol: string, expiresS: number, request: Request | undefined, now: number): void {
    const leftMs = Math.max(expiresS * 1000 - now, 0);
    const endsAt = now + Math.max(leftMs - clocksMs, leftMs * 0.75);
    const renewable = request ? { request, tried: false } : { tried: true };
    this.#kept.set(symbol, { ...renewable, renewAt: endsAt, endsAt, renewals: 0, unused: 0, used: false });
  }

  /** Registers the token that a response yields, if any. */
  learn(exchange: Exchange): void {
    const yields = yieldedBy(exchange);
    if (yields === undefined || !isAnswered(exchange)) return;
    const lifetimeMs = lifetimeS(exchange, yields) * 1000;
    const former = this.#kept.get(yields);
    const renewals = former?.renewals ?? 0;
    const unused = renewals === 0 ? 0 : former?.used ? 1 : (former?.unused ?? 0) + 1;
    // A minute before the expiry, or after three quarters of a short lifetime.
    const renewAt = exchange.endedAt + Math.max(lifetimeMs * 0.75, lifetimeMs - 60_000, shortestMs);
    const endsAt = exchange.endedAt + lifetimeMs;
    this.#kept.set(yields, { request: exchange.request, renewAt, endsAt, tried: false, renewals, unused, used: false });
  }

  /**
   * Returns the symbol of a token in this request that has expired and could not be renewed, or that expires before
   * anything can be sent. Its refusal would prove nothing.
   */
  spent(request: Request, now: number): string | undefined {
    return [...tokensOf(request)].find((symbol) => {
      const kept = this.#kept.get(symbol);
      return kept && ((kept.tried && !kept.underWay) || isVain(kept)) && now >= kept.endsAt;
    });
  }

  /** Reports whether a token in this request must be renewed before it is sent. */
  isDue(request: Request, now: number): boolean {
    return [...tokensOf(request)].some((symbol) => {
      const kept = this.#kept.get(symbol);
      return kept?.request !== undefined && now >= kept.renewAt && !isVain(kept);
    });
  }

  /** Notes that a request is sent. */
  use(request: Request): void {
    for (const symbol of tokensOf(request)) {
      const kept = this.#kept.get(symbol);
      if (kept) kept.used = true;
    }
  }

  /** Returns a token in this request that must be renewed first, and the request that does it. */
  due(request: Request, now: number): Due | undefined {
    for (const symbol of tokensOf(request)) {
      const kept = this.#kept.get(symbol);
      if (kept && now >= kept.renewAt) return this.anew(symbol, now);
    }
    return undefined;
  }

  /** Notes that a renewal has ended, whatever the outcome. */
  renewed(symbol: string): void {
    const kept = this.#kept.get(symbol);
    if (kept) kept.underWay = false;
  }

  /** Starts a renewal of that token and returns it; undefined if no request can renew the token. */
  anew(symbol: string, now: number): Due | undefined {
    const kept = this.#kept.get(symbol);
    if (!kept?.request) return undefined;
    // Whatever the outcome, the next try waits.
    kept.renewAt = now + retryMs;
    kept.tried = true;
    kept.underWay = true;
    kept.renewals++;
    return { symbol, request: kept.request, nth: kept.renewals };
  }
}

/** Tracks those tokens from the operator that state when they expire. */
export function expiryOf({ tokens, clients }: Pick<Config, 'tokens' | 'clients'>, now: number): TokenExpiry {
  const given = new TokenExpiry();
  for (const name of ['scoped', 'unscoped', 'denied'] as const) {
    const expiry = tokenFacts(tokens[name] ?? '').claims?.['exp'];
    if (typeof expiry !== 'number') continue;
    const request = name !== 'denied' && clients[name] !== undefined ? tokenRequest(name) : undefined;
    given.give(`token:${name}`, expiry, request, now);
  }
  return given;
}

/** Returns the milliseconds until every server knows a renewed token: at most a third of its lifetime. */
export function spreadOf(renewal: Exchange): number {
  const yields = yieldedBy(renewal);
  if (yields === undefined || !isAnswered(renewal)) return 0;
  return Math.min(longestSpread, (lifetimeS(renewal, yields) * 1000) / 3);
}

/** Returns the symbol of the token that the response yields, if any. */
export function yieldedBy(exchange: Exchange): string | undefined {
  const { yields } = exchange.request;
  if (yields === undefined || !isAnswered(exchange) || !isSuccess(exchange)) return undefined;
  return exchange.facts.tokens[yields] === undefined ? undefined : yields;
}

function* tokensOf(request: Request): Generator<string> {
  for (const [, value] of request.headers) {
    if (typeof value === 'string') continue;
    for (const piece of pieces(value)) {
      if (typeof piece === 'object' && 'symbol' in piece && piece.symbol.startsWith('token:')) yield piece.symbol;
    }
  }
}

/** Returns the lower of the lifetime in the response and that in the token, by the clock of the response's Date. */
function lifetimeS(answered: Answered, symbol: string): number {
  const stated = jsonObject(answered)?.['expires_in'];
  const exp = answered.facts.tokens[symbol]?.claims?.['exp'];
  const candidates = [
    typeof stated === 'number' && stated > 0 ? stated : undefined,
    typeof exp === 'number' ? exp - clockOf(answered) / 1000 : undefined,
  ].filter((seconds) => seconds !== undefined && seconds > 0);
  return candidates.length === 0 ? defaultLifetimeS : Math.min(...(candidates as number[]));
}
