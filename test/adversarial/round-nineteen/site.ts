export type Row = { [name: string]: unknown };

export interface User {
  readonly id: string;
  readonly language: 'en' | 'de';
  readonly currency: 'USD' | 'EUR';
  readonly denied: boolean;
}

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

/** One request on its way through the cycle. */
export interface Visit {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  route: string;
  id: string;
  token: string;
  claims: Row;
  user: User | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body?: unknown;
  text?: string;
  delay?: number;
  hang?: boolean;
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Hook {
  readonly priority: number;
  readonly run: (value: never, visit: Visit) => unknown;
}

/** Filters by priority, options and the object cache: what a plugin can reach. */
export class Site {
  readonly options = new Map<string, unknown>();
  readonly cache = new Map<string, unknown>();
  private readonly hooks = new Map<string, Hook[]>();

  add<T>(name: string, run: (value: T, visit: Visit) => T, priority = 10): void {
    const hooks = [...(this.hooks.get(name) ?? []), { priority, run: run as Hook['run'] }];
    this.hooks.set(
      name,
      hooks.sort((a, b) => a.priority - b.priority),
    );
  }

  apply<T>(name: string, value: T, visit: Visit): T {
    let result: unknown = value;
    for (const hook of this.hooks.get(name) ?? []) result = hook.run(result as never, visit);
    return result as T;
  }

  option<T>(name: string, fallback: T): T {
    return this.options.has(name) ? (this.options.get(name) as T) : fallback;
  }
}

export type Plugin = (site: Site) => void;

export const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const row = (value: unknown): Row => value as Row;
export const rows = (value: unknown): Row[] => value as Row[];
