import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { step } from '../packaging/shell-steps.ts';
import { workspace } from './workspace.ts';

const { at, call, has, read, refused, write } = workspace('test');
const workflow = '.github/workflows/conformance.yml';
const certify = 'npx --no m2m-conformance run --out reports/conformance';
const isQuiet = { code: 0, stderr: '' };

describe('init', () => {
  test('writes a configuration that loads unchanged, and says what to do next', async () => {
    const { stdout, ...ended } = await call('init');
    expect(ended).toEqual(isQuiet);
    expect(stdout).toMatch(/^Written: harness\.config\.ts, \.github\/workflows\/conformance\.yml$/m);
    expect(stdout).toMatch(/^1\. Add the harness .*\n {3}npm i -D <tarball or git URL>$/m);
    expect(stdout).toMatch(/npx --no m2m-conformance run --dry$/m);
    expect(read('harness.config.ts')).toBe(readFileSync(join(import.meta.dirname, '../../harness.config.ts'), 'utf8'));
    const dry = await call('run --dry --config harness.config.ts');
    expect(dry).toMatchObject(isQuiet);
    expect(dry.stdout).toMatch(/Nothing was sent/);
  });

  test('writes a workflow that runs the locked version with secrets from variables, and keeps the results', async () => {
    await call('init');
    const { jobs, on } = parse(read(workflow));
    expect(Object.keys(on)).toEqual(['push', 'pull_request', 'schedule', 'workflow_dispatch']);
    const { env: given, steps } = jobs.conformance;
    const { WITHOUT_SECRETS: _fork, ...env } = given;
    for (const [variable, value] of Object.entries<string>(env)) {
      const isSecret = /SECRET|TOKEN|KEY$/.test(variable);
      expect(value).toBe(`\${{ ${isSecret ? 'secrets' : 'vars'}.${variable} }}`);
    }
    const commands = steps.map(({ run, uses }: { run?: string; uses?: string }) => run ?? uses);
    expect(commands).toEqual(expect.arrayContaining(['npm ci', certify, 'actions/upload-artifact@v7']));
    // CI passes an unset variable as an empty one.
    const empty = Object.fromEntries(Object.keys(env).map((variable) => [variable, '']));
    expect(await call('run --dry', empty)).toMatchObject(isQuiet);
  });

  test('--gitlab writes a pipeline instead of the workflow', async () => {
    const { code, stdout } = await call('init --gitlab --dir a/b');
    expect(code).toBe(0);
    expect(stdout).toMatch(/run --dry --config a\/b\/harness\.config\.ts$/m);
    expect(readdirSync(at('a/b')).sort()).toEqual(['.gitlab-ci.yml', 'harness.config.ts']);
    const { conformance } = parse(read('a/b/.gitlab-ci.yml'));
    expect(conformance.script).toEqual(expect.arrayContaining(['npm ci', certify]));
    const ofFork = { CI_PROJECT_ID: '5', CI_MERGE_REQUEST_PROJECT_ID: '6' };
    const { code: ended, said } = await step(`${conformance.script[0]}\nfalse`, at(), at(), ofFork);
    expect({ ended, said }).toEqual({ ended: 0, said: expect.stringMatching(/fork\. Nothing is certified\.\n$/) });
    expect(conformance.artifacts).toMatchObject({ when: 'always', paths: ['reports/conformance'] });
  });

  test.each(['--gitlab', '--dir .'])('CI and the user install the package that --source names (%s)', async (kind) => {
    const source = 'git+https://git.example.com/m2m-conformance.git#v0.1.0';
    const { stdout } = await call(`init ${kind} --source ${source}`);
    expect(stdout).toMatch(/^ {3}npm i -D git.*#v0\.1\.0$/m);
    const { conformance, jobs } = parse(read(kind === '--gitlab' ? '.gitlab-ci.yml' : workflow));
    const commands = conformance?.script ?? jobs.conformance.steps.map(({ run }: { run?: string }) => run);
    expect(commands).toContain(`npm install --prefix . --no-save -- ${source}`);
  });

  // Anybody can register an unused package name, and the source becomes part of a script.
  test.each(['m2m-conformance', '0.1.0', '--force@1', '$(id)/x', "a'b/c", 'a/b;id', `\${{github.token}}/x`, 'a/b\nid'])(
    '--source %j is refused',
    async (source) => {
      expect(await refused(['init', `--source=${source}`])).toMatch(/^--source: found ".* Accepted: a tarball/);
      expect(has('harness.config.ts')).toBe(false);
    },
  );

  test('tells a project that depends on the harness to commit its lock file', async () => {
    write('package.json', { devDependencies: { 'm2m-conformance': 'file:m2m-conformance-0.1.0.tgz' } });
    expect((await call('init')).stdout).toMatch(/^1\. Commit package\.json and package-lock\.json\.$/m);
    write('package.json', '{');
    expect(await refused('init --force')).toMatch(/package\.json cannot be read: /);
  });

  test('writes what is missing, leaves what is there, and overwrites it with --force', async () => {
    write('harness.config.json', '{}');
    const missing = await call('init');
    expect(missing).toMatchObject(isQuiet);
    expect(missing.stdout).toMatch(/^Written: \.github\/workflows\/conformance\.yml$/m);
    expect(missing.stdout).toMatch(/^Already there, not changed: harness\.config\.json \(--force overwrites\)$/m);
    expect([read('harness.config.json'), has('harness.config.ts')]).toEqual(['{}', false]);
    write(workflow, 'mine');
    expect((await call('init')).stdout).not.toContain('Written');
    expect(read(workflow)).toBe('mine');
    expect((await call('init --force')).stdout).toMatch(/^Written: harness\.config\.ts, .*\.yml\n\n1/);
    expect(read(workflow)).toMatch(/^name: Conformance$/m);
  });

  test('a folder that cannot be created causes one clear error', async () => {
    write('file', '');
    expect(await refused('init --dir file')).toMatch(
      /^file\/harness\.config\.ts cannot be written \(\w+\)\. Check --dir/,
    );
    write('a/.github', '');
    expect(await refused('init --dir a')).toMatch(/^a\/\.github\/.* cannot be written/);
    expect(has('a/harness.config.ts')).toBe(false);
  });
});
