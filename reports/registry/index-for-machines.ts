import type { Result } from '../../engine/result.ts';
import type { Implementation } from './implementation.ts';
import type { RecordedRun } from './recorded-run.ts';

/** The value of `kind` that identifies the index of a registry. */
export const kind = 'm2m-conformance-registry';

/**
 * Renders `index.json` for programs, valid against schemas/registry.schema.json. Its paths are
 * relative to the file.
 */
export function renderIndexForMachines(implementations: readonly Implementation[]): string {
  const index = {
    formatVersion: 1,
    kind,
    implementations: implementations.map(listImplementation),
  };
  return `${JSON.stringify(index, null, 1)}\n`;
}

function listImplementation({ name, home, latest, runs }: Implementation) {
  const { verdict, incomplete, result } = latest;
  return {
    name,
    folder: home,
    page: `${home}/index.html`,
    badge: `${home}/badge.svg`,
    latest: {
      run: latest.folder,
      verdict,
      startedAt: result.run.startedAt,
      complete: incomplete === undefined,
    },
    runs: runs.map(listRun),
  };
}

function listRun({
  home,
  folder,
  verdict,
  incomplete,
  certificate,
  findings,
  result,
}: RecordedRun) {
  const { run, target, claim, totals, waived, harness, specification } = result;
  const at = `${home}/${folder}`;
  return {
    folder,
    id: run.id,
    startedAt: run.startedAt,
    verdict,
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(certificate === undefined ? {} : { certificate }),
    baseUrl: target.baseUrl,
    ...(target.build === undefined ? {} : { build: target.build }),
    claim,
    depth: run.depth,
    seed: run.seed,
    strict: run.strict,
    requests: run.requests,
    durationMs: run.durationMs,
    totals,
    waived: waived.length,
    findings,
    harness: { name: harness.name, version: harness.version },
    specification: pick(specification),
    report: `${at}/index.html`,
    result: `${at}/result.json`,
    badge: `${at}/badge.svg`,
  };
}

function pick({
  name,
  version,
  catalogueSha256,
}: Result['specification']): Result['specification'] {
  return { name, version, catalogueSha256 };
}
