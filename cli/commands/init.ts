import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { extensions } from '../config/load-file.ts';
import { InputError, orInputError } from '../exit.ts';
import { type CommandFlags, shown } from '../page.ts';
import { name, packageFolder } from '../version.ts';

export async function init({
  dir = '.',
  gitlab = false,
  source,
  force = false,
}: CommandFlags): Promise<number> {
  const install = installLine(source);
  const folder = resolve(dir);
  const first = firstStep(folder, source);
  const present = extensions
    .map((extension) => `harness.config${extension}`)
    .find((file) => existsSync(join(folder, file)));
  const config = force || present === undefined ? 'harness.config.ts' : present;
  const files = [
    [config, readFileSync(join(packageFolder, 'harness.config.ts'), 'utf8')],
    gitlab
      ? ['.gitlab-ci.yml', workflow('gitlab', install)]
      : ['.github/workflows/conformance.yml', workflow('github', install)],
  ] as const;
  for (const [file] of files)
    await writing(join(folder, file), mkdir(dirname(join(folder, file)), { recursive: true }));
  const kept: string[] = [];
  for (const [file, text] of files) {
    const path = join(folder, file);
    if (existsSync(path) && !force) kept.push(file);
    else await writing(path, writeFile(path, text));
  }
  const written = files.map(([file]) => file).filter((file) => !kept.includes(file));
  const lines = [
    ...(written.length > 0 ? [`Written: ${written.join(', ')}`] : []),
    ...(kept.length > 0
      ? [`Already there, not changed: ${kept.join(', ')} (--force overwrites)`]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n${nextSteps(join(folder, config), gitlab, first)}`);
  return 0;
}

/** Certifies the target in the variables of the repository. `install` installs the harness. */
export function workflow(system: 'github' | 'gitlab', install: string): string {
  const file = join(packageFolder, 'templates', `init-${system}.yml`);
  return readFileSync(file, 'utf8').replace(/(?<=: |- )INSTALL$/m, () => install);
}

function writing(path: string, written: Promise<unknown>) {
  return written.catch(orInputError(`${shown(path)} cannot be written`, 'Check --dir.'));
}

function nextSteps(path: string, gitlab: boolean, first: string) {
  const where = gitlab
    ? 'Settings, CI/CD, Variables (secrets masked), and GITLAB_TOKEN for notes on merge requests'
    : 'Settings, Secrets and variables, Actions (ids and URLs as variables, the rest as secrets)';
  const config = shown(path);
  const option = config === basename(config) ? '' : ` --config ${config}`;
  return `1. ${first}
2. Describe the target in ${config}.
3. Set credentials in variables, or in a .env file that git ignores:
   M2M_BASE_URL, M2M_AUTH_URL, M2M_AUDIENCE, M2M_CLIENT_ID, M2M_CLIENT_SECRET, M2M_USER_ID
4. Print the plan. This sends nothing:
   npx --no -- ${name} run --dry${option}
5. Certify:
   npx --no -- ${name} run${option}
6. For CI, set the same variables in ${where}.
   Add node_modules/, reports/ and .env to .gitignore.
`;
}

/** Needs no quotes in a shell or in YAML. */
const namesSource = /^(?!-)[\w@.:/+#~^=-]*[:/@][\w@.:/+#~^=-]*$/;

/** Refuses a bare package name, because anyone can register an unused one. */
function installLine(source: string | undefined) {
  if (source === undefined) return 'npm ci';
  if (!namesSource.test(source)) {
    throw new InputError(
      `--source: found ${JSON.stringify(source)}. Accepted: a tarball (path or URL), a git URL, ` +
        'or name@version of the registry.',
    );
  }
  return `npm install --prefix . --no-save -- ${source}`;
}

/** So that the CI job and `npx --no --` find the harness in the project. */
function firstStep(folder: string, source: string | undefined) {
  if (dependsOnHarness(folder)) return 'Commit package.json and package-lock.json.';
  return `Add the harness to the project, and commit package.json and package-lock.json:
   npm i -D ${source ?? '<tarball or git URL>'}`;
}

function dependsOnHarness(folder: string) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return false;
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    return name in { ...dependencies, ...devDependencies };
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${(error as Error).message}. Correct it.`);
  }
}
