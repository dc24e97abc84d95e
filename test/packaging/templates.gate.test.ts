import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { workflow } from '../../cli/commands/init.ts';
import { variables } from '../../cli/config/settings.ts';
import { name, version } from '../../cli/version.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { emptyFolder, resultIn, variablesOf } from '../cli/command.ts';
import { scopeIsAll } from '../scope.ts';
import { clone } from './packed.ts';
import { installCommand, standIns, step } from './shell-steps.ts';

const read = (...path: readonly string[]) => readFileSync(join(clone, ...path), 'utf8');
const action = parse(read('action.yml'));
const github = parse(read('templates', 'github-shards.yml'));
const [spec, gitlab] = parseAllDocuments(read('templates', 'gitlab-ci.yml')).map((document) =>
  document.toJS(),
);
const kubernetes = parseAllDocuments(read('templates', 'kubernetes-job.yaml')).map((document) =>
  document.toJS(),
);
const [claimed, parts, merge] = kubernetes;
const containerOf = (job: typeof parts) => job.spec.template.spec.containers[0];
const stepOf = (wanted: string) =>
  action.runs.steps.find(({ id }: { id?: string }) => id === wanted);
const [install, certify] = [stepOf('install'), stepOf('certify')];
const scriptNamed = (wanted: string): string =>
  [...github.jobs.shard.steps, ...github.jobs.conformance.steps].find(({ name }) => name === wanted)
    .run;
const shardScript = scriptNamed('Certify a shard');
const withoutPrefix = (variable: string) => variable.replace('M2M_', '');

const folder = emptyFolder();
let bin: string;
let reference: RunningReference;
/** The variables of a small run, because the tests only check the step. */
let given: Record<string, string>;

beforeAll(async () => {
  bin = standIns(folder.path);
  installCommand(bin, folder.path);
  reference = await startReference();
  given = {
    ...variablesOf(reference),
    M2M_CLAIM: 'cash',
    M2M_DEPTH: 'quick',
    M2M_SEED: '3',
  };
});
afterAll(async () => {
  await reference.close();
  folder.remove();
});

function workspace(name: string): string {
  const path = join(folder.path, name);
  mkdirSync(path);
  return path;
}

