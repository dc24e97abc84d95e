import type { RunningReference } from '../fixtures/reference/index.ts';
import { routeOf } from './config/check-endpoints.ts';
import { ConfigError } from './config/config-error.ts';
import { askOr, didYouMean, idLike } from './config/did-you-mean.ts';
import type { HarnessConfig } from './config/file-config.ts';
import { quoted } from './config/found.ts';
import { type EmbeddedConfig, type Resolved, resolveConfig } from './config/resolve.ts';
import type { Flags } from './config/settings.ts';
import {
  type Config,
  catalogue,
  declaredId,
  endpointTable,
  matchesGlob,
  type Profile,
  rows,
  runAsEndpoint,
  see,
} from './engine.ts';
import { InputError } from './exit.ts';
import { packageDoor } from './version.ts';

export type RunFlags = Flags & {
  readonly [name in 'dry' | 'json' | 'quiet' | 'verbose']?: boolean;
};

export type Target = Readonly<{
  config: Config;
  isEmbedded: boolean;
  settings: Resolved['settings'];
  close: () => Promise<void>;
}>;

/** `given` replaces the file. Without a target, starts the embedded reference, except in CI. */
export async function resolveTarget(flags: RunFlags, given?: HarnessConfig): Promise<Target> {
  const resolved = await resolveConfig({
    flags,
    env: process.env,
    cwd: process.cwd(),
    packageDoor,
    given,
  });
  requireVerifiedTls();
  checkIds(resolved.embedded ? resolved.partial : resolved.config);
  const { settings } = resolved;
  if (!resolved.embedded) {
    const config = withInput(resolved.config);
    return { config, isEmbedded: false, settings, close: async () => {} };
  }
  // In CI, a missing variable would otherwise make a green run.
  if (!settings.embedded && /^(true|1)$/i.test(process.env['CI'] ?? '')) {
    throw new InputError(
      'No target is configured, and CI is set. Set --base-url or M2M_BASE_URL. To certify the ' +
        'embedded reference implementation, add --embedded (in a program: embedded: true).',
    );
  }
  const [{ startReference }, { referenceProfile }] = await Promise.all([
    import('../fixtures/reference/index.ts'),
    import('../fixtures/profiles/reference.ts'),
  ]);
  const reference = await startReference();
  const config = withInput(completeEmbedded(resolved.partial, reference, referenceProfile));
  return { config, isEmbedded: true, settings, close: () => reference.close() };
}

export async function withTarget(
  flags: RunFlags,
  act: (target: Target) => Promise<number>,
): Promise<number> {
  const target = await resolveTarget(flags);
  return act(target).finally(target.close);
}

export const embeddedLine =
  'No target is configured: this is about the embedded reference implementation.\n';

const isOneOf = (globs: readonly string[], id: string) =>
  globs.some((glob) => matchesGlob(glob, id));

function checkIds({ only, skip = [], profile }: Pick<Config, 'only' | 'skip' | 'profile'>) {
  const ids = rows(catalogue).map(({ requirement }) => requirement.id);
  const asked = {
    '--only': only ?? [],
    '--skip': skip,
    'profile.waivers': profile.waivers.map(({ id }) => id),
  };
  for (const [key, globs] of Object.entries(asked)) {
    const unknown = globs.find((glob) => !ids.some((id) => matchesGlob(glob, id)));
    if (unknown === undefined) continue;
    const cure = askOr('`m2m-conformance requirements` lists them.', idLike(unknown, ids));
    throw new InputError(`${key}: found ${quoted(unknown)}, which matches no requirement. ${cure}`);
  }
  if (ids.every((id) => isOneOf(skip, id) || !isOneOf(only ?? ['*'], id))) {
    throw new InputError(
      `--skip: found ${skip.join(',')}, which leaves no requirement to judge. Skip fewer.`,
    );
  }
  checkEndpointIds(profile);
}

/** A declared endpoint must be new, and any other key must name an existing one. */
function checkEndpointIds({
  endpoints,
  scopes,
  successStatus,
  responseSchemas,
}: Config['profile']) {
  const specified = catalogue.endpoints.filter(({ origin }) => origin === 'api');
  for (const [at, endpoint] of endpoints.entries()) {
    const twin = specified.find((row) => routeOf(row) === routeOf(endpoint));
    if (!twin) continue;
    throw new InputError(
      `profile.endpoints[${at}]: found ${declaredId(endpoint)}, which the specification defines ` +
        `as ${twin.id}; accepted: endpoints that it does not define. Remove it. To declare more ` +
        `about ${twin.id}, use profile.scopes, profile.successStatus and profile.responseSchemas.`,
    );
  }
  const ids = [...specified.map(({ id }) => id), ...endpoints.map(declaredId)];
  for (const [key, byId] of Object.entries({ scopes, successStatus, responseSchemas })) {
    const wrong = Object.keys(byId).find((id) => !ids.includes(id));
    if (wrong === undefined) continue;
    const otherwise = 'Remove it, or declare the endpoint in profile.endpoints.';
    const cure = askOr(otherwise, didYouMean(wrong, ids));
    throw new InputError(
      `profile.${key}[${quoted(wrong)}]: found an unknown endpoint id; ` +
        `accepted: ${ids.join(', ')}. ${cure}`,
    );
  }
}

function completeEmbedded(
  partial: EmbeddedConfig,
  reference: Omit<RunningReference, 'close'>,
  profile: Profile,
): Config {
  const { baseUrl, authUrl, jwksUrl, audience, clients, expiredToken } = reference;
  const { unknown: _unknown, ...users } = reference.users;
  const isGiven = ([, value]: [string, unknown]) =>
    typeof value !== 'object' || Object.keys(value ?? {}).length > 0;
  return {
    ...partial,
    // The name tells readers that the report is not about their own implementation.
    target: { baseUrl, authUrl, audience, jwksUrl, implementation: embeddedName, sandbox: true },
    clients,
    tokens: { expired: expiredToken, otherAudience: reference.otherAudienceToken },
    users: { ...users, sameLanguage: false },
    profile: {
      ...profile,
      ...Object.fromEntries(Object.entries(partial.profile).filter(isGiven)),
    },
  };
}

export const embeddedName = 'embedded reference implementation';

const [variable, off] = ['NODE_TLS_REJECT_UNAUTHORIZED', '0'] as const;

/**
 * The harness verifies certificates all the same, but who sets this expects otherwise and needs the
 * right setting. A configuration file may set it too.
 */
function requireVerifiedTls() {
  if (process.env[variable] !== off) return;
  throw new ConfigError([
    {
      key: variable,
      source: variable,
      found: `${off}, which accepts any certificate`,
      accepted: 'certificates that are verified',
      cure:
        'Unset it. To trust a private authority, set network.ca to its PEM file. ' +
        see('certificates'),
    },
  ]);
}

/**
 * Monitors judge the responses to requests of other requirements. At their endpoints, the others
 * run too, but are not judged.
 */
function withInput(config: Config) {
  const { only, skip = [] } = config;
  if (only === undefined) return config;
  const monitors = rows(catalogue).flatMap(({ requirement }) => {
    const { id, kind } = requirement;
    return kind === 'monitor' && isOneOf(only, id) && !isOneOf(skip, id) ? [requirement] : [];
  });
  const endpoints = [...endpointTable(catalogue, config.profile), runAsEndpoint];
  const input = endpoints.filter((one) =>
    monitors.some((monitor) => monitor.endpoints?.(one) ?? true),
  );
  return input.length === 0 ? config : { ...config, input: input.map(({ id }) => id) };
}
