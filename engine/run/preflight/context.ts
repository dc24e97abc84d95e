import type { Endpoint } from '../../catalogue/index.ts';
import type { Config } from '../../config/config.ts';
import type { Send, TokenFacts } from '../../exchange/index.ts';

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
