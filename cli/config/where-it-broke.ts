import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from './found.ts';

export class Broken extends Error {
  readonly cure: string;
  /** `path:line:column`. */
  readonly place: string | undefined;

  constructor(found: string, cure: string, place?: string) {
    super(found);
    this.cure = cure;
    this.place = place;
  }
}

/** `source` is relative to the working directory, with the line if known. */
export function brokenBy(
  error: unknown,
  path: string,
  cwd: string,
): { readonly source: string; readonly found: string; readonly cure: string } {
  const place = error instanceof Broken ? error.place : placeIn(error, path);
  const [, file = path, position = ''] = /^(.+?)((?::\d+){1,2})$/.exec(place ?? '') ?? [];
  const source = `${relative(cwd, file) || file}${position}`;
  if (error instanceof Broken) return { source, found: error.message, cure: error.cure };
  const cure = position === '' ? 'Correct the file.' : 'Correct the file at that line.';
  return { source, found: reason(error), cure };
}

/** Outside node_modules, and preferably in the configuration itself. */
function placeIn(error: unknown, path: string): string | undefined {
  const stack = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  const places = [...stack.matchAll(/((?:file:\/\/)?\/[^\n()]*?:\d+:\d+)/g)]
    .map(([, place = '']) => (place.startsWith('file:') ? asPath(place) : place))
    .filter((place) => !place.includes('/node_modules/'));
  return places.find((place) => place.startsWith(`${path}:`)) ?? places[0];
}

function asPath(place: string): string {
  const [, url = place, position = ''] = /^(.+?)((?::\d+){1,2})$/.exec(place) ?? [];
  return `${fileURLToPath(url)}${position}`;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'a thrown value that is not an Error';
  const [first = ''] = error.message.replace(/^ParseError: /, '').split('\n');
  return `${error.name === 'Error' ? 'an error' : error.name}: ${quoted(first.trim().slice(0, 200))}`;
}
