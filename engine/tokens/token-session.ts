import { tokenRequest } from '../catalogue/index.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  type Key,
  type Lost,
  pieces,
  type Request,
  setupKey,
} from '../exchange/index.ts';
import { clockOf, isSuccess, jsonObject, longestSpread, mayEndNow } from '../judging/index.ts';
import { tokenFacts } from '../secrets/token-facts.ts';
import { Revocation } from './revocation.ts';

/** If the response states none, or an impossible one. */
const defaultLifetimeS = 300;
const retryMs = 10_000;
/** Otherwise a run might renew its token before every request. */
const shortestMs = 1_000;
/** The operator's token is not used this long before its stated expiry, because clocks differ. */
const clocksMs = 60_000;
/** Consecutive tokens that expired unused, before no further one is requested. */
const mostUnused = 3;

/**
 * With retries. Identity providers bill and limit requests, and lock clients out. At any depth, a
 * run requests about forty tokens and provokes as many refusals. The rest allows for renewals.
 */
export const mostGrants = 200;
/** Requests without `yields`, which provoke refusals. */
export const mostProvoked = 120;
const tooMany = (most: number) => `a run sends at most ${most} such requests to the token endpoint`;

/** `LiveTraffic` provides it, so that renewals pass the gate too. */
export type Means = Readonly<{
  once: (key: Key, request: Request) => Promise<Exchange>;
  /** While nothing else is in flight. `heard` gets each response before anything else is sent. */
  renew: (key: Key, request: Request, heard: (came: Exchange) => void) => Promise<Exchange>;
  pauseUntil: (time: number) => void;
  wait: (ms: number) => Promise<unknown>;
  isStopped: () => boolean;
}>;

interface Kept {
  readonly symbol: string;
  /** Absent if the operator supplied the token but no client for it. */
  readonly request?: Request | undefined;
  renewAt: number;
  readonly endsAt: number;
  tried: boolean;
  underWay?: boolean;
  /** Renewals since a token was last used, this one included. */
  readonly unused: number;
  renewals: number;
  used: boolean;
}

const isVain = ({ unused, used }: Kept) => unused >= mostUnused && !used;

export class TokenSession {
  readonly #clock;
  readonly #means;
  readonly #kept = new Map<string, Kept>();
  readonly #revocation;
  #grants = 0;
  #provoked = 0;

