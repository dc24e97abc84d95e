import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { published } from '../../../cli/publish.ts';
import type { Result } from '../../../engine/result.ts';
import { groupRuns, type Implementation } from '../../../reports/registry/implementation.ts';
import { type CertificateCheck, recordRun } from '../../../reports/registry/recorded-run.ts';
import { runFiles, siteFiles } from '../../../reports/registry/site-files.ts';

/** The parts of a registry's index that tests read. */
export interface Index {
  readonly implementations: readonly {
    readonly name: string;
    readonly folder: string;
    readonly page: string;
    readonly badge: string;
    readonly latest: { readonly run: string; readonly verdict: string; readonly complete: boolean };
    readonly runs: readonly (Readonly<Record<'folder' | 'report' | 'result' | 'badge', string>> & {
      readonly incomplete?: string;
      readonly certificate?: CertificateCheck;
    })[];
  }[];
}

/** Returns a result with that implementation and date, and with a new run id. */
export function dated(
  result: Result,
  implementation: string,
  startedAt: string,
  more: Partial<Result> = {},
): Result {
  const id = `run of ${implementation} at ${startedAt}`;
  return {
    ...result,
    target: {
      ...result.target,
      baseUrl: 'https://api.example.com/v1',
      implementation,
      build: `of ${startedAt}`,
    },
    run: { ...result.run, id, startedAt },
    ...more,
  };
}

export function implementationsOf(results: readonly Result[]): readonly Implementation[] {
  return groupRuns(results.map((result) => recordRun(published(result))));
}

export function siteOf(results: readonly Result[]): ReadonlyMap<string, string> {
  const recorded = results.map((result) => {
    const masked = published(result);
    return { masked, run: recordRun(masked) };
  });
  const files = [
    ...recorded.flatMap(({ run, masked }) => runFiles(run, masked)),
    ...siteFiles(groupRuns(recorded.map(({ run }) => run))),
  ];
  return new Map(files.map(({ path, text }) => [path, text]));
}

export function writeSite(site: ReadonlyMap<string, string>, folder: string): void {
  for (const [path, text] of site) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
