import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../engine.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigContext } from './file-config.ts';
import { quoted, sizeOf } from './found.ts';
import type { Layer, Tree } from './layer.ts';
import { parseJson } from './read-schema.ts';

export const extensions = ['.ts', '.mts', '.mjs', '.js', '.json'] as const;
const packageName = 'm2m-conformance';

type LoadRequest = Readonly<{
  cwd: string;
  /** Absent: harness.config.* in the working directory, if it exists. */
  file?: string | undefined;
  packageDoor: string;
  context: ConfigContext;
}>;

export async function loadConfigFile(request: LoadRequest): Promise<Layer | undefined> {
  const path = find(request);
  if (path === undefined) return undefined;
  const name = relative(request.cwd, path) || basename(path);
  try {
    const exported =
      extname(path) === '.json'
        ? await readJson(path, name)
        : await importDefault(path, name, request);
    const values = typeof exported === 'function' ? await exported(request.context) : exported;
    if (isRecord(values)) return { values, sourceOf: () => name, folder: dirname(path) };
    const found = `a configuration that is ${sizeOf(values)}`;
    throw failure(name, found, 'Export an object, or a function that returns one.');
  } catch (error) {
    throw error instanceof ConfigError ? error : thrown(error, path, request.cwd);
  }
}

function failure(source: string, found: string, cure: string) {
  const accepted = 'a module whose default export is a configuration, or a JSON file';
  return new ConfigError([{ key: 'config', source, found, accepted, cure }]);
}

function find({ cwd, file }: LoadRequest) {
  if (file === undefined)
    return extensions.map((one) => join(cwd, `harness.config${one}`)).find(isFile);
  const source = 'flag --config';
  const path = resolve(cwd, file);
  if (!isFile(path)) {
    const cure = 'Correct the path, which is relative to the working directory.';
    throw failure(source, `no file at ${quoted(file)}`, cure);
  }
  if (extensions.some((one) => one === extname(path))) return path;
  const cure = `Use a file whose name ends in one of ${extensions.join(', ')}.`;
  throw failure(source, quoted(file), cure);
}

function isFile(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

async function importDefault(path: string, name: string, { packageDoor }: LoadRequest) {
  // Loading takes 40 ms.
  const { createJiti } = await import('jiti');
  const jiti = createJiti(path, {
    // jiti would put its cache into node_modules.
    fsCache: false,
    alias: { [packageName]: packageDoor },
    // Unlike Node, jiti reports where a syntax error is, and finds our package from anywhere. It
    // transforms what Node cannot import.
    tryNative: /^\.m?js$/.test(extname(path)),
  });
  const exported = await jiti.import<Tree>(path);
  if (isRecord(exported) && Object.hasOwn(exported, 'default')) return exported['default'];
  throw failure(name, 'no default export', 'Write `export default defineConfig({ ... })`.');
}

/** Comments and trailing commas are allowed. */
async function readJson(path: string, name: string) {
  const { value, fault } = parseJson(await readFile(path, 'utf8'), { allowTrailingComma: true });
  if (fault === undefined) return value;
  throw failure(name, `a file that is ${fault}`, 'Correct the file at that line.');
}

/** The source is relative to the working directory, with the line if known. */
function thrown(error: unknown, path: string, cwd: string) {
  const place = placeIn(error, path);
  const [, file = path, position = ''] = /^(.+?)((?::\d+){1,2})$/.exec(place ?? '') ?? [];
  const cure = position === '' ? 'Correct the file.' : 'Correct the file at that line.';
  return failure(`${relative(cwd, file) || file}${position}`, reason(error), cure);
}

/** Outside node_modules, and preferably in the configuration itself. */
function placeIn(error: unknown, path: string) {
  const stack = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  const places = [...stack.matchAll(/((?:file:\/\/)?\/[^\n()]*?:\d+:\d+)/g)]
    .map(([, place = '']) => (place.startsWith('file:') ? asPath(place) : place))
    .filter((place) => !place.includes('/node_modules/'));
  return places.find((place) => place.startsWith(`${path}:`)) ?? places[0];
}

function asPath(place: string) {
  const [, url = place, position = ''] = /^(.+?)((?::\d+){1,2})$/.exec(place) ?? [];
  return `${fileURLToPath(url)}${position}`;
}

function reason(error: unknown) {
  if (!(error instanceof Error)) return 'a thrown value that is not an Error';
  const [first = ''] = error.message.replace(/^ParseError: /, '').split('\n');
  const name = error.name === 'Error' ? 'an error' : error.name;
  return `${name}: ${quoted(first.trim().slice(0, 200))}`;
}
