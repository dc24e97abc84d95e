import type { Result } from '../../engine/result.ts';
import { renderConformanceReport } from '../html/conformance-report.tsx';
import type { Implementation } from './implementation.ts';
import { renderImplementationPage } from './implementation-page.tsx';
import { renderIndexForMachines } from './index-for-machines.ts';
import { renderIndexPage } from './index-page.tsx';
import { badgeOf } from './parts.tsx';
import type { RecordedRun } from './recorded-run.ts';

/** A file of the site. `path` is relative to the site. */
export type SiteFile = Readonly<{
  path: string;
  text: string;
}>;

export function runFiles(run: RecordedRun, masked: Result): readonly SiteFile[] {
  const at = `${run.home}/${run.folder}`;
  return [
    { path: `${at}/index.html`, text: renderConformanceReport(masked) },
    { path: `${at}/result.json`, text: `${JSON.stringify(masked, null, 1)}\n` },
    { path: `${at}/badge.svg`, text: badgeOf(run) },
  ];
}

export function* siteFiles(implementations: readonly Implementation[]): Generator<SiteFile> {
  for (const implementation of implementations) {
    yield {
      path: `${implementation.home}/index.html`,
      text: renderImplementationPage(implementation),
    };
    yield { path: `${implementation.home}/badge.svg`, text: badgeOf(implementation.latest) };
  }
  yield { path: 'index.html', text: renderIndexPage(implementations) };
  yield { path: 'index.json', text: renderIndexForMachines(implementations) };
}
