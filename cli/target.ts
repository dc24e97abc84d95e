import { rows } from '../engine/catalogue/catalogue.ts';
import { declaredId } from '../engine/catalogue/endpoint-table.ts';
import { routeOf } from '../engine/config/check-endpoints.ts';
import type { Config } from '../engine/config/config.ts';
import { completeEmbedded } from '../engine/config/embedded.ts';
import type { HarnessConfig } from '../engine/config/file-config.ts';
import type { Flags } from '../engine/config/flags.ts';
import { quoted } from '../engine/config/found.ts';
import { type Resolved, resolveConfig } from '../engine/config/resolve.ts';
import { unknownIds } from '../engine/config/unknown-ids.ts';
import { catalogue } from '../suites/catalogue.ts';
import { InputError } from './exit.ts';
import { packageDoor } from './version.ts';

export type RunFlags = Flags & { readonly dry?: boolean; readonly json?: boolean };

export interface Target {
  readonly config: Config;
  readonly out: string;
  /** What concerns the command around the run. */
  readonly settings: Resolved['settings'];
  /** Ends the embedded reference implementation, where one was started. */
  readonly close: () => Promise<void>;
}

/** The target of flags, variables and file, or what a program gives in place of a file; the embedded reference implementation, started, where they name none. */
export async function resolveTarget(flags: RunFlags, given?: HarnessConfig): Promise<Target> {
  const resolved = await resolveConfig({
    flags,
    env: process.env,
    cwd: process.cwd(),
    packageDoor,
    given,
  });
  checkIds(resolved.embedded ? resolved.partial : resolved.config);
  const { settings } = resolved;
  const { out } = settings;
  if (!resolved.embedded) return { config: resolved.config, out, settings, close: async () => {} };
  const [{ startReference }, { referenceProfile }] = await Promise.all([
    import('../fixtures/reference/index.ts'),
    import('../fixtures/profiles/reference.ts'),
  ]);
  const reference = await startReference();
  const config = completeEmbedded(resolved.partial, reference, referenceProfile);
  return { config, out, settings, close: () => reference.close() };
}

function checkIds({ only, profile }: Pick<Config, 'only' | 'profile'>): void {
  const ids = rows(catalogue).map(({ requirement }) => requirement.id);
  const asked = [
    ...(only ?? []).map((glob) => ['--only', glob] as const),
    ...profile.waivers.map(({ id }) => ['profile.waivers', id] as const),
  ];
  for (const [key, glob] of asked) {
    const [unknown] = unknownIds([glob], ids);
    if (!unknown) continue;
    const meant = unknown.suggestion === undefined ? '' : ` Did you mean ${unknown.suggestion}?`;
    throw new InputError(
      `${key}: found ${JSON.stringify(glob)}, which is no requirement.${meant} \`m2m-conformance requirements\` lists them.`,
    );
  }
  checkEndpointIds(profile);
}

/** The profile's endpoint ids: a declared one is new, and what is said of an endpoint is said of one that there is. */
function checkEndpointIds({ endpoints, scopes, successStatus, responseSchemas }: Config['profile']): void {
  const specified = catalogue.endpoints.filter(({ origin }) => origin === 'api');
  for (const [at, endpoint] of endpoints.entries()) {
    const twin = specified.find((row) => routeOf(row) === routeOf(endpoint));
    if (!twin) continue;
    throw new InputError(
      `profile.endpoints[${at}]: found ${declaredId(endpoint)}, which the specification gives as ${twin.id}; accepted: endpoints that it does not give. Remove it; profile.scopes, profile.successStatus and profile.responseSchemas say more of ${twin.id}.`,
    );
  }
  const ids = [...specified.map(({ id }) => id), ...endpoints.map(declaredId)];
  for (const [key, byId] of Object.entries({ scopes, successStatus, responseSchemas })) {
    const wrong = Object.keys(byId).find((id) => !ids.includes(id));
    if (wrong === undefined) continue;
    const meant = unknownIds([wrong], ids)[0]?.suggestion;
    const cure =
      meant === undefined ? 'Remove it, or declare the endpoint in profile.endpoints.' : `Did you mean ${meant}?`;
    throw new InputError(
      `profile.${key}[${quoted(wrong)}]: found no endpoint of that id; accepted: ${ids.join(', ')}. ${cure}`,
    );
  }
}
