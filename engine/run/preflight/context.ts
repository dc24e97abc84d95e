import type { Endpoint } from '../../catalogue/endpoint.ts';
import type { Config } from '../../config/config.ts';
import type { Exchange, Send, TokenFacts } from '../../exchange/exchange.ts';
import type { Request } from '../../exchange/request.ts';

/** What a preflight needs. */
export interface PreflightContext {
  readonly config: Pick<
    Config,
    'clients' | 'tokens' | 'target' | 'profile' | 'suspicions' | 'users'
  >;
  readonly covered: readonly Endpoint[];
  /** Facts about the tokens that the operator supplied, by symbol. */
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
  readonly send: Send;
  /** Waits that many milliseconds. Returns false if no time is left. A replay does not wait. */
  readonly wait: (ms: number) => Promise<boolean>;
  /** Registers a guide's id under the symbol `guide:N`. */
  readonly nameGuide: (nth: number, id: string) => void;
}

/** Returns a function that sends requests of the preflight to that endpoint. */
export function asker({ send }: PreflightContext, endpoint: string) {
  return (index: number, step: string, request: Request): Promise<Exchange> =>
    send({ requirement: 'run/setup', endpoint, index, step, attempt: 0 }, request);
}