  constructor(clock: Clock, { tokens, clients }: Pick<Config, 'tokens' | 'clients'>, means: Means) {
    this.#clock = clock;
    this.#means = means;
    this.#revocation = new Revocation({
      ask: means.once,
      renew: async (symbol) =>
        yieldedBy(await this.#renew(this.#kept.get(symbol), clock.now())) === symbol,
      wait: means.wait,
    });
    const now = clock.now();
    for (const name of ['scoped', 'unscoped', 'denied'] as const) {
      const expiry = tokenFacts(tokens[name] ?? '').claims?.['exp'];
      if (typeof expiry !== 'number') continue;
      const request =
        name !== 'denied' && clients[name] !== undefined ? tokenRequest(name) : undefined;
      const leftMs = Math.max(expiry * 1000 - now, 0);
      const endsAt = now + Math.max(leftMs - clocksMs, leftMs * 0.75);
      const times = { renewAt: endsAt, endsAt, tried: request === undefined };
      const symbol = `token:${name}`;
      this.#kept.set(symbol, { symbol, request, ...times, renewals: 0, unused: 0, used: false });
    }
  }

  /** A refusal by the target would prove nothing. */
  refusal(request: Request, now: number): Lost | undefined {
    const revoked = this.#revocation.spent(request);
    if (revoked !== undefined) return { lost: 'no-credential', detail: revoked };
    const spent = this.#keptIn(request).find(
      (kept) => ((kept.tried && !kept.underWay) || isVain(kept)) && now >= kept.endsAt,
    );
    if (!spent) return undefined;
    const why = this.#grants < mostGrants ? '' : `: ${tooMany(mostGrants)}`;
    const detail = `${spent.symbol} expired and could not be renewed${why}`;
    return { lost: 'no-credential', detail };
  }

  spend({ origin, yields }: Request): Lost | undefined {
    if (origin !== 'token') return undefined;
    const most = yields === undefined ? mostProvoked : mostGrants;
    const before = yields === undefined ? this.#provoked++ : this.#grants++;
    return before < most ? undefined : { lost: 'no-credential', detail: tooMany(most) };
  }

  isDue(request: Request, now: number) {
    return this.#keptIn(request).some(
      (kept) => kept.request !== undefined && now >= kept.renewAt && !isVain(kept),
    );
  }

  use(request: Request) {
    for (const kept of this.#keptIn(request)) kept.used = true;
  }

  heard(exchange: Exchange) {
    this.#revocation.heard(exchange);
    const symbol = yieldedBy(exchange);
    if (symbol === undefined || !isAnswered(exchange)) return;
    const lifetimeMs = lifetimeS(exchange, symbol) * 1000;
    // A cached token ends within the second. The next request waits for the token that follows.
    if (lifetimeMs === 0) this.#means.pauseUntil(exchange.endedAt + shortestMs);
    const { renewals = 0, used = false, unused = 0 } = this.#kept.get(symbol) ?? {};
    this.#kept.set(symbol, {
      symbol,
      request: exchange.request,
      // A minute before the expiry, or after three quarters of a short lifetime.
      renewAt: exchange.endedAt + Math.max(lifetimeMs * 0.75, lifetimeMs - 60_000, shortestMs),
      endsAt: exchange.endedAt + lifetimeMs,
      tried: false,
      renewals,
      unused: renewals === 0 ? 0 : used ? 1 : unused + 1,
      used: false,
    });
  }

  async renewIfDue(request: Request, now = this.#clock.now()) {
    const due = this.#keptIn(request).find(({ renewAt }) => now >= renewAt);
    await this.#renew(due, now, (came) => this.#means.pauseUntil(came.endedAt + spreadOf(came)));
  }

  async isRevoked(refused: Answered) {
    return !this.#means.isStopped() && this.#revocation.isRevoked(refused);
  }

  async #renew(kept: Kept | undefined, now: number, heard = (_came: Exchange) => {}) {
    if (!kept?.request || this.#means.isStopped()) return undefined;
    kept.renewAt = now + retryMs;
    kept.tried = true;
    kept.underWay = true;
    const key = setupKey('POST {auth_url}', `renew-${kept.symbol}`, ++kept.renewals);
    try {
      return await this.#means.renew(key, kept.request, heard);
    } finally {
      const latest = this.#kept.get(kept.symbol);
      if (latest) latest.underWay = false;
    }
  }

  #keptIn({ headers }: Request) {
    return headers
      .flatMap(([, value]) => pieces(value))
      .flatMap((piece) =>
        typeof piece === 'object' && 'symbol' in piece ? (this.#kept.get(piece.symbol) ?? []) : [],
      );
  }
}

function spreadOf(renewal: Exchange) {
  const yields = yieldedBy(renewal);
  if (yields === undefined || !isAnswered(renewal)) return 0;
  return Math.min(longestSpread, (lifetimeS(renewal, yields) * 1000) / 3);
}

function yieldedBy(exchange: Exchange | undefined) {
  const yields = exchange?.request.yields;
  const isIssued =
    exchange && isAnswered(exchange) && isSuccess(exchange) && exchange.facts.tokens[yields ?? ''];
  return isIssued ? yields : undefined;
}

/**
 * The shorter of `expires_in`, and `exp` of the token relative to the Date of the response. Only a
 * cached token may have no time left.
 */
function lifetimeS(answered: Answered, symbol: string) {
  const stated = jsonObject(answered)?.['expires_in'];
  const token = answered.facts.tokens[symbol];
  if (stated === 0 && mayEndNow(answered, token)) return 0;
  const exp = token?.claims?.['exp'];
  const lifetimes = [stated, typeof exp === 'number' && exp - clockOf(answered) / 1000];
  const possible = lifetimes.filter((one) => typeof one === 'number').filter((one) => one > 0);
  return possible.length === 0 ? defaultLifetimeS : Math.min(...possible);
}
