import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { createJiti } from 'jiti';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { ConfigError, type ConfigErrorCode } from './config-error.ts';
import type { ConfigContext } from './file-config.ts';
import { quoted, sizeOf } from './found.ts';
import { isTree, type Tree } from './layer.ts';
import { Broken, brokenBy } from './where-it-broke.ts';

const extensions = ['.ts', '.mts', '.mjs', '.js', '.json'] as const;
const packageName = 'm2m-conformance';

export interface LoadRequest {
  readonly cwd: string;
  /** As --config gives it; absent: harness.config.* in the working directory, if there is one. */
  readonly file?: string | undefined;
  /** The module that exports `defineConfig`: what the package's name stands for in a configuration. */
  readonly packageDoor: string;
  readonly context: ConfigContext;
}

export interface LoadedFile {
  /** Absolute. */
  readonly path: string;
  /** For people: relative to the working directory. */
  readonly name: string;
  readonly values: Tree;
}

/** Loads the configuration file, without a build step. Throws a `ConfigError` where it is missing or broken. */
export async function loadConfigFile(request: LoadRequest): Promise<LoadedFile | undefined> {
  const path = await find(request);
  if (path === undefined) return undefined;
  const name = relative(request.cwd, path) || basename(path);
  try {
    const exported = extname(path) === '.json' ? await readJson(path) : await importDefault(path, request);
    const values = typeof exported === 'function' ? await exported(request.context) : exported;
    if (isTree(values)) return { path, name, values };
    throw new Broken(`a configuration that is ${sizeOf(values)}`, 'Export an object, or a function that returns one.');
  } catch (error) {
    throw failure('config-file-broken', brokenBy(error, path, request.cwd));
  }
}

function failure(code: ConfigErrorCode, problem: { source: string; found: string; cure: string }): ConfigError {
  const accepted = 'a file whose default export is a configuration, or a JSON file of one';
  return new ConfigError([{ key: 'config', accepted, ...problem }], code);
}

async function find({ cwd, file }: LoadRequest): Promise<string | undefined> {
  if (file === undefined) {
    for (const extension of extensions) {
      const path = join(cwd, `harness.config${extension}`);
      if (await isFile(path)) return path;
    }
    return undefined;
  }
  const source = 'flag --config';
  const path = resolve(cwd, file);
  if (!(await isFile(path))) {
    const cure = 'Correct the path; it is relative to the working directory.';
    throw failure('config-file-missing', { source, found: `no file at ${quoted(file)}`, cure });
  }
  if (!(extensions as readonly string[]).includes(extname(path))) {
    const cure = `Name it with one of ${extensions.join(', ')} at its end.`;
    throw failure('config-file-broken', { source, found: quoted(file), cure });
  }
  return path;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function importDefault(path: string, { packageDoor }: LoadRequest): Promise<unknown> {
  const jiti = createJiti(path, {
    // In the file system it would be written into node_modules.
    fsCache: false,
    alias: { [packageName]: packageDoor },
    // Node's own import for JavaScript. Where it fails, transforming the file finds the place of a syntax error, which
    // Node keeps to itself, and the package, which need not be installed beside the file.
    tryNative: /^\.m?js$/.test(extname(path)),
  });
  const exported = await jiti.import<Tree>(path);
  if (isTree(exported) && Object.hasOwn(exported, 'default')) return exported['default'];
  throw new Broken('no default export', 'Write `export default defineConfig({ ... })`.');
}

/** JSON, comments and trailing commas allowed. */
async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const before = text.slice(0, first.offset).split('\n');
  const place = `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  throw new Broken(`JSON with the error ${printParseErrorCode(first.error)}`, 'Correct the file at that line.', place);
}
