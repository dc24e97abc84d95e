import { type Catalogue, rows } from '../engine/catalogue/catalogue.ts';
import { endpointTable } from '../engine/catalogue/endpoint-table.ts';
import { runAsEndpoint } from '../engine/catalogue/plan.ts';
import type { Config } from '../engine/config/config.ts';
import { matchesGlob } from '../engine/config/globs.ts';

/**
 * Monitors judge the responses to requests of other requirements. At their endpoints, the others
 * run too, but are not judged.
 */
export function withInput(catalogue: Catalogue, config: Config): Config {
  const { only, skip = [] } = config;
  if (only === undefined) return config;
  const isOneOf = (globs: readonly string[], id: string) =>
    globs.some((glob) => matchesGlob(glob, id));
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
