import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../exit.ts';
import { name } from '../version.ts';

/** Needs no quotes in a shell or in YAML. */
const namesSource = /^(?!-)[\w@.:/+#~^=-]*[:/@][\w@.:/+#~^=-]*$/;

/** Refuses a bare package name, because anyone can register an unused one. */
export function installLine(source: string | undefined): string {
  if (source === undefined) return 'npm ci';
  if (!namesSource.test(source)) {
    throw new InputError(
      `--source: found ${JSON.stringify(source)}. Accepted: a tarball (path or URL), a git URL, or name@version of the registry.`,
    );
  }
  return `npm install --prefix . --no-save -- ${source}`;
}

/** So that the CI job and `npx --no --` find the harness in the project. */
export function firstStep(folder: string, source: string | undefined): string {
  if (dependsOnHarness(folder)) return 'Commit package.json and package-lock.json.';
  return `Add the harness to the project, and commit package.json and package-lock.json:
   npm i -D ${source ?? '<tarball or git URL>'}`;
}

function dependsOnHarness(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return false;
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    return name in { ...dependencies, ...devDependencies };
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${(error as Error).message}. Correct it.`);
  }
}
