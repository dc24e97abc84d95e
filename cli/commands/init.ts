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

/** Writes what a project needs to certify itself, and overwrites nothing unless it is told to. */
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
    const [are, them] = present.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const where = dir === '.' ? 'in this folder' : `in ${dir}`;
    throw new InputError(
      `${present.join(' and ')} ${are} there already ${where}. Move ${them} away, or overwrite ${them} with --force.`,
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
2. Name the target and what you know of it in ${config}.
3. Put credentials into variables, or into a .env file that git ignores:
   ${neededVariables.join(', ')}
4. See which requests a run would send, and send none:
   npx --no -- ${name} run --dry${option}
5. Certify:
   npx --no -- ${name} run${option}
6. In CI, set the same variables under ${where}.
   Let git ignore node_modules/, reports/ and .env.
`;
}
