import type { Config } from '../config/config.ts';
import { keyText } from '../exchange/key.ts';
import type { Attempts } from '../run/polite.ts';
import type { PlannedConfig } from './har-file.ts';
import type { Exchanges } from './stored-exchanges.ts';

/** Answers requests from recorded exchanges, by key alone. */
export function replayAttempts(exchanges: Exchanges): Attempts {
  return {
    once: async (key, request) =>
      exchanges.get(keyText(key)) ?? {
        key,
        request,
        sentAt: 0,
        endedAt: 0,
        facts: { echoes: [], tokens: {} },
        answer: { lost: 'not-recorded', detail: 'the evidence holds no such exchange' },
      },
    isReplay: true,
    // What was sent again stands there.
    isRevoked: async () => true,
    wait: async () => true,
  };
}

/** What of a configuration is recorded. */
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

/** A configuration that plans the recorded run again. Its credentials are stand-ins: nothing is ever sent with them. */
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
