import { randomUUID } from 'node:crypto';

export type Fields = Record<string, string | string[]>;
export type Json = Record<string, unknown>;

/** What the gateway hands to a function. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly params: Record<string, string>;
  readonly query: URLSearchParams;
  readonly fields: Record<string, string | undefined>;
  readonly raw: Buffer;
  readonly user: string;
  readonly client: string;
}
export interface Answer {
  status: number;
  fields: Fields;
  body?: unknown;
  text?: string;
  /** The functions that can tell a refusal from a success by its kind. */
  kind?: string;
}
export class Refusal extends Error {
  readonly status: number;
  readonly kind: string;
  readonly description: string | null;
  constructor(status: number, kind: string, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.description = description;
  }
}
/** What lives as long as one started target: toggles, and the memory of warm functions. */
export class Warm {
  readonly #toggle: string | undefined;
  readonly #counts = new Map<string, number>();
  readonly memory = new Map<string, unknown>();
  constructor(toggle: string | undefined) {
    this.#toggle = toggle;
  }
  has(id: string): boolean {
    return this.#toggle === id;
  }
  count(name: string): number {
    const next = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, next);
    return next;
  }
  forget(): void {
    this.memory.clear();
    this.#counts.clear();
  }
}
export const ok = (body: unknown, fields: Fields = {}): Answer => ({ status: 200, fields, body });
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
export const freshId = (): string => randomUUID();
