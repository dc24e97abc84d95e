import type { Config } from '../config/config.ts';
import { keyText } from '../exchange/key.ts';
import type { Attempts } from '../run/polite.ts';
import type { PlannedConfig } from './har-file.ts';
import type { Exchanges } from './stored-exchanges.ts';

/** Finds the recorded exchange of each request by its key. */
export function replayAttempts(exchanges: Exchanges): Attempts {
  return {
    once: async (key, request) =>
      exchanges.get(keyText(key)) ?? {
        key,
        request,
        sentAt: 0,
        endedAt: 0,
        facts: { echoes: [], tokens: {} },
        answer: { lost: 'not-recorded', detail: 'the evidence does not contain this exchange' },
      },
    isReplay: true,
    // Always looks for a retry after a 401. The evidence contains one only if the run sent it.
    isRevoked: async () => true,
    wait: async () => true,
  };
}

/** The part of a configuration that is recorded. */
export function plannedConfig(config: Config): PlannedConfig {
  const { claim, allow, only, depth, seed, strict, concurrency, shard, profile, target } = config;
  return {
    ...(claim ? { claim } : {}),
    allow,
    ...(only ? { only } : {}),
    depth,
    seed,
    strict,
    concurrency,
    ...(shard ? { shard } : {}),
    profile,
    target,
    has: {
      scopedClient: config.clients.scoped !== undefined,
      unscopedClient: config.clients.unscoped !== undefined,
      tokens: Object.keys(config.tokens),
      secondUser: config.users.second !== undefined,
      foreignUser: config.users.foreign !== undefined,
      deniedUser: config.users.denied !== undefined,
      sameLanguage: config.users.sameLanguage,
      proxy: config.network.proxy !== undefined,
    },
  };
}

/** A configuration that plans the recorded run again. Its credentials are placeholders and are never sent. */
export function recordedConfig(plan: PlannedConfig): Config {
  const { has, ...recorded } = plan;
  const client = { id: 'recorded', secret: 'recorded' };
  return {
    ...recorded,
    clients: {
      ...(has.scopedClient ? { scoped: client } : {}),
      ...(has.unscopedClient ? { unscoped: client } : {}),
    },
    tokens: Object.fromEntries(has.tokens.map((name) => [name, 'recorded'])),
    users: {
      first: 'recorded',
      ...(has.secondUser ? { second: 'recorded' } : {}),
      ...(has.foreignUser ? { foreign: 'recorded' } : {}),
      ...(has.deniedUser ? { denied: 'recorded' } : {}),
      sameLanguage: has.sameLanguage,
    },
    timeoutMs: 0,
    deadlineS: 0,
    network: { headers: {}, allowPlainHttp: false, ...(has.proxy ? { proxy: {} } : {}) },
  };
}
