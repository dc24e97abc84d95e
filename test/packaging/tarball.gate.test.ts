import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { enough } from '../cli/config/given.ts';
import { scopeIsAll } from '../scope.ts';
import { clone, installWithLinks, pack, writeUserFiles } from './packed.ts';

const run = promisify(execFile);
const folder = emptyFolder();
const user = join(folder.path, 'user');
const manifest = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};
let files: readonly string[];

beforeAll(() => {
  const tarball = pack(folder.path);
  files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => file.replace('package/', ''));
  mkdirSync(user);
  installWithLinks(tarball, user, Object.keys(manifest.dependencies));
  writeUserFiles(user, 'commonjs');
});
afterAll(folder.remove);

test('the package contains only the build, schemas, documents and what init writes', () => {
  const beside = files.filter((file) => !/^(dist|docs|schemas)\//.test(file)).sort();
  expect(beside.join(' ')).toBe(
    'CERTIFICATE.md CHANGELOG.md LICENSE README.md harness.config.ts package.json ' +
      'templates/init-github.yml templates/init-gitlab.yml',
  );
  // Messages name docs/troubleshooting.md.
  expect(files).toContain('docs/troubleshooting.md');
  expect(files.filter((file) => /^docs\//.test(file) && !file.endsWith('.md'))).toEqual([]);
  const within = files.filter((file) => /^(dist|schemas)\//.test(file));
  expect(
    within.filter(
      (file) => !/(\.(js|js\.map|css|d\.ts|schema\.json)|\/statements\.json)$/.test(file),
    ),
  ).toEqual([]);
  // The package contains no output of deleted sources and nothing for development only.
  expect(within.filter((file) => /^dist\/(test|fixtures\/hostile)\//.test(file))).toEqual([]);
});

test('a program runs the harness and gets the result', async () => {
  const { stdout, stderr } = await run(process.execPath, ['program.mjs'], { cwd: user });
  expect({ stdout: JSON.parse(stdout), stderr }).toEqual({
    stdout: { verdict: 'conformant', wrong: 'deepest' },
    stderr: 'No target is configured: this is about the embedded reference implementation.\n',
  });
  expect(resultIn(user, 'by-program').verdict).toBe('conformant');
});

test('a vitest file shows the requirements as tests', async () => {
  const vitest = join(user, 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout } = await run(
    process.execPath,
    [vitest, 'run', '--reporter', 'json', 'conformance.test.mts'],
    {
      cwd: user,
    },
  );
  const { success, testResults } = JSON.parse(stdout) as {
    readonly success: boolean;
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
    }[];
  };
  const shown = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(success).toBe(true);
  expect(shown.length).toBeGreaterThan(40);
  expect(shown).toContainEqual(expect.objectContaining({ title: 'the verdict', status: 'passed' }));
  expect(resultIn(user, 'by-vitest').verdict).toBe('conformant');
});

test('if nothing could be judged, the test of the verdict fails', async () => {
  const vitest = join(user, 'node_modules', 'vitest', 'vitest.mjs');
  const nobody = 'http://127.0.0.1:9';
  const env = {
    ...enough,
    PATH: process.env['PATH'] ?? '',
    M2M_BASE_URL: nobody,
    M2M_AUTH_URL: nobody,
  };
  const running = run(process.execPath, [vitest, 'run', 'conformance.test.mts'], {
    cwd: user,
    env,
  });
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('requirements could not be assessed'),
  });
});

describe('TypeScript finds the types', () => {
  const kinds = [
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'node16', moduleResolution: 'node16' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ];
  // vitest's types need other types that few users have.
  const checks = [
    { files: ['harness.config.ts', 'program.mts'], skipLibCheck: false },
    { files: ['conformance.test.mts'], skipLibCheck: true },
  ];
  test.each(scopeIsAll ? kinds : kinds.slice(0, 1))(
    'with moduleResolution $moduleResolution',
    async (kind) => {
      const project = join(folder.path, `types-${kind.moduleResolution}`);
      mkdirSync(project);
      writeUserFiles(project, 'module');
      symlinkSync(join(user, 'node_modules'), join(project, 'node_modules'));
      const common = {
        ...kind,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: [],
        strict: true,
        noEmit: true,
      };
      for (const { files, skipLibCheck } of checks) {
        writeFileSync(
          join(project, 'tsconfig.json'),
          JSON.stringify({ compilerOptions: { ...common, skipLibCheck }, files }),
        );
        const tsc = join(clone, 'node_modules', 'typescript', 'bin', 'tsc');
        const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: project }).catch(
          (error) => error,
        );
        expect(stdout).toBe('');
      }
    },
  );
});
