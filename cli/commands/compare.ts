import { isColoured } from '../../reports/coloured.ts';
import { compareResults } from '../../reports/compare.ts';
import { compareText } from '../../reports/compare-text.ts';
import { printJson } from '../print-json.ts';
import { readResult } from '../result-folder.ts';

interface CompareFlags {
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly quiet?: boolean;
}

/** Compares two results. Resolves to 1 if something broke; with `strict`, also if there is a new warning. */
export async function compare(earlier: string, later: string, { json, strict, quiet }: CompareFlags): Promise<number> {
  const [before, after] = await Promise.all([readResult(earlier), readResult(later)]);
  const comparison = compareResults(before, after);
  if (json) printJson(comparison);
  else process.stdout.write(compareText(comparison, before, after, isColoured(process.stdout), quiet));
  const broke = comparison.broken.length > 0 || (strict && comparison.warned.length > 0);
  return broke ? 1 : 0;
}
