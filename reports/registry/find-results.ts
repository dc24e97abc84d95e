import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Finds the files named result.json in a folder and below it, except in `except` and behind links.
 * Calls `tell` for a folder below that cannot be read. Rejects if the folder itself cannot be read.
 */
export async function* findResults(
  folder: string,
  except: string,
  tell: (folder: string, code: string) => void,
): AsyncGenerator<string> {
  const [root, hidden] = [await realPath(folder), await realPath(except)];
  if (lies(root, hidden)) return;
  yield* search(folder, hidden, root, tell, true);
}

function lies(folder: string, other: string) {
  const way = relative(other, folder);
  return way === '' || !/^\.\.(?:[\\/]|$)/.test(way);
}

async function* search(
  folder: string,
  except: string,
  real: string,
  tell: (folder: string, code: string) => void,
  isFirst = false,
): AsyncGenerator<string> {
  if (real === except) return;
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (isFirst) throw error;
      tell(folder, error.code ?? error.message);
      return [];
    },
  );
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name === 'result.json') yield path;
    else if (entry.isDirectory() && entry.name !== 'node_modules') {
      yield* search(path, except, join(real, entry.name), tell);
    }
  }
}

/** Resolves the links in a path. The end of the path may not exist yet. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPath(parent), basename(path));
  }
}
