import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
/** The package's folder in stack traces. */
const spellings = [root.href, fileURLToPath(root)];
const frame = /^ {4}at /;

/**
 * An error of the harness: its message and its place in the package, without paths of this
 * machine. Example: `TypeError: … (suites/learn/guide.ts:12)`.
 */
export function whatFailed(error: unknown): string {
  const lines = stackOf(error).split('\n');
  const said = lines.filter((line) => !frame.test(line)).join('\n');
  const [place] = lines.filter((line) => frame.test(line)).flatMap((line) => placeIn(line) ?? []);
  const text = place === undefined ? said : `${said} (${place})`;
  return spellings.reduce((shortened, spelling) => shortened.replaceAll(spelling, ''), text);
}

/**
 * The stack of an error, with places in the bundle mapped to its sources. Node's own option reads
 * all source maps at the start of every run.
 */
export function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack.split('\n').map(inSources).join('\n');
}

function inSources(line: string): string {
  const own = frame.test(line) ? spellings.find((spelling) => line.includes(spelling)) : undefined;
  const [place, file = '', row, column] =
    (own && /^(dist\/.+?\.js):(\d+):(\d+)/.exec(line.split(own)[1] ?? '')) || [];
  if (own === undefined || place === undefined) return line;
  try {
    const path = join(fileURLToPath(root), file);
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
    const entry = map.findEntry(Number(row) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return line;
    const source = join(dirname(path), entry.originalSource);
    return line.replace(
      `${own}${place}`,
      `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`,
    );
  } catch {
    // Without a readable source map, the place in the bundle is better than none.
    return line;
  }
}

/** The file and line below the package's folder. Undefined for a dependency. */
function placeIn(line: string): string | undefined {
  const own = spellings.find((spelling) => line.includes(spelling));
  const [, place] =
    own === undefined ? [] : (/^(.+?:\d+)(?::\d+)?\)?$/.exec(line.split(own)[1] ?? '') ?? []);
  return place?.startsWith('node_modules/') ? undefined : place;
}
