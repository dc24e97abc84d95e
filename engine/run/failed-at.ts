import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
/** Spellings of the package's folder in stack traces, each with its final slash. */
const spellings = [root.href, fileURLToPath(root)];
const frame = /^ {4}at /;

/**
 * Describes an error of the harness itself by its message and its place in the package. Results are shared, so paths of
 * this machine are removed. Example: `TypeError: … (suites/learn/guide.ts:12)`.
 */
export function whatFailed(error: unknown): string {
  const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
  const said = lines.filter((line) => !frame.test(line)).join('\n');
  const [place] = lines.filter((line) => frame.test(line)).flatMap((line) => placeIn(line) ?? []);
  return withoutFolders(place === undefined ? said : `${said} (${place})`);
}

/** Returns the file below the package's folder and the line; undefined for a dependency. */
function placeIn(line: string): string | undefined {
  const own = spellings.find((spelling) => line.includes(spelling));
  const [, place] = own === undefined ? [] : (/^(.+?:\d+)(?::\d+)?\)?$/.exec(line.split(own)[1] ?? '') ?? []);
  return place?.startsWith('node_modules/') ? undefined : place;
}

function withoutFolders(text: string): string {
  return spellings.reduce((shortened, spelling) => shortened.replaceAll(spelling, ''), text);
}
