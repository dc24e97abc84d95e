import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
/** How the package's folder is spelled in stack traces, with the slash at its end. */
const spellings = [root.href, fileURLToPath(root)];
const frame = /^ {4}at /;

/**
 * What a failure of the harness itself says, and the place within the package, e.g. `TypeError: … (suites/learn/guide.ts:12)`.
 * Results are shown to others, to whom the folders of this machine are nobody's business.
 */
export function whatFailed(error: unknown): string {
  const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
  const said = lines.filter((line) => !frame.test(line)).join('\n');
  const [place] = lines.filter((line) => frame.test(line)).flatMap((line) => placeIn(line) ?? []);
  return withoutFolders(place === undefined ? said : `${said} (${place})`);
}

/** The file below the package's folder and the line, unless it is of a dependency. */
function placeIn(line: string): string | undefined {
  const own = spellings.find((spelling) => line.includes(spelling));
  const [, place] = own === undefined ? [] : (/^(.+?:\d+)(?::\d+)?\)?$/.exec(line.split(own)[1] ?? '') ?? []);
  return place?.startsWith('node_modules/') ? undefined : place;
}

function withoutFolders(text: string): string {
  return spellings.reduce((shortened, spelling) => shortened.replaceAll(spelling, ''), text);
}
