import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const spellings = [root.href, fileURLToPath(root)];
const frame = /^ {4}at /;

/** Without paths of this machine. Example: `TypeError: … (suites/learn/guide.ts:12)`. */
export function whatFailed(error: unknown) {
  const lines = stackOf(error).split('\n');
  const said = lines.filter((line) => !frame.test(line)).join('\n');
  const [place] = lines.filter((line) => frame.test(line)).flatMap((line) => placeIn(line) ?? []);
  const text = place === undefined ? said : `${said} (${place})`;
  return spellings.reduce((shortened, spelling) => shortened.replaceAll(spelling, ''), text);
}

/** With places in the sources. Node's own option reads all source maps at every start. */
export function stackOf(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack.split('\n').map(inSources).join('\n');
}

function inSources(line: string) {
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
    return line;
  }
}

function placeIn(line: string) {
  const own = spellings.find((spelling) => line.includes(spelling));
  const [, place] =
    own === undefined ? [] : (/^(.+?:\d+)(?::\d+)?\)?$/.exec(line.split(own)[1] ?? '') ?? []);
  return place?.startsWith('node_modules/') ? undefined : place;
}
