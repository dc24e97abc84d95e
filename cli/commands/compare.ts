import { isColoured } from '../../reports/coloured.ts';
import { compareResults } from '../../reports/compare.ts';
import { compareText } from '../../reports/compare-text.ts';
import { type CommandFlags, printJson } from '../page.ts';
import { readResult } from '../result-folder.ts';

export async function compare(
  earlier: string,
  later: string,
  flags: CommandFlags,
): Promise<number> {
  const { json, strict, coverage, quiet } = flags;
  const [before, after] = await Promise.all([readResult(earlier), readResult(later)]);
  const comparison = compareResults(before, after);
  if (json) printJson(comparison);
  else {
    const style = { coloured: isColoured(process.stdout), quiet, coverage };
    process.stdout.write(compareText(comparison, before, after, style));
  }
  const { broken, warned, noLongerAssessed } = comparison;
  const worse = [...broken, ...(strict ? warned : []), ...(coverage ? noLongerAssessed : [])];
  return worse.length > 0 ? 1 : 0;
}
