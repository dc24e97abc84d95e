import type { User } from './catalogue.ts';
import type { Grants, World } from './world.ts';

export interface Context {
  readonly world: World;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly segment: string;
  grants: Grants | undefined;
  user: User | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Replaces what the body would be written as. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (context: Context) => Promise<Answer>;
export type Layer = (next: Handler) => Handler;
