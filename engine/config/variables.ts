import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { ConfigError, type Problem } from './config-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { isSecret } from './found.ts';
import type { Layer, Tree } from './layer.ts';
import { withValue } from './layer.ts';
import { asList, asNumber, asPermissions, asText, asYesNo, type Read } from './read-text.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** For each variable, the key of harness.config.ts that it sets, and the reader of its value. */
export const variables: Readonly<Record<string, readonly [key: string, read: Read]>> = {
  HARNESS_BASE_URL: ['target.baseUrl', asText],
  HARNESS_AUTH_URL: ['target.authUrl', asText],
  HARNESS_AUDIENCE: ['target.audience', asText],
  HARNESS_JWKS_URL: ['target.jwksUrl', asText],
  HARNESS_SANDBOX: ['target.sandbox', asYesNo],
  HARNESS_CLIENT_ID: ['clients.scoped.id', asText],
  HARNESS_CLIENT_SECRET: ['clients.scoped.secret', asText],
  HARNESS_UNSCOPED_CLIENT_ID: ['clients.unscoped.id', asText],
  HARNESS_UNSCOPED_CLIENT_SECRET: ['clients.unscoped.secret', asText],
  HARNESS_TOKEN: ['tokens.scoped', asText],
  HARNESS_UNSCOPED_TOKEN: ['tokens.unscoped', asText],
  HARNESS_EXPIRED_TOKEN: ['tokens.expired', asText],
  HARNESS_OTHER_AUDIENCE_TOKEN: ['tokens.otherAudience', asText],
  HARNESS_DENIED_TOKEN: ['tokens.denied', asText],
  HARNESS_USER_ID: ['users.first', asText],
  HARNESS_SECOND_USER_ID: ['users.second', asText],
  HARNESS_FOREIGN_USER_ID: ['users.foreign', asText],
  HARNESS_DENIED_USER_ID: ['users.denied', asText],
  HARNESS_SAME_LANGUAGE: ['users.sameLanguage', asYesNo],
  HARNESS_CLAIM: ['claim', asList],
  HARNESS_ALLOW: ['allow', asPermissions],
  HARNESS_DEPTH: ['run.depth', asText],
  HARNESS_SEED: ['run.seed', asNumber],
  HARNESS_STRICT: ['run.strict', asYesNo],
  HARNESS_CONCURRENCY: ['run.concurrency', asNumber],
  HARNESS_RATE: ['run.rate', asNumber],
  HARNESS_TIMEOUT: ['run.timeoutMs', asNumber],
  HARNESS_DEADLINE: ['run.deadlineS', asNumber],
  HARNESS_ALLOW_PLAIN_HTTP: ['network.allowPlainHttp', asYesNo],
  HARNESS_OUT: ['out', asText],
  HARNESS_SIGNING_KEY: ['signingKey', asText],
};

/** The number of shards, for a Kubernetes Job, which states only the index. Not a key of the configuration. */
export const shardTotalVariable = 'HARNESS_SHARD_TOTAL';
const known: readonly string[] = [...Object.keys(variables), shardTotalVariable];

/** Variables of other products: a CI product named Harness, and Kubernetes services of that name. */
const foreign =
  /^HARNESS_(ACCOUNT|AGENT|BUILD|DELEGATE|EXECUTION|NODE|ORG|PIPELINE|PORT|PROJECT|SERVICE|STAGE|STEP|WORKSPACE)(_|$)/;

export interface Environment {
  /** The process environment, which overrides `.env`, without empty variables. */
  readonly all: Env;
  /** The name of a variable in messages. */
  readonly nameOf: (variable: string) => string;
}

/** Reads `.env` in the working directory, if it exists. The process environment overrides it. */
export async function readEnvironment(env: Env, cwd: string): Promise<Environment> {
  const own = filled(env);
  const file = filled(await dotEnv(join(cwd, '.env')));
  return {
    all: { ...file, ...own },
    nameOf: (variable) =>
      own[variable] === undefined && file[variable] !== undefined ? `${variable} in .env` : variable,
  };
}

async function dotEnv(path: string): Promise<Env> {
  try {
    return parse(await readFile(path, 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT') return {};
    throw new ConfigError(
      [
        {
          key: '.env',
          source: '.env',
          found: `a file that cannot be read (${code})`,
          accepted: 'a readable file, or none',
          cure: 'Make .env in the working directory readable, or remove it.',
        },
      ],
      'config-file-broken',
    );
  }
}

/** An empty variable counts as unset, because CI systems pass undefined variables that way. */
function filled(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}

/** The configuration from the variables. */
export function variableLayer({ all, nameOf }: Environment, cwd: string): Layer {
  const sources = new Map<string, string>();
  let values: Tree = {};
  for (const [variable, [key, read]] of Object.entries(variables)) {
    const text = all[variable];
    if (text === undefined) continue;
    values = withValue(values, key.split('.'), read(text));
    sources.set(key, nameOf(variable));
  }
  return {
    values,
    sourceOf: (key) => sources.get(key) ?? sources.get(key.split(/[.[]/)[0] ?? '') ?? 'variables',
    booleans: '1 or true, 0 or false',
    folder: cwd,
  };
}

/** Reports unknown variables with our prefix, because they are probably typing errors. */
export function unknownVariables({ all, nameOf }: Environment): Problem[] {
  return Object.keys(all)
    .filter((name) => name.startsWith('HARNESS_') && !known.includes(name) && !foreign.test(name))
    .sort()
    .map((name) => {
      const meant = didYouMean(name, known);
      return {
        key: nameOf(name),
        source: nameOf(name),
        found: 'an unknown variable',
        accepted: meant ?? known.join(', '),
        cure: meant === undefined ? 'Unset it.' : `Did you mean ${meant}?`,
      };
    });
}

/** The values of the variables that contain secrets. */
export function secretsIn({ all }: Environment): string[] {
  return Object.entries(variables).flatMap(([variable, [key]]) => {
    const text = all[variable];
    return text !== undefined && isSecret(key.split('.')) ? [text] : [];
  });
}
