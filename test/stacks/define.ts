import { join } from 'node:path';
import type { Reasons, Stack, Target } from './stack.ts';
import { stacksFolder, startTarget } from './target.ts';

/** Folders and ports for the processes of a stack. */
export interface Place {
  /** The stack's folder of server files. */
  readonly source: string;
  /** The folder of the process, removed at the end. */
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
  /** Returns the server's program. May write configuration to `folder` first. */
  readonly program: (place: Place) => Program;
  /** Returns a proxy in front of the server. Then the proxy has the public port. */
  readonly front?: (place: FrontPlace) => Program;
}

export interface FrontPlace extends Place {
  /** The port of the server behind the proxy. */
  readonly backend: number;
}

/** What the identity provider's own parser causes. */
const reasonsOf: Readonly<Record<Identity, Reasons>> = {
  'oauth2-mock-server': {
    'token/json-extensions':
      'RFC 8259 section 8.1: parsers MAY ignore the presence of a byte order mark rather than treating it as an error. ' +
      "Express's body-parser, which the mock uses, does.",
  },
  'oidc-provider': {},
};

/** Returns the program of a stack whose server runs on Node. */
export function nodeServer(stack: string): () => Program {
  return () => ({ command: [process.execPath, join(stacksFolder, stack, 'server.mjs')] });
}

/** Joins the lines of a proxy's configuration. Empty lines stand for options that are off. */
export function withoutEmptyLines(lines: readonly string[]): string {
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** Defines a stack of an identity provider, one server program and an optional proxy. */
export function defineStack({ identity, program, front, ...stack }: Definition): Stack {
  const source = join(stacksFolder, stack.id);
  const start = (toggle = ''): Promise<Target> =>
    startTarget({
      identity,
      toggle,
      program: (place) => program({ ...place, source, toggle }),
      ...(front ? { front: (place) => front({ ...place, source, toggle }) } : {}),
    });
  return { ...stack, reasons: { ...reasonsOf[identity], ...stack.reasons }, start };
}
