import type { Settings } from './settings.ts';
import type { Bag, Exchange, Reply, User } from './types.ts';
import type { World } from './world.ts';

/** Who calls, as the token tells. */
export interface Caller {
  readonly clientId: string;
  readonly scopes: readonly string[];
}
interface Wire {
  readonly wait?: number;
  readonly chunk?: number;
}
/** The places at which a toggle may take part. */
export interface Hooks {
  readonly grant?: (ask: unknown, next: () => Promise<Reply>) => Promise<Reply>;
  readonly claims?: (claims: Bag) => Bag;
  readonly guard?: (ex: Exchange, next: () => Promise<Caller>) => Promise<Caller>;
  readonly scope?: (ex: Exchange, caller: Caller, next: () => void) => void;
  readonly user?: (ex: Exchange, next: () => User) => User;
  readonly handle?: (ex: Exchange, user: User | undefined, next: () => Promise<Reply>) => Promise<Reply>;
  readonly reply?: (reply: Reply, ex: Exchange, user: User | undefined) => Reply;
  readonly wire?: (number: number) => Wire;
}
export interface Toggle {
  readonly settings?: Partial<Settings>;
  readonly hooks?: (world: World) => Hooks;
}
