import type { Context, World } from './world.ts';

export interface Envelope<T> {
  readonly service: string;
  readonly method: string;
  readonly context: Context;
  readonly deadline: number;
  readonly payload: T;
}

type Method = (payload: never, envelope: Envelope<unknown>) => unknown;
export type Service = Readonly<Record<string, Method>>;

/** Carries envelopes between services of one process. A retry is made only within the deadline. */
export function createMesh(world: World, services: Readonly<Record<string, Service>>) {
  const attempt = async (envelope: Envelope<unknown>): Promise<unknown> => {
    const method = services[envelope.service]?.[envelope.method];
    if (method === undefined) throw new Error(`no route to ${envelope.service}`);
    return method(envelope.payload as never, envelope);
  };
  return async <T>(service: string, method: string, payload: unknown = {}): Promise<T> => {
    const context = world.context.getStore();
    if (context === undefined) throw new Error('no context');
    const envelope = { service, method, context, payload, deadline: Date.now() + 2000 };
    return (await attempt(hedged(world, envelope))) as T;
  };
}

/** The hedged copy of a slow call goes through a channel that is opened once. */
function hedged(world: World, envelope: Envelope<unknown>): Envelope<unknown> {
  if (!world.on('hedge-runs-in-the-context-of-its-channel') || envelope.service !== 'market') return envelope;
  const opener = (world.memory.get('channel') as Context | undefined) ?? envelope.context;
  world.memory.set('channel', opener);
  return world.every('hedge', 5) ? { ...envelope, context: opener } : envelope;
}

/** Loads what is asked for in one tick by one call. */
export function createLoader<T>(load: (keys: readonly string[]) => ReadonlyMap<string, T>) {
  let batch: Promise<ReadonlyMap<string, T>> | undefined;
  let keys: string[] = [];
  return async (key: string): Promise<T | undefined> => {
    keys.push(key);
    batch ??= Promise.resolve().then(() => {
      const asked = keys;
      keys = [];
      batch = undefined;
      return load([...new Set(asked)]);
    });
    return (await batch).get(key);
  };
}

/** Counts refusals as failures only where a defect says so. */
export function createBreaker(limit: number) {
  let failures = 0;
  return {
    failed: () => {
      failures += 1;
    },
    isOpen: () => failures >= limit,
  };
}
