import type { Config } from '../config/config.ts';
import type { Answered, Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { pieces } from '../exchange/value.ts';
import { isSuccess, jsonObject } from '../judging/answer.ts';
import { clockOf } from '../judging/clock.ts';
import { longestSpread } from '../judging/token-spread.ts';
import { tokenRequest } from '../run/well-formed.ts';
import { tokenFacts } from './token-facts.ts';

/** Assumed where the answer does not say, or says nonsense. */
const defaultLifetimeS = 300;
const retryMs = 10_000;
/** However short a life is stated, the run does not renew before every request. */
const shortestMs = 1_000;
/** How much before the end that the operator's token states it is used for the last time: clocks differ. */
const clocksMs = 60_000;

interface Kept {
  /** By which it is had again; absent where the operator minted it and gave no client that could. */
  readonly request?: Request;
  renewAt: number;
  readonly endsAt: number;
  /** Whether a renewal was tried since this token was issued, and whether one is under way. */
  tried: boolean;
  underWay?: boolean;
  renewals: number;
  /** Renewed tokens in a row, this one among them, of which none before was used. */
  readonly unused: number;
  /** Whether a request was sent with it. */
  used: boolean;
}

/** A token that has to be had again, the request that does it, and how often it was before, this time among them. */
export interface Due {
  readonly symbol: string;
  readonly request: Request;
  readonly nth: number;
}

/** Tokens in a row that ended before anything was sent with them, after which another would change nothing. */
const mostUnused = 3;

function isVain({ unused, used }: Kept): boolean {
  return unused >= mostUnused && !used;
}

/** Knows when the tokens that the run sends expire, and by which request each is had again. */
export class TokenKeeper {
  readonly #kept = new Map<string, Kept>();

  /**
   * Takes note of a token that the operator minted beforehand, which states its end in seconds since the epoch, and of
   * the request by which it can be had again, if there is one.
   */
  give(symbol: string, expiresS: number, request: Request | undefined, now: number): void {
    const leftMs = Math.max(expiresS * 1000 - now, 0);
    const endsAt = now + Math.max(leftMs - clocksMs, leftMs * 0.75);
    const renewable = request ? { request, tried: false } : { tried: true };
    this.#kept.set(symbol, { ...renewable, renewAt: endsAt, endsAt, renewals: 0, unused: 0, used: false });
  }

  /** Takes note of an answer to a request that yields a token. */
  learn(exchange: Exchange): void {
    const yields = yieldedBy(exchange);
    if (yields === undefined || !isAnswered(exchange)) return;
    const lifetimeMs = lifetimeS(exchange, yields) * 1000;
    const former = this.#kept.get(yields);
    const renewals = former?.renewals ?? 0;
    const unused = renewals === 0 ? 0 : former?.used ? 1 : (former?.unused ?? 0) + 1;
    // A minute before the end, or after three quarters of a short life.
    const renewAt = exchange.endedAt + Math.max(lifetimeMs * 0.75, lifetimeMs - 60_000, shortestMs);
    const endsAt = exchange.endedAt + lifetimeMs;
    this.#kept.set(yields, { request: exchange.request, renewAt, endsAt, tried: false, renewals, unused, used: false });
  }

  /**
   * The symbol of a token in this request that has expired and could not be renewed, or that expires faster than anything
   * can be sent: its refusal would prove nothing.
   */
  spent(request: Request, now: number): string | undefined {
    return [...tokensOf(request)].find((symbol) => {
      const kept = this.#kept.get(symbol);
      return kept && ((kept.tried && !kept.underWay) || isVain(kept)) && now >= kept.endsAt;
    });
  }

  /** Whether a token in this request has to be renewed before it is sent. */
  isDue(request: Request, now: number): boolean {
    return [...tokensOf(request)].some((symbol) => {
      const kept = this.#kept.get(symbol);
      return kept?.request !== undefined && now >= kept.renewAt && !isVain(kept);
    });
  }

  /** Takes note that a request is sent. */
  use(request: Request): void {
    for (const symbol of tokensOf(request)) {
      const kept = this.#kept.get(symbol);
      if (kept) kept.used = true;
    }
  }

  /** The symbol of a token in this request that has to be renewed first, and the request that does it. */
  due(request: Request, now: number): Due | undefined {
    for (const symbol of tokensOf(request)) {
      const kept = this.#kept.get(symbol);
      if (kept && now >= kept.renewAt) return this.anew(symbol, now);
    }
    return undefined;
  }

  /** Takes note that a renewal has ended, whatever came of it. */
  renewed(symbol: string): void {
    const kept = this.#kept.get(symbol);
    if (kept) kept.underWay = false;
  }

  /** How that token is had again, now that it has to be; undefined where nobody knows. */
  anew(symbol: string, now: number): Due | undefined {
    const kept = this.#kept.get(symbol);
    if (!kept?.request) return undefined;
    // Whatever comes of it, the next try is not at once.
    kept.renewAt = now + retryMs;
    kept.tried = true;
    kept.underWay = true;
    kept.renewals++;
    return { symbol, request: kept.request, nth: kept.renewals };
  }
}

/** A keeper that knows of the tokens that the operator minted beforehand, as far as they say when they expire. */
export function keeperOf({ tokens, clients }: Pick<Config, 'tokens' | 'clients'>, now: number): TokenKeeper {
  const keeper = new TokenKeeper();
  for (const name of ['scoped', 'unscoped', 'denied'] as const) {
    const expiry = tokenFacts(tokens[name] ?? '').claims?.['exp'];
    if (typeof expiry !== 'number') continue;
    const request = name !== 'denied' && clients[name] !== undefined ? tokenRequest(name) : undefined;
    keeper.give(`token:${name}`, expiry, request, now);
  }
  return keeper;
}

/** Milliseconds after its answer in which a renewed token may not be known everywhere: of a short life not more than a third. */
export function spreadOf(renewal: Exchange): number {
  const yields = yieldedBy(renewal);
  if (yields === undefined || !isAnswered(renewal)) return 0;
  return Math.min(longestSpread, (lifetimeS(renewal, yields) * 1000) / 3);
}

/** The symbol of the token that came, if one did. */
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

/** What the answer says, and what the token says by the clock that the answer's Date tells: the less of both. */
function lifetimeS(answered: Answered, symbol: string): number {
  const stated = jsonObject(answered)?.['expires_in'];
  const exp = answered.facts.tokens[symbol]?.claims?.['exp'];
  const candidates = [
    typeof stated === 'number' && stated > 0 ? stated : undefined,
    typeof exp === 'number' ? exp - clockOf(answered) / 1000 : undefined,
  ].filter((seconds) => seconds !== undefined && seconds > 0);
  return candidates.length === 0 ? defaultLifetimeS : Math.min(...(candidates as number[]));
}
