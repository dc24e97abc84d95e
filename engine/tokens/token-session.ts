import type { Config } from '../config/config.ts';
import type { Answered, Exchange, Lost } from '../exchange/exchange.ts';
import type { Key } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { TokenBudget } from './budget.ts';
import { type Due, expiryOf, spreadOf, type TokenExpiry, yieldedBy } from './expiry.ts';
import { Revocation } from './revocation.ts';

/** How a token session sends and waits. */
export interface Means {
  /** Sends the request once, like any other. */
  readonly once: (key: Key, request: Request) => Promise<Exchange>;
  /**
   * Sends the token request while nothing else is in flight, and retries it if a rate limit rejects it. Passes each
   * response to `heard` before anything else is sent.
   */
  readonly renew: (key: Key, request: Request, heard: (came: Exchange) => void) => Promise<Exchange>;
  /** Lets nothing leave before that time (milliseconds since the epoch). */
  readonly pauseUntil: (time: number) => void;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly isStopped: () => boolean;
}

/** The run's tokens: renews those that expire or were revoked, and limits the requests to the token endpoint. */
export class TokenSession {
  readonly #means: Means;
  readonly #expiry: TokenExpiry;
  readonly #revocation: Revocation;
  readonly #budget = new TokenBudget();

  constructor(config: Pick<Config, 'tokens' | 'clients'>, means: Means) {
    this.#means = means;
    this.#expiry = expiryOf(config, Date.now());
    this.#revocation = new Revocation({
      ask: means.once,
      renew: (symbol) => this.#renewRevoked(symbol),
      wait: means.wait,
    });
  }

  /** Returns why a request is not sent: its token is expired or revoked, and cannot be renewed. */
  refusal(request: Request, now: number): Lost | undefined {
    const revoked = this.#revocation.spent(request);
    if (revoked !== undefined) return { lost: 'no-credential', detail: revoked };
    const spent = this.#expiry.spent(request, now);
    if (spent === undefined) return undefined;
    const reason = [`${spent} expired and could not be renewed`, this.#budget.exhausted()].filter(Boolean).join(': ');
    return { lost: 'no-credential', detail: reason };
  }

  /** Counts a request that is about to be sent. Returns why it must not be sent, if too many tokens were requested. */
  spend(request: Request): Lost | undefined {
    return this.#budget.spend(request);
  }

  /** Reports whether a token in this request must be renewed before it is sent. */
  isDue(request: Request, now: number): boolean {
    return this.#expiry.isDue(request, now);
  }

  /** Notes that a request is sent. */
  use(request: Request): void {
    this.#expiry.use(request);
  }

  /** Notes a response. */
  heard(exchange: Exchange): void {
    this.#expiry.learn(exchange);
    this.#revocation.heard(exchange);
  }

  /** Renews a token in this request if it is about to expire. */
  async renewIfDue(request: Request): Promise<void> {
    const due = this.#expiry.due(request, Date.now());
    if (!due || this.#means.isStopped()) return;
    await this.#renew(due, (came) => this.#means.pauseUntil(came.endedAt + spreadOf(came)));
  }

  /** Reports whether a request was refused because its token had been revoked, so that it must be retried. */
  async isRevoked(refused: Answered): Promise<boolean> {
    return !this.#means.isStopped() && this.#revocation.isRevoked(refused);
  }

  async #renewRevoked(symbol: string): Promise<boolean> {
    const due = this.#means.isStopped() ? undefined : this.#expiry.anew(symbol, Date.now());
    return due !== undefined && yieldedBy(await this.#renew(due, () => {})) === symbol;
  }

  async #renew({ symbol, request, nth }: Due, heard: (came: Exchange) => void): Promise<Exchange> {
    const step = `renew-${symbol}`;
    const key = { requirement: 'run/setup', endpoint: 'POST {auth_url}', index: nth, step, attempt: 0 };
    try {
      return await this.#means.renew(key, request, heard);
    } finally {
      this.#expiry.renewed(symbol);
    }
  }
}
