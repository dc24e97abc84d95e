import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles the sources of a folder if they changed. Returns the output folder. */
export function compiled(
  source: string,
  extension: string,
  compile: (files: readonly string[], output: string) => void,
): string {
  const files = readdirSync(source)
    .filter((name) => name.endsWith(extension))
    .map((name) => join(source, name));
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  const output = join(
    process.cwd(),
    'node_modules',
    '.cache',
    'm2m-stacks-compiled',
    hash.digest('hex').slice(0, 16),
  );
  if (existsSync(output)) return output;
  const own = `${output}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  compile(files, own);
  // If two processes compile at the same time, the first wins.
  if (!existsSync(output)) renameSync(own, output);
  return output;
}
