import type { Plan } from '../catalogue/index.ts';
import {
  type Exchange,
  isAnswered,
  isLavish,
  type Key,
  keyText,
  lostOf,
  type Request,
  type Send,
  unitOf,
} from '../exchange/index.ts';
import type { Attempts } from '../traffic/attempts.ts';
import { type Policies, Retry } from '../traffic/retry.ts';
import type { Ledger } from './ledger.ts';
import type { Monitors } from './monitors.ts';
import { Outage } from './outage.ts';
import { SilentEndpoints } from './preflight/slow-target.ts';
import { ProxyRefusals } from './proxy-refusals.ts';
import { TokenLosses } from './token-losses.ts';

export class Sender {
  readonly #retry;
  readonly #unseen: Exchange[] = [];
  #show: (exchange: Exchange) => void = (exchange) => this.#unseen.push(exchange);
  isLavish = false;
  /** What the operator must change. */
  ban: string | undefined;
  readonly outage = new Outage();
  readonly proxyRefusals = new ProxyRefusals();
  readonly tokenLosses: TokenLosses;
  readonly #silent = new SilentEndpoints();
  readonly send: Send;
  readonly sendKeepingToken: Send;
  /** Resolves to why a request must not be sent. */
  admit: (key: Key, request: Request) => Promise<string | undefined> = async () => undefined;
  onAttempt: (exchange: Exchange) => void = () => {};

  constructor(attempts: Attempts, { endpoints }: Plan, ledger: Ledger) {
    this.tokenLosses = new TokenLosses(endpoints);
    const policies: Policies = {
      heard: (exchange) => {
        this.onAttempt(exchange);
        if (isLavish(exchange)) this.isLavish = true;
        this.outage.hear(exchange);
        this.#silent.hear(exchange);
        this.tokenLosses.hear(exchange);
        if (!isAnswered(exchange) && exchange.answer.lost === 'banned')
          this.ban = exchange.answer.detail;
        this.proxyRefusals.hear(exchange);
        if (lostOf(exchange) !== 'stopped') ledger.time(exchange);
      },
      cleared: (once) => this.#show({ ...once, request: { ...once.request, purpose: 'cleared' } }),
    };
    this.#retry = new Retry(attempts, policies);
    const safety = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint.safety]));
    const use = usedKeys();
    const sending =
      (retry: Retry): Send =>
      async (key, request, proof) => {
        use(key);
        const reason = await this.admit(key, request);
        if (reason !== undefined) return unsent(key, request, reason);
        const isRepeatable = safety.get(key.endpoint) !== 'order';
        const exchange = await retry.send(key, request, proof, isRepeatable);
        this.#show(exchange);
        return exchange;
      };
    this.send = sending(this.#retry);
    this.sendKeepingToken = sending(new Retry(withoutRenewal(attempts), policies));
  }

  showTo(monitors: Monitors) {
    this.#show = (exchange) => monitors.see(exchange);
    for (const exchange of this.#unseen.splice(0)) this.#show(exchange);
  }

  async notices(isExplained: boolean): Promise<readonly string[]> {
    return [...this.#retry.notices(isExplained), ...(await this.#silent.notices(this.send))];
  }
}

function withoutRenewal(attempts: Attempts): Attempts {
  const { isReplay = false } = attempts;
  return {
    once: (...sent) => attempts.once(...sent),
    isBanned: async (refused) => (await attempts.isBanned?.(refused)) === true,
    isReplay,
    wait: (ms) => attempts.wait(ms),
  };
}

/** Not recorded: a replay comes to the same decision. */
function unsent(key: Key, request: Request, detail: string) {
  const answer = { lost: 'stopped', detail } as const;
  return { key, request, sentAt: 0, endedAt: 0, facts: { echoes: [], tokens: {} }, answer };
}

/** Throws a `RangeError` if a key is used twice: evidence has one exchange per key. */
export function usedKeys(): (key: Key) => void {
  // A long run has hundreds of thousands of keys, so their common part is stored once.
  const byUnit = new Map<string, Set<string>>();
  return (key) => {
    const unit = unitOf(key);
    const used = byUnit.get(unit) ?? new Set();
    byUnit.set(unit, used);
    const rest = [key.index, key.step, key.attempt].join('|');
    if (used.has(rest)) throw new RangeError(`two requests under the key ${keyText(key)}`);
    used.add(rest);
  };
}
