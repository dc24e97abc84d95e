import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { command, emptyFolder } from './command.ts';

let folder: ReturnType<typeof emptyFolder>;

beforeEach(() => {
  folder = emptyFolder();
});

afterEach(() => {
  folder.remove();
});

const read = (file: string) => readFileSync(join(folder.path, file), 'utf8');

describe('init', () => {
  test('writes a configuration that loads as it is, and says what to do next', async () => {
    const { code, stdout, stderr } = await command(folder.path, ['init']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Written: harness\.config\.ts, \.github\/workflows\/conformance\.yml$/m);
    expect(stdout).toMatch(/npx m2m-conformance run --dry$/m);
    expect(read('harness.config.ts')).toBe(readFileSync(join(import.meta.dirname, '../../harness.config.ts'), 'utf8'));
    const dry = await command(folder.path, ['run', '--dry', '--config', 'harness.config.ts']);
    expect({ code: dry.code, stderr: dry.stderr }).toEqual({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(/Nothing was sent/);
  });

  test('writes a workflow that runs this version with secrets from variables, and keeps the results', async () => {
    await command(folder.path, ['init']);
    const { jobs, on } = parse(read('.github/workflows/conformance.yml'));
    expect(Object.keys(on)).toEqual(['push', 'schedule', 'workflow_dispatch']);
    const { env, steps } = jobs.conformance;
    for (const [variable, value] of Object.entries<string>(env)) {
      const isSecret = /SECRET|TOKEN|KEY$/.test(variable);
      expect(value).toBe(`\${{ ${isSecret ? 'secrets' : 'vars'}.${variable} }}`);
    }
    const commands = steps.map(({ run, uses }: { run?: string; uses?: string }) => run ?? uses);
    expect(commands).toContainEqual(expect.stringMatching(/^npx --yes m2m-conformance@\d+\.\d+\.\d+ run --out /));
    expect(commands).toContain('actions/upload-artifact@v4');
    // Variables that are not set arrive empty: then no target must not mean the embedded one.
    const guard = commands.find((text: string) => text.startsWith('test -n'));
    const { execFileSync } = await import('node:child_process');
    const guarded = (url: string) => execFileSync('sh', ['-c', guard], { env: { HARNESS_BASE_URL: url } });
    expect(() => guarded('')).toThrow(/HARNESS_BASE_URL|Command failed/);
    expect(guarded('https://api.example.com').toString()).toBe('');
  });

  test('the configuration is accepted with every variable of the workflow empty', async () => {
    await command(folder.path, ['init']);
    const { env } = parse(read('.github/workflows/conformance.yml')).jobs.conformance;
    const empty = Object.fromEntries(Object.keys(env).map((variable) => [variable, '']));
    const { code, stderr } = await command(folder.path, ['run', '--dry'], empty);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('--gitlab writes a pipeline in place of the workflow', async () => {
    const { code, stdout } = await command(folder.path, ['init', '--gitlab', '--dir', 'a/b']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/run --dry --config a\/b\/harness\.config\.ts$/m);
    expect(readdirSync(join(folder.path, 'a/b')).sort()).toEqual(['.gitlab-ci.yml', 'harness.config.ts']);
    const { conformance } = parse(read('a/b/.gitlab-ci.yml'));
    expect(conformance.script).toContainEqual(expect.stringMatching(/^npx --yes m2m-conformance@.* run --out /));
    expect(conformance.artifacts).toMatchObject({ when: 'always', paths: ['reports/conformance'] });
  });

  test('overwrites nothing, and then writes nothing at all', async () => {
    writeFileSync(join(folder.path, 'harness.config.ts'), 'mine');
    const { code, stdout, stderr } = await command(folder.path, ['init']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'harness.config.ts is there already in this folder. Move it away, or overwrite it with --force.\n',
    );
    expect(read('harness.config.ts')).toBe('mine');
    expect(existsSync(join(folder.path, '.github'))).toBe(false);
  });

  test('--force overwrites', async () => {
    mkdirSync(join(folder.path, '.github/workflows'), { recursive: true });
    writeFileSync(join(folder.path, '.github/workflows/conformance.yml'), 'mine');
    const { code } = await command(folder.path, ['init', '--force']);
    expect(code).toBe(0);
    expect(read('.github/workflows/conformance.yml')).toMatch(/^name: Conformance$/m);
  });

  test('a folder that cannot be made is one clear error', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    const { code, stderr } = await command(folder.path, ['init', '--dir', 'file']);
    expect(stderr).toMatch(/^file\/harness\.config\.ts cannot be written \(\w+\)\. Check --dir\.\n$/);
    expect(code).toBe(2);
  });
});
