import type { Implementation } from './implementation.ts';
import type { RecordedRun } from './recorded-run.ts';

export const kind = 'm2m-conformance-registry';

/**
 * Renders `index.json` for programs, valid against schemas/registry.schema.json. Its paths are
 * relative to the file.
 */
export function renderIndexForMachines(implementations: readonly Implementation[]): string {
  const listed = implementations.map(listImplementation);
  return `${JSON.stringify({ formatVersion: 1, kind, implementations: listed }, null, 1)}\n`;
}

const listImplementation = ({ name, home, latest, runs }: Implementation) => ({
  name,
  folder: home,
  page: `${home}/index.html`,
  badge: `${home}/badge.svg`,
  latest: {
    run: latest.folder,
    verdict: latest.verdict,
    startedAt: latest.result.run.startedAt,
    complete: latest.incomplete === undefined,
  },
  runs: runs.map(listRun),
});

/** JSON leaves out what is undefined. */
function listRun({
  home,
  folder,
  verdict,
  incomplete,
  certificate,
  findings,
  result,
}: RecordedRun) {
  const { run, target, claim, totals, waived } = result;
  const { id, startedAt, depth, seed, strict, requests, durationMs } = run;
  const { baseUrl, build } = target;
  const { name, version, catalogueSha256 } = result.specification;
  const at = `${home}/${folder}`;
  return {
    ...{ folder, id, startedAt, verdict, incomplete, certificate, baseUrl, build, claim },
    ...{ depth, seed, strict, requests, durationMs, totals, waived: waived.length, findings },
    harness: { name: result.harness.name, version: result.harness.version },
    specification: { name, version, catalogueSha256 },
    report: `${at}/index.html`,
    result: `${at}/result.json`,
    badge: `${at}/badge.svg`,
  };
}
