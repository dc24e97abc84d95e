import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { InputError } from '../exit.ts';
import { githubWorkflow } from '../init/github-workflow.ts';
import { gitlabPipeline } from '../init/gitlab-pipeline.ts';
import { firstStep, installLine } from '../init/source.ts';
import { neededVariables } from '../init/variables.ts';
import { name, packageFolder } from '../version.ts';

interface InitFlags {
  readonly dir?: string;
  readonly gitlab?: boolean;
  readonly source?: string;
  readonly force?: boolean;
}

/** Writes a configuration file and a CI workflow. Overwrites existing files only with `force`. */
export async function init({ dir = '.', gitlab = false, source, force = false }: InitFlags): Promise<number> {
  const install = installLine(source);
  const folder = resolve(dir);
  const first = firstStep(folder, source);
  const files = [
    ['harness.config.ts', await readFile(join(packageFolder, 'harness.config.ts'), 'utf8')],
    gitlab
      ? ['.gitlab-ci.yml', gitlabPipeline(install)]
      : ['.github/workflows/conformance.yml', githubWorkflow(install)],
  ] as const;
  const present = files.map(([file]) => file).filter((file) => existsSync(join(folder, file)));
  if (present.length > 0 && !force) {
    const [exist, them] = present.length === 1 ? ['exists', 'it'] : ['exist', 'them'];
    const where = dir === '.' ? 'in this folder' : `in ${dir}`;
    throw new InputError(
      `${present.join(' and ')} already ${exist} ${where}. Move ${them}, or overwrite ${them} with --force.`,
    );
  }
  for (const [file, text] of files) await write(join(folder, file), text, force);
  process.stdout.write(
    nextSteps(
      dir,
      files.map(([file]) => file),
      gitlab,
      first,
    ),
  );
  return 0;
}

async function write(path: string, text: string, force: boolean): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const shown = relative(process.cwd(), path);
    throw new InputError(`${shown} cannot be written (${(error as NodeJS.ErrnoException).code}). Check --dir.`);
  }
}

function nextSteps(dir: string, files: readonly string[], gitlab: boolean, first: string): string {
  const where = gitlab
    ? 'Settings, CI/CD, Variables (secrets masked)'
    : 'Settings, Secrets and variables, Actions (ids and URLs as variables, the rest as secrets)';
  const config = relative(process.cwd(), join(resolve(dir), 'harness.config.ts'));
  const option = config === 'harness.config.ts' ? '' : ` --config ${config}`;
  return `Written: ${files.join(', ')}

1. ${first}
2. Describe the target in ${config}.
3. Set credentials in variables, or in a .env file that git ignores:
   ${neededVariables.join(', ')}
4. Print the plan. This sends nothing:
   npx --no ${name} run --dry${option}
5. Certify:
   npx --no ${name} run${option}
6. For CI, set the same variables in ${where}.
   Add node_modules/, reports/ and .env to .gitignore.
`;
}
