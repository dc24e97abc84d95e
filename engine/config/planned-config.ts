import type { Config } from './config.ts';

const recorded = [
  'claim',
  'allow',
  'only',
  'skip',
  'input',
  'depth',
  'seed',
  'strict',
  'concurrency',
  'shard',
  'profile',
  'suspicions',
  'target',
] as const;

export type PlannedConfig = Pick<Config, (typeof recorded)[number]> &
  Readonly<{
    values: Readonly<Record<string, string>>;
    has: Readonly<ReturnType<typeof credentialsIn>>;
  }>;

export function plannedConfig(config: Config): PlannedConfig {
  const given = recorded
    .filter((name) => config[name] !== undefined)
    .map((name) => [name, config[name]]);
  return {
    ...(Object.fromEntries(given) as Pick<Config, (typeof recorded)[number]>),
    values: plainValues(config),
    has: credentialsIn(config),
  };
}

const credentialsIn = ({ clients, tokens, users, network }: Config) => ({
  scopedClient: clients.scoped !== undefined,
  unscopedClient: clients.unscoped !== undefined,
  tokens: Object.keys(tokens),
  secondUser: users.second !== undefined,
  foreignUser: users.foreign !== undefined,
  deniedUser: users.denied !== undefined,
  sameLanguage: users.sameLanguage,
  proxy: network.proxy !== undefined,
  listener: network.listenUrl !== undefined,
});

export function plainValues({ clients, users, target }: Config) {
  const values: Record<string, string> = { audience: target.audience };
  for (const name of ['first', 'second', 'foreign', 'denied'] as const) {
    const id = users[name];
    if (id !== undefined) values[`user:${name}`] = id;
  }
  for (const [name, { id }] of Object.entries(clients)) values[`client:${name}:id`] = id;
  return values;
}

/** Plans the recorded run again. Its credentials are placeholders and are never sent. */
export function recordedConfig(plan: PlannedConfig): Config {
  const { has, ...recorded } = plan;
  const client = { id: 'recorded', secret: 'recorded' };
  return {
    ...recorded,
    clients: {
      ...(has.scopedClient && { scoped: client }),
      ...(has.unscopedClient && { unscoped: client }),
    },
    tokens: Object.fromEntries(has.tokens.map((name) => [name, 'recorded'])),
    users: {
      first: 'recorded',
      ...(has.secondUser && { second: 'recorded' }),
      ...(has.foreignUser && { foreign: 'recorded' }),
      ...(has.deniedUser && { denied: 'recorded' }),
      sameLanguage: has.sameLanguage,
    },
    timeoutMs: 0,
    deadlineS: 0,
    network: {
      headers: {},
      allowPlainHttp: false,
      ...(has.proxy && { proxy: {} }),
      ...(has.listener && { listenUrl: 'http://127.0.0.1:0' }),
    },
  };
}
