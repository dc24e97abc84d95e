import type { Knobs, Statuses } from './knobs.ts';
import { type Tables, tables } from './tables.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  constructor(status: number, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.description = description;
  }
}

/** One running implementation: its toggle, its knobs, its tables and what it counts. */
export interface Site {
  readonly on: (id: string) => boolean;
  readonly knobs: Knobs;
  readonly statuses: Statuses;
  readonly tables: Tables;
  readonly counts: Map<string, number>;
  readonly memory: Map<string, unknown>;
  readonly next: (name: string) => number;
}

const usual: Statuses = {
  unknown: 404,
  malformed: 400,
  absent: 400,
  body: 422,
  json: 400,
  media: 415,
  guide: 400,
  method: 405,
  token: 0,
  query: 0,
};

export function site(toggle: string | undefined, knobs: Knobs): Site {
  const counts = new Map<string, number>();
  return {
    on: (id) => id === toggle,
    knobs,
    statuses: { ...usual, ...knobs.statuses },
    tables: tables(knobs),
    counts,
    memory: new Map(),
    next: (name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return counts.get(name) ?? 0;
    },
  };
}
