import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { extensions } from '../config/load-file.ts';
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

export async function init({
  dir = '.',
  gitlab = false,
  source,
  force = false,
}: InitFlags): Promise<number> {
  const install = installLine(source);
  const folder = resolve(dir);
  const first = firstStep(folder, source);
  const present = extensions
    .map((extension) => `harness.config${extension}`)
    .find((file) => existsSync(join(folder, file)));
  const config = force || present === undefined ? 'harness.config.ts' : present;
  const files = [
    [config, await readFile(join(packageFolder, 'harness.config.ts'), 'utf8')],
    gitlab
      ? ['.gitlab-ci.yml', gitlabPipeline(install)]
      : ['.github/workflows/conformance.yml', githubWorkflow(install)],
  ] as const;
  for (const [file] of files)
    await writing(join(folder, file), (path) => mkdir(dirname(path), { recursive: true }));
  const kept: string[] = [];
  for (const [file, text] of files) {
    const path = join(folder, file);
    if (existsSync(path) && !force) kept.push(file);
    else await writing(path, () => writeFile(path, text));
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

async function writing(path: string, write: (path: string) => Promise<unknown>): Promise<void> {
  try {
    await write(path);
  } catch (error) {
    const shown = relative(process.cwd(), path);
    throw new InputError(
      `${shown} cannot be written (${(error as NodeJS.ErrnoException).code}). Check --dir.`,
    );
  }
}

function nextSteps(path: string, gitlab: boolean, first: string): string {
  const where = gitlab
    ? 'Settings, CI/CD, Variables (secrets masked), and GITLAB_TOKEN for notes on merge requests'
    : 'Settings, Secrets and variables, Actions (ids and URLs as variables, the rest as secrets)';
  const config = relative(process.cwd(), path);
  const option = config === basename(config) ? '' : ` --config ${config}`;
  return `1. ${first}
2. Describe the target in ${config}.
3. Set credentials in variables, or in a .env file that git ignores:
   ${neededVariables.join(', ')}
4. Print the plan. This sends nothing:
   npx --no -- ${name} run --dry${option}
5. Certify:
   npx --no -- ${name} run${option}
6. For CI, set the same variables in ${where}.
   Add node_modules/, reports/ and .env to .gitignore.
`;
}
