import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/**
 * The files named result.json in a folder and below it, in order of their paths; `except` and what lies in it are left
 * out. Links are not followed. A folder below that cannot be read is told; rejects where the folder itself cannot be.
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

/** Whether a folder is the other, or lies in it. */
function lies(folder: string, other: string): boolean {
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
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (isFirst) throw error;
    tell(folder, error.code ?? error.message);
    return [];
  });
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name === 'result.json') yield path;
    else if (entry.isDirectory() && entry.name !== 'node_modules') {
      yield* search(path, except, join(real, entry.name), tell);
    }
  }
}

/** Without links, also where the end of the path does not exist yet. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPath(parent), basename(path));
  }
}
