import { join } from 'node:path';
import type { Stack, Target } from './stack.ts';
import { stacksFolder, startTarget } from './target.ts';

/** Where the processes of a stack are started. */
export interface Place {
  /** The stack's folder of server files. */
  readonly source: string;
  /** Empty; removed at the end. */
  readonly folder: string;
  readonly port: number;
  readonly toggle: string;
}

export interface Program {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export type Identity = 'oauth2-mock-server' | 'oidc-provider';

export interface Definition extends Omit<Stack, 'start'> {
  readonly identity: Identity;
  /** The server's program; it may write configuration to `folder` first. */
  readonly program: (place: Place) => Program;
}

/** A stack of an identity provider and one server program. */
export function defineStack({ identity, program, ...stack }: Definition): Stack {
  const source = join(stacksFolder, stack.id);
  const start = (toggle = ''): Promise<Target> =>
    startTarget(identity, (place) => program({ ...place, source, toggle }), toggle);
  return { ...stack, start };
}
