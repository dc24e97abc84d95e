import type { Provider } from './provider.ts';
import type { Forward } from './upstream.ts';

export type On = (id: string) => boolean;

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
  readonly text?: string | Buffer;
}

export interface World {
  readonly on: On;
  readonly provider: Provider;
  readonly forward: Forward;
  readonly memory: Map<string, unknown>;
}

export class Refusal extends Error {
  readonly status: number;
  readonly description: string | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, description?: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.description = description;
    this.headers = headers;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Counts the uses of a name within one target. */
export function count(memory: Map<string, unknown>, name: string): number {
  const next = ((memory.get(name) as number | undefined) ?? 0) + 1;
  memory.set(name, next);
  return next;
}