describe('templates, action and init agree', () => {
  test('images have the version of the package', () => {
    const images = [parts, merge].map((job) => containerOf(job).image);
    expect(images).toEqual([`${name}:${version}`, `${name}:${version}`]);
    expect(read('Dockerfile')).toContain(`docker build --tag ${name}:${version} .`);
  });

  // Anybody can register an unused package name.
  test('npx never installs a package', () => {
    const args = [
      'grep',
      '-nE',
      'np(x|m exec)( -\\S+)* m2m-conformance|npx (-y|--yes)',
      '--',
      ':!*.md',
      ':!test',
    ];
    const lines = spawnSync('git', args, { cwd: clone, encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    expect(lines.filter((line) => !line.includes('npx --no -- '))).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
  });

  test('actions have their current major version', () => {
    const workflows = [
      read('action.yml'),
      read('templates', 'github-shards.yml'),
      workflow('github', 'npm ci'),
    ];
    const used = workflows.flatMap((text) => text.match(/(?<=uses: actions\/)\S+/g) ?? []);
    const current = 'checkout@v7 download-artifact@v8 setup-node@v7 upload-artifact@v7';
    expect([...new Set(used)].sort().join(' ')).toBe(current);
  });

  test('no input becomes part of a script', () => {
    const { jobs } = github;
    const steps = [action.runs.steps, jobs.shard.steps, jobs.conformance.steps].flat();
    const ofGitlab = Object.values<Record<string, unknown>>(gitlab).flatMap((job) =>
      ['before_script', 'script', 'after_script'].flatMap((key) => job[key] ?? []),
    );
    const scripts = [...steps.flatMap(({ run }: { run?: string }) => run ?? []), ...ofGitlab];
    expect(scripts).toHaveLength(10);
    for (const script of scripts) expect(script).not.toMatch(/\$\{\{|\$\[\[/);
  });

  test.each([
    ['GitHub', shardScript, { SHARD: '1' }],
    ['GitLab', gitlab['conformance-part'].script[0], { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' }],
    ['Kubernetes', containerOf(parts).args[0], { M2M_SHARD_TOTAL: '3', JOB_COMPLETION_INDEX: '0' }],
  ])('a shard without a target fails: %s', async (_name, script, shard) => {
    expect(containerOf(parts).env).toContainEqual({ name: 'CI', value: 'true' });
    const { code, said } = await step(script, folder.path, bin, shard, 'bash');
    expect({ code, said }).toEqual({
      code: 2,
      said: expect.stringMatching(/^No target is configured, and CI is set/),
    });
  });

  test('shards get the variables that init passes on, and only the merge gets the signing key', () => {
    const { M2M_SEED, ...env } = github.jobs.shard.env;
    const { M2M_SIGNING_KEY, WITHOUT_SECRETS, ...ofInit } = parse(workflow('github', 'npm ci')).jobs
      .conformance.env;
    expect(M2M_SEED).toBe(`\${{ github.run_number }}`);
    expect(WITHOUT_SECRETS).toContain('head.repo.full_name != github.repository');
    expect(env).toEqual(ofInit);
    expect(github.jobs.conformance.env).toEqual({ M2M_SIGNING_KEY });
  });

  test('an input of GitLab has the name of its variable, and no input is a secret', () => {
    const called = (variable: string) => withoutPrefix(variable).toLowerCase().replaceAll('_', '-');
    const known = Object.keys(variables).map(withoutPrefix);
    const {
      GIT_DEPTH: _depth,
      CONFORMANCE_VERSION: _version,
      ...ofGitlab
    } = gitlab['conformance-part'].variables;
    for (const [variable, value] of Object.entries(ofGitlab)) {
      expect(known).toContain(withoutPrefix(variable));
      expect(value).toBe(`$[[ inputs.${called(variable)} ]]`);
    }
    const { env } = parse(workflow('github', 'npm ci')).jobs.conformance;
    const masked = Object.keys(env).filter((variable) => env[variable].includes('secrets.'));
    expect(masked).toContain('M2M_CLIENT_SECRET');
    const secret = [...masked, 'M2M_CLIENT_ID', 'M2M_USER_ID'].map(called);
    const inputs = [...Object.keys(action.inputs), ...Object.keys(spec.spec.inputs)];
    expect(inputs.filter((input) => secret.includes(input))).toEqual([]);
    expect(Object.keys(env)).toContain('M2M_CLIENT_ID');
  });

  test('a shard passes only with exit codes 0, 1 and 3, by the same line everywhere', async () => {
    const lines = [
      shardScript,
      gitlab['conformance-part'].script[0],
      containerOf(parts).args[0].trim(),
    ].map((script: string) => script.split(' || ').at(-1));
    expect(new Set(lines).size).toBe(1);
    const passed = async (code: number) =>
      (await step(`(exit ${code}) || ${lines[0]}`, folder.path, bin, {})).code;
    const codes = [0, 1, 2, 3, 4, 130];
    expect(await Promise.all(codes.map(passed))).toEqual([0, 0, 2, 0, 4, 130]);
  });
});

describe('the action', () => {
  /** Evaluates the expressions of a step as GitHub does. */
  function envOf(
    { env }: typeof certify,
    inputs: Readonly<Record<string, string>>,
  ): Record<string, string> {
    return Object.fromEntries(
      Object.entries<string>(env).map(([variable, expression]) => {
        const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
        return [variable, inputs[input] ?? action.inputs[input]?.default ?? ''];
      }),
    );
  }

  const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

  async function acted(
    name: string,
    inputs: Readonly<Record<string, string>>,
    without: readonly string[] = [],
  ) {
    const cwd = workspace(name);
    const env: Record<string, string> = {
      ...given,
      ...envOf(certify, inputs),
      PACKAGE: clone,
      GITHUB_OUTPUT: join(cwd, 'output'),
      GITHUB_STEP_SUMMARY: join(cwd, 'page'),
    };
    for (const variable of without) env[variable] = '';
    const stepped = await step(certify.run, cwd, bin, { ...env, GITHUB_ACTIONS: 'true' }, 'bash');
    return {
      ...stepped,
      cwd,
      output: textOf(join(cwd, 'output')),
      page: textOf(join(cwd, 'page')),
    };
  }

  test.each([
    [
      '',
      'ci --prefix /action --include=dev --ignore-scripts .*\nrun --prefix /action build\n',
      '/action',
    ],
    [
      'git+https://git.example.com/a b;id',
      'install --prefix /temp/m2m-conformance .* -- git.*/a b;id\n',
      '/temp/.*',
    ],
    ['0.1.0', '', undefined],
    ['m2m-conformance', '', undefined],
  ])('version %j', async (version, asked, place) => {
    const cwd = workspace(`installed-${version.replaceAll(/\W/g, '-')}`);
    rmSync(join(folder.path, 'npm.log'), { force: true });
    const places = {
      GITHUB_ACTION_PATH: '/action',
      RUNNER_TEMP: '/temp',
      GITHUB_OUTPUT: join(cwd, 'output'),
    };
    const { code } = await step(
      install.run,
      cwd,
      bin,
      { ...places, ...envOf(install, { version }) },
      'bash',
    );
    expect(code).toBe(place === undefined ? 2 : 0);
    expect(textOf(join(folder.path, 'npm.log'))).toMatch(new RegExp(`^${asked}$`));
    expect(textOf(join(cwd, 'output'))).toMatch(
      place === undefined ? /^$/ : new RegExp(`^package=${place}\n$`),
    );
  });

  test('certifies with the settings of inputs and environment, and writes the job summary', async () => {
    const inputs = { strict: '1', seed: '4', args: ' --concurrency 2\n--publish  --rate 900' };
    const { code, output, page, cwd } = await acted('acted', inputs);
    expect({ code, output }).toEqual({
      code: 0,
      output: 'artifact=conformance\nverdict=conformant\nexit-code=0\n',
    });
    expect(resultIn(cwd, 'reports/conformance').run).toMatchObject({
      seed: 4,
      strict: true,
      depth: 'quick',
      concurrency: 2,
    });
    expect(page).toMatch(/conformant/i);
  });

  test('fails without a target, and on wrong input', async () => {
    const mistaken = { code: 2, output: 'artifact=conformance\nexit-code=2\n', page: '' };
    const targetless = {
      ...mistaken,
      said: expect.stringMatching(/^No target is configured, and CI is set/),
    };
    expect(await acted('targetless', {}, Object.keys(given))).toMatchObject(targetless);
    expect(await acted('mistaken', { depth: 'deepest' })).toMatchObject(mistaken);
  });

  test.each([
    ['only', '$(touch only)', '$(touch only)'],
    ['args', '\n--seed `touch"*\n', '`touch"*'],
  ])('expands nothing in %s', async (input, value, found) => {
    const inputs = { [input]: value, artifact: 'a\nverdict=conformant', shard: '2/3' };
    const { code, cwd, said, output } = await acted(`hostile-${input}`, inputs);
    expect(code).toBe(2);
    expect(readdirSync(cwd)).toEqual(['output']);
    expect(said).toContain(JSON.stringify(found));
    expect(output).toBe('artifact=a-verdict-conformant-2-3\nexit-code=2\n');
  });

  test('a configuration may name the target, and fails if nothing names it', async () => {
    const config = join(workspace('configured'), 'target.config.mjs');
    writeFileSync(config, `export default { target: { baseUrl: '${given['M2M_BASE_URL']}' } };\n`);
    const named = await acted('named', { config, args: '--dry' }, ['M2M_BASE_URL']);
    expect(named).toMatchObject({ code: 0, output: 'artifact=conformance\nexit-code=0\n' });
    writeFileSync(config, 'export default { claim: ["cash"] };\n');
    const unnamed = await acted('unnamed', { config, depth: 'quick' }, Object.keys(given));
    expect(unnamed).toMatchObject({ code: 2, output: 'artifact=conformance\nexit-code=2\n' });
    expect(unnamed.said).toContain('No target is configured, and CI is set');
  });

  test('passes for a shard, because the merge decides the verdict', async () => {
    const { code, output, page, said } = await acted('part', { shard: '2/3', out: 'part' });
    expect({ code, page }).toEqual({ code: 0, page: '' });
    expect(output).toMatch(
      /^artifact=conformance-2-3\nverdict=(inconclusive|non-conformant)\nexit-code=[13]\n$/,
    );
    expect(said).not.toContain('::error');
  });

  test('an artifact has the name of its shard', () => {
    const keep = action.runs.steps.at(-1);
    expect(keep.with.name).toBe(`\${{ steps.certify.outputs.artifact }}`);
    expect(keep.if).toBe("always() && steps.certify.outputs.artifact != ''");
  });
});

const indices = [0, 1, 2];

describe('merged shards are conformant', () => {
  test.runIf(scopeIsAll)("with GitHub's matrix", async () => {
    const cwd = workspace('github');
    installCommand(bin, cwd);
    const { matrix } = github.jobs.shard.strategy;
    for (const shard of matrix.shard) {
      const ran = await step(shardScript, cwd, bin, { ...given, SHARD: String(shard) }, 'bash');
      expect(ran).toMatchObject({ code: 0 });
    }
    expect(await step(scriptNamed('Merge'), cwd, bin, {}, 'bash')).toMatchObject({ code: 0 });
    expect(resultIn(cwd, 'reports/conformance')).toMatchObject({
      verdict: 'conformant',
      claim: ['cash'],
    });
  });

  test.runIf(scopeIsAll)("with GitLab's parallel", async () => {
    const cwd = workspace('gitlab');
    installCommand(bin, cwd);
    const out = { CONFORMANCE_OUT: spec.spec.inputs.out.default };
    const { script } = gitlab['conformance-part'];
    for (const index of indices) {
      const node = { CI_NODE_INDEX: String(index + 1), CI_NODE_TOTAL: '3' };
      const stepped = await step(script.join('\n'), cwd, bin, { ...given, ...node });
      expect(stepped).toMatchObject({ code: 0 });
    }
    const { script: merging, after_script: after, artifacts } = gitlab.conformance;
    expect(await step(merging.join('\n'), cwd, bin, out)).toMatchObject({ code: 0 });
    expect((await step(after.join('\n'), cwd, bin, out)).said).toMatch(/conformant/i);
    expect(artifacts.reports.junit).toBe('$[[ inputs.out ]]/junit.xml');
    expect(resultIn(cwd, 'reports/conformance').verdict).toBe('conformant');
  });

  test('with an Indexed Job of Kubernetes', async () => {
    const cwd = workspace('kubernetes');
    const total = containerOf(parts).env.find(
      ({ name }: { name: string }) => name === 'M2M_SHARD_TOTAL',
    ).value;
    expect(parts.spec).toMatchObject({
      completionMode: 'Indexed',
      completions: Number(total),
      parallelism: Number(total),
    });
    const scriptOf = (job: typeof parts) =>
      containerOf(job).args[0].replaceAll('/reports', join(cwd, 'reports'));
    const runPart = (index: number, env: Record<string, string>) =>
      step(scriptOf(parts), cwd, bin, {
        ...env,
        M2M_SHARD_TOTAL: total,
        JOB_COMPLETION_INDEX: String(index),
      });
    expect(await runPart(0, { ...given, M2M_DEPTH: 'deepest' })).toMatchObject({ code: 2 });
    for (const index of indices) expect(await runPart(index, given)).toMatchObject({ code: 0 });
    expect(await step(scriptOf(merge), cwd, bin, {})).toMatchObject({ code: 0 });
    expect(resultIn(cwd, 'reports/merged').verdict).toBe('conformant');
  });
});

test('every pod runs as a non-root user, on a file system that is read-only except for two volumes', () => {
  for (const job of [parts, merge]) {
    const { securityContext, volumes, containers, automountServiceAccountToken } =
      job.spec.template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, fsGroup: 1000 });
    expect(automountServiceAccountToken).toBe(false);
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(containers[0].volumeMounts).toMatchObject([
      { mountPath: '/reports' },
      { mountPath: '/tmp' },
    ]);
    expect(volumes[0].persistentVolumeClaim.claimName).toBe(claimed.metadata.name);
  }
});

// goharbor/harbor-helm#874: OpenShift refuses a pod that names a user or group outside the range of
// its project.
test('the command for OpenShift leaves out what OpenShift assigns: users and groups', () => {
  const text = read('templates', 'kubernetes-job.yaml');
  const [, script = ''] = /^# {3}(sed .*) \| oc apply -f -$/m.exec(text) ?? [];
  const { stdout } = spawnSync('sh', ['-c', script], {
    cwd: join(clone, 'templates'),
    encoding: 'utf8',
  });
  const applied = parseAllDocuments(stdout).map((document) => document.toJS());
  expect(applied).toHaveLength(kubernetes.length);
  for (const job of applied.slice(1)) {
    const { securityContext, containers } = job.spec.template.spec;
    expect(securityContext).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containers[0].securityContext).not.toHaveProperty('runAsUser');
  }
});
