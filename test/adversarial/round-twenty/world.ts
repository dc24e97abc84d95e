import { AsyncLocalStorage } from 'node:async_hooks';
import { defaults, type Knobs } from './knobs.ts';
import { knobsOf } from './variants.ts';

/** What travels with a request through the services, as baggage does. */
export interface Context {
  readonly user: string;
  readonly language: string;
  readonly client: string;
}

/** Everything that one started implementation shares. */
export interface World {
  readonly on: (id: string) => boolean;
  readonly count: (name: string) => number;
  readonly every: (name: string, n: number) => boolean;
  readonly context: AsyncLocalStorage<Context>;
  readonly memory: Map<string, unknown>;
  readonly knobs: Knobs;
  readonly startedAt: number;
}

export function createWorld(toggle: string | undefined): World {
  const counters = new Map<string, number>();
  const count = (name: string) => {
    const next = (counters.get(name) ?? 0) + 1;
    counters.set(name, next);
    return next;
  };
  return {
    on: (id) => id === toggle,
    count,
    every: (name, n) => count(name) % n === 0,
    context: new AsyncLocalStorage<Context>(),
    memory: new Map(),
    knobs: { ...defaults, ...(toggle === undefined ? {} : knobsOf(toggle)) },
    startedAt: Date.now(),
  };
}

/** Reads a value that is made once in a world. */
export function once<T>(world: World, name: string, make: () => T): T {
  if (!world.memory.has(name)) world.memory.set(name, make());
  return world.memory.get(name) as T;
}
