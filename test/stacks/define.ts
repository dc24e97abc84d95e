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
  /** A proxy in front of it, which then has the port that clients know. */
  readonly front?: (place: FrontPlace) => Program;
}

export interface FrontPlace extends Place {
  /** The port of the server behind it. */
  readonly backend: number;
}

/** A stack of an identity provider, one server program and perhaps a proxy. */
export function defineStack({ identity, program, front, ...stack }: Definition): Stack {
  const source = join(stacksFolder, stack.id);
  const start = (toggle = ''): Promise<Target> =>
    startTarget({
      identity,
      toggle,
      program: (place) => program({ ...place, source, toggle }),
      ...(front ? { front: (place) => front({ ...place, source, toggle }) } : {}),
    });
  return { ...stack, start };
}
