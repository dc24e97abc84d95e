import { isSecret } from './found.ts';
import type { Layer, Tree } from './layer.ts';
import { withValue } from './layer.ts';
import { asList, asNumber, asPermissions, asText, asYesNo, type Read } from './read-text.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Environment {
  /** `.env` overridden by the process environment, without empty variables. */
  readonly all: Env;
  readonly nameOf: (variable: string) => string;
  /** Variables that are only set to an empty string, with their names for messages. */
  readonly emptied: ReadonlyMap<string, string>;
  /** The names, for messages, of variables whose values end directly before a `#` in `.env`. */
  readonly cut: ReadonlySet<string>;
}

export const variables: Readonly<Record<string, readonly [key: string, read: Read]>> = {
  M2M_BASE_URL: ['target.baseUrl', asText],
  M2M_AUTH_URL: ['target.authUrl', asText],
  M2M_AUDIENCE: ['target.audience', asText],
  M2M_JWKS_URL: ['target.jwksUrl', asText],
  M2M_SANDBOX: ['target.sandbox', asYesNo],
  M2M_CLIENT_ID: ['clients.scoped.id', asText],
  M2M_CLIENT_SECRET: ['clients.scoped.secret', asText],
  M2M_UNSCOPED_CLIENT_ID: ['clients.unscoped.id', asText],
  M2M_UNSCOPED_CLIENT_SECRET: ['clients.unscoped.secret', asText],
  M2M_TOKEN: ['tokens.scoped', asText],
  M2M_UNSCOPED_TOKEN: ['tokens.unscoped', asText],
  M2M_EXPIRED_TOKEN: ['tokens.expired', asText],
  M2M_OTHER_AUDIENCE_TOKEN: ['tokens.otherAudience', asText],
  M2M_DENIED_TOKEN: ['tokens.denied', asText],
  M2M_USER_ID: ['users.first', asText],
  M2M_SECOND_USER_ID: ['users.second', asText],
  M2M_FOREIGN_USER_ID: ['users.foreign', asText],
  M2M_DENIED_USER_ID: ['users.denied', asText],
  M2M_SAME_LANGUAGE: ['users.sameLanguage', asYesNo],
  M2M_CLAIM: ['claim', asList],
  M2M_ALLOW: ['allow', asPermissions],
  M2M_DEPTH: ['run.depth', asText],
  M2M_SEED: ['run.seed', asNumber],
  M2M_STRICT: ['run.strict', asYesNo],
  M2M_CONCURRENCY: ['run.concurrency', asNumber],
  M2M_RATE: ['run.rate', asNumber],
  M2M_TIMEOUT: ['run.timeoutMs', asNumber],
  M2M_DEADLINE: ['run.deadlineS', asNumber],
  M2M_ALLOW_PLAIN_HTTP: ['network.allowPlainHttp', asYesNo],
  M2M_LISTEN_URL: ['network.listenUrl', asText],
  M2M_OUT: ['out', asText],
  M2M_SIGNING_KEY: ['signingKey', asText],
};

/** A Kubernetes Job tells its pods their index, but not their number. */
export const shardTotalVariable = 'M2M_SHARD_TOTAL';

/** Variables that set no key, with their meanings. */
export const otherVariables: Readonly<Record<string, string>> = {
  [shardTotalVariable]: 'The number of shards for `--shard auto` in a Kubernetes Job.',
};

export const variableNames: readonly string[] = [
  ...Object.keys(variables),
  ...Object.keys(otherVariables),
];

export function variableLayer({ all, nameOf, emptied, cut }: Environment, cwd: string): Layer {
  const sources = new Map<string, string>();
  const empty = new Map<string, string>();
  let values: Tree = {};
  for (const [variable, [key, read]] of Object.entries(variables)) {
    const text = all[variable];
    const name = emptied.get(variable);
    if (name !== undefined) empty.set(key, name);
    if (text === undefined) continue;
    values = withValue(values, key.split('.'), read(text));
    sources.set(key, nameOf(variable));
  }
  return {
    values,
    sourceOf: (key) => sources.get(key) ?? sources.get(key.split(/[.[]/)[0] ?? '') ?? 'variables',
    booleans: '1 or true, 0 or false',
    folder: cwd,
    empty,
    cut,
  };
}

export function secretsIn({ all }: Environment): string[] {
  return Object.entries(variables).flatMap(([variable, [key]]) => {
    const text = all[variable];
    return text !== undefined && isSecret(key.split('.')) ? [text] : [];
  });
}
