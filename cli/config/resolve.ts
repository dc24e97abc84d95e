import { relative } from 'node:path';
import { type Config, defined, isRecord } from '../engine.ts';
import { checkCredentials } from './check-credentials.ts';
import { checkNetwork } from './check-network.ts';
import { checkProfile } from './check-profile.ts';
import { checkRun } from './check-run.ts';
import { checkTarget } from './check-target.ts';
import { ConfigError, type Problem } from './config-error.ts';
import { Draft } from './draft.ts';
import type { HarnessConfig, ReportSettings } from './file-config.ts';
import { isSecret, sizeOf } from './found.ts';
import type { Tree } from './layer.ts';
import { loadConfigFile } from './load-file.ts';
import { leafKeys, schemaAt } from './schema-keys.ts';
import {
  type Env,
  type Flags,
  flagLayer,
  readEnvironment,
  unknownVariables,
  variableLayer,
} from './settings.ts';
import { readSigningKey } from './signing-key.ts';

type ResolveRequest = Readonly<{
  flags: Flags;
  env: Env;
  cwd: string;
  packageDoor: string;
  /** The configuration of a program. If set, no file is read. */
  given?: HarnessConfig | undefined;
}>;

export const allReports: ReportSettings = {
  html: true,
  junit: true,
  ctrf: true,
  summary: true,
  badge: true,
  allure: true,
  mask: false,
};

type Settings = Awaited<ReturnType<typeof settingsOf>>;

/** Without what exists only after the target has started. */
export type EmbeddedConfig = Omit<Config, 'target' | 'clients' | 'tokens' | 'users'>;

export type Resolved =
  | { readonly embedded: true; readonly partial: EmbeddedConfig; readonly settings: Settings }
  | { readonly embedded: false; readonly config: Config; readonly settings: Settings };

/**
 * Precedence: flags, variables, `.env`, file, defaults. Throws a `ConfigError` that lists all
 * problems.
 */
export async function resolveConfig({
  flags,
  env,
  cwd,
  packageDoor,
  given,
}: ResolveRequest): Promise<Resolved> {
  const environment = await readEnvironment(env, cwd);
  const fromVariables = variableLayer(environment, cwd);
  const secrets = secretTexts(fromVariables.values);
  const context = { env: environment.all };
  try {
    const file = given
      ? undefined
      : await loadConfigFile({ cwd, file: text(flags['config']), packageDoor, context });
    const below = given ? [givenLayer(given, cwd)] : file ? [file] : [];
    const layers = [flagLayer(flags, cwd), fromVariables, ...below];
    secrets.push(...layers.flatMap(({ values }) => secretTexts(values)));
    const draft = new Draft(layers);
    draft.problems.push(...unknownVariables(environment));
    const resolved = await settled(draft, text(flags['shard']), environment.all, cwd);
    if (draft.problems.length > 0) throw new ConfigError(draft.problems);
    return resolved;
  } catch (error) {
    throw error instanceof ConfigError ? withoutSecrets(error, secrets) : error;
  }
}

async function settled(draft: Draft, shard: string | undefined, env: Env, cwd: string) {
  const embedded = !draft.given('target.baseUrl');
  const { claim, only, skip, allow, traceContext = false } = draft.values;
  const { target, urls } = checkTarget(draft);
  const shared = {
    ...defined({ claim, only, skip }),
    allow: { writes: embedded, orders: embedded, desync: embedded, ...defined(allow ?? {}) },
    ...checkRun(draft, shard, env),
    traceContext,
    profile: await checkProfile(draft),
    network: await checkNetwork(draft, env, urls),
  };
  const settings = await settingsOf(draft, cwd);
  if (embedded) {
    refuseTargetless(draft);
    return { embedded, partial: shared, settings };
  }
  return { embedded, config: { target, ...checkCredentials(draft), ...shared }, settings };
}

/** The operator would mistake the embedded run for one on the configured target. */
function refuseTargetless(draft: Draft) {
  const meant = leafKeys.find(
    (key) => /^(target|clients|tokens|users)\./.test(key) && draft.given(key),
  );
  if (meant === undefined) return;
  draft.refuse(
    'target.baseUrl',
    `nothing, although ${draft.sourceOf(meant)} sets ${meant}`,
    'the https URL of the target',
    'Set --base-url or M2M_BASE_URL; to run against the embedded reference implementation, ' +
      `leave out ${meant}.`,
  );
}

async function settingsOf(draft: Draft, cwd: string) {
  const { out, knownFailures, reports = {}, embedded = false } = draft.values;
  const signingKey = await readSigningKey(draft);
  const list = knownFailures && draft.pathOf('knownFailures', knownFailures);
  return {
    out: out === undefined ? 'reports/latest' : relative(cwd, draft.pathOf('out', out)) || '.',
    reports: { ...allReports, ...defined(reports) },
    ...defined({ knownFailures: list, signingKey }),
    embedded,
    /** By key: `flag --seed`, `M2M_SEED in .env`, `harness.config.ts` or `default`. */
    sources: Object.fromEntries(
      leafKeys.map((key) => [key, draft.given(key) ? draft.sourceOf(key) : 'default']),
    ),
  };
}

function givenLayer(given: HarnessConfig, cwd: string) {
  return {
    values: { ...given },
    sourceOf: () => 'the configuration',
    folder: cwd,
  };
}

function secretTexts(values: Tree, path: readonly string[] = []): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const here = [...path, name];
    // Samples and schemas have no known secrets, and may be circular.
    if (!schemaAt(here) && !isSecret(here)) return [];
    if (isRecord(value)) return secretTexts(value, here);
    return typeof value === 'string' && isSecret(here) ? [value] : [];
  });
}

function text(flag: string | boolean | undefined) {
  return typeof flag === 'string' ? flag : undefined;
}

/** Replacing shorter strings would garble ordinary words. */
const shortest = 6;

/** A thrown message may contain a secret, or one may be set in the wrong variable. */
function withoutSecrets(error: ConfigError, secrets: readonly string[]) {
  const needles = [
    ...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])),
  ]
    .filter((secret) => secret.length >= shortest)
    .sort((left, right) => right.length - left.length);
  const clean = (text: string) =>
    needles.reduce(
      (before, secret) => before.replaceAll(secret, () => `(${sizeOf(secret)})`),
      text,
    );
  const problems = error.problems.map(
    (problem): Problem => ({ ...problem, found: clean(problem.found) }),
  );
  return new ConfigError(problems);
}
