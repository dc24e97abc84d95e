import type { Endpoint } from '../../catalogue/endpoint.ts';
import type { Config } from '../../config/config.ts';
import type { Exchange, Send, TokenFacts } from '../../exchange/exchange.ts';
import type { Request } from '../../exchange/request.ts';

export interface PreflightContext {
  readonly config: Pick<
    Config,
    'clients' | 'tokens' | 'target' | 'profile' | 'suspicions' | 'users'
  >;
  readonly covered: readonly Endpoint[];
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
  readonly send: Send;
  /** False if no time is left. A replay does not wait. */
  readonly wait: (ms: number) => Promise<boolean>;
  readonly nameGuide: (nth: number, id: string) => void;
}

export function asker({ send }: PreflightContext, endpoint: string) {
  return (index: number, step: string, request: Request): Promise<Exchange> =>
    send({ requirement: 'run/setup', endpoint, index, step, attempt: 0 }, request);
}
