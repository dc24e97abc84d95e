import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { workflow } from '../../cli/commands/init.ts';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { startChanging } from '../cli/processes/changed-address.ts';
import { killTree } from '../cli/processes/child.ts';
import { mayUnshare } from '../cli/processes/may-unshare.ts';
import { treeOf } from '../cli/processes/tree.ts';
import { clone } from './packed.ts';
import { installCommand, standIns } from './shell-steps.ts';

// actions/runner#1309, npm/cli#7693: a CI system signals the shell of a step, and the command never
// hears of it.

const read = (...path: readonly string[]) => readFileSync(join(clone, ...path), 'utf8');
const stepsOf = (workflow: {
  jobs: Record<string, { steps: { name?: string; run?: string }[] }>;
}) => Object.values(workflow.jobs).flatMap(({ steps }) => steps);
const github = (text: string, name: string) =>
  stepsOf(parse(text)).find((step) => step.name === name)?.run ?? '';
const gitlab = parseAllDocuments(read('templates', 'gitlab-ci.yml'))[1]?.toJS();
const [, parts] = parseAllDocuments(read('templates', 'kubernetes-job.yaml')).map((document) =>
  document.toJS(),
);
const certify = parse(read('action.yml')).runs.steps.find(
  ({ id }: { id?: string }) => id === 'certify',
).run;
const shell = (name: string) => (script: string) => [name, '-e', '-c', script];
/**
 * The shell is the first process of its container, so the system gives it no signal that it does
 * not handle.
 */
const container = (script: string) => [
  'unshare',
  '--pid',
  '--fork',
  '--mount-proc',
  'sh',
  '-c',
  script,
];

const steps: readonly (readonly [
  what: string,
  script: string,
  start: (script: string) => string[],
  out: string,
])[] = [
  ['the action', certify, shell('bash'), 'reports/conformance'],
  [
    "GitHub's shards",
    github(read('templates', 'github-shards.yml'), 'Certify a shard'),
    shell('bash'),
    'reports/shard-1',
  ],
  [
    'the workflow of init',
    github(workflow('github', 'npm ci'), 'Certify'),
    shell('bash'),
    'reports/conformance',
  ],
  ["GitLab's shards", gitlab['conformance-part'].script[0], shell('bash'), 'reports/shards/1'],
  [
    "GitLab's shards, without bash",
    gitlab['conformance-part'].script[0],
    shell('sh'),
    'reports/shards/1',
  ],
  [
    'the pipeline of init',
    parse(workflow('gitlab', 'npm ci')).conformance.script.at(-1),
    shell('sh'),
    'reports/conformance',
  ],
  ["a pod's shell", parts.spec.template.spec.containers[0].args[0], container, 'reports/part-0'],
];
const possible = steps.filter(([, , start]) => mayUnshare || start !== container);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts the step of a run that changes the address. */
async function begin(script: string, start: (script: string) => string[]) {
  const reference = await startChanging();
  const folder = emptyFolder();
  const [cwd, bin] = [join(folder.path, 'project'), standIns(folder.path)];
  mkdirSync(cwd);
  installCommand(bin, cwd);
  writeFileSync(join(cwd, 'harness.config.mjs'), reference.config);
  const env = {
    ...reference.variables,
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: cwd,
    TMPDIR: folder.path,
    PACKAGE: clone,
    GITHUB_OUTPUT: join(cwd, 'output'),
    INPUT_out: 'reports/conformance',
    M2M_ALLOW: 'writes',
    M2M_DEPTH: 'deep',
    M2M_CLAIM: 'users',
    CI_NODE_INDEX: '1',
    CI_NODE_TOTAL: '2',
    SHARD: '1',
    JOB_COMPLETION_INDEX: '0',
    M2M_SHARD_TOTAL: '2',
  };
  const [program = '', ...args] = start(
    script.replaceAll('/reports', 'reports').replace('"$SHARD/3"', '"$SHARD/2"'),
  );
  const child = spawn(program, args, { cwd, env, stdio: 'ignore' });
  closers.push(folder.remove, reference.close, () => killTree(child.pid));
  return { child, reference, cwd };
}

const shellOf = (child: ChildProcess, start: (script: string) => string[]) =>
  treeOf(child.pid ?? 0)[start === container ? 1 : 0] ?? 0;

test.each(possible)(
  'a step passes on the signal of a cancelled job, and ends after its run: %s',
  async (...given) => {
    const [, script, start, out] = given;
    const { child, reference, cwd } = await begin(script, start);
    await reference.changed();
    const closed = once(child, 'exit');
    process.kill(shellOf(child, start), 'SIGTERM');
    expect(await closed).toEqual([130, null]);
    expect(reference.isRestored()).toBe(true);
    expect(resultIn(cwd, out)).toMatchObject({ interrupted: 'SIGTERM', harnessErrors: [] });
    expect(existsSync(join(cwd, out, 'index.html'))).toBe(true);
  },
);
