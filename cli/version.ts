import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The one that contains `dist`, or the clone. */
export const packageFolder = findPackage(dirname(fileURLToPath(import.meta.url)));

const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
};

/** What `import ... from 'm2m-conformance'` resolves to in a configuration file. */
export const packageDoor = join(
  import.meta.dirname,
  import.meta.url.endsWith('.ts') ? 'library.ts' : 'library.js',
);

export const name = manifest.name;
export const version = manifest.version;

function findPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(dirname(folder));
}
