import { join } from 'node:path';
import { rows } from '../engine/catalogue/catalogue.ts';
import { endpointTable } from '../engine/catalogue/endpoint-table.ts';
import type { Area } from '../engine/catalogue/levels.ts';
import type { Config } from '../engine/config/config.ts';
import { completeEmbedded } from '../engine/config/embedded.ts';
import type { Flags } from '../engine/config/flags.ts';
import { resolveConfig } from '../engine/config/resolve.ts';
import { unknownIds } from '../engine/config/unknown-ids.ts';
import { defaultClaim } from '../engine/run/plan.ts';
import { catalogue } from '../suites/catalogue.ts';
import { InputError } from './exit.ts';

export type RunFlags = Flags & { readonly dry?: boolean };

export interface Target {
  readonly config: Config;
  readonly out: string;
  /** Ends the embedded reference implementation, where one was started. */
  readonly close: () => Promise<void>;
}

/** The target of flags, variables and file; the embedded reference implementation, started, where they name none. */
export async function resolveTarget(flags: RunFlags): Promise<Target> {
  const resolved = await resolveConfig({
    flags,
    env: process.env,
    cwd: process.cwd(),
    packageDoor: join(import.meta.dirname, import.meta.url.endsWith('.ts') ? 'library.ts' : 'library.js'),
  });
  checkIds(resolved.embedded ? resolved.partial : resolved.config);
  const { out } = resolved.settings;
  if (!resolved.embedded) return { config: resolved.config, out, close: async () => {} };
  const { startReference } = await import('../fixtures/reference/index.ts');
  const reference = await startReference();
  const config = completeEmbedded(resolved.partial, reference);
  return { config: { ...config, claim: config.claim ?? assessable(config) }, out, close: () => reference.close() };
}

/** The default claim without the areas of which this version checks not every must. */
function assessable({ allow, profile }: Config): Area[] {
  const open = rows(catalogue).filter(
    ({ requirement: { kind, level, when } }) => kind === 'unassessable' && level === 'must' && when === undefined,
  );
  return defaultClaim(endpointTable(catalogue, profile), allow).filter(
    (claimed) => !open.some(({ area }) => area === claimed),
  );
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
}
