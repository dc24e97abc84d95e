import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { sample } from '../scope.ts';
import { installWithCopies, pack, writeUserFiles } from './packed.ts';

// jestjs/jest#1315 and vitest-dev/vitest#4940: a path was taken for a glob or a URL, and no tests
// were found in it.

const run = promisify(execFile);
const env = { PATH: process.env['PATH'] ?? '' };
const { path: root, remove } = emptyFolder();
let project = join(root, 'plain');

beforeAll(() => {
  mkdirSync(project);
  const tarball = pack(root);
  installWithCopies(tarball, project);
  writeUserFiles(project, 'module');
});
afterAll(remove);

/** Moves the project, because copying all its packages takes long. */
function moveTo(name: string): void {
  const moved = join(root, name);
  mkdirSync(dirname(moved), { recursive: true });
  renameSync(project, moved);
  project = moved;
}

const installed = join('node_modules', 'm2m-conformance');
const command = [join(installed, 'dist', 'cli', 'main.js'), 'run', '--only', 'cash/*', '--out'];

/**
 * Every character that a glob or a URL reads as its own syntax. The command runs in, writes to and
 * reads from them.
 */
const together = '@(a)[b]{c,d}#e?f%g%41h*i|j!k';
const alone = [
  '(a)',
  '[a]',
  '{a,b}',
  'a#b',
  'a?b',
  'a%b',
  'a%41b',
  'a*b',
  '!(a)',
  'a|b',
  '(a)/[b]/{c}',
  'a b+c',
];
const folders = [together, ...sample('folders with characters of globs and URLs', alone, 4)];

test.each(folders)(
  'a path is a path, not a glob or a URL: everything in the folder %s',
  async (name) => {
    moveTo(name);
    await run(process.execPath, [...command, name], { cwd: project, env });
    const result = resultIn(project, name);
    expect(result).toMatchObject({ claim: ['cash'], run: { seed: 3 }, harnessErrors: [] });
    expect(result.run.requests).toBeGreaterThan(10);
  },
);

test('the package, the working folder and the --out folder are reached through symbolic links', async () => {
  moveTo(join('real', together));
  symlinkSync(project, join(root, 'a link (1)'));
  // As in a workspace: npm links the package to its folder, which has any name.
  mkdirSync(join(project, 'packages'));
  renameSync(join(project, installed), join(project, 'packages', 'm2m-cli'));
  symlinkSync('../packages/m2m-cli', join(project, installed));
  mkdirSync(join(project, 'target'));
  symlinkSync('target', join(project, 'out'));
  await run(process.execPath, [...command, 'out'], { cwd: join(root, 'a link (1)'), env });
  expect(resultIn(project, 'target')).toMatchObject({
    claim: ['cash'],
    run: { seed: 3 },
    harnessErrors: [],
  });
});

test('runConformance in a folder with characters of globs and URLs', async () => {
  moveTo(join('library', together));
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: project, env });
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'conformant' });
  expect(resultIn(project, 'by-program').harnessErrors).toEqual([]);
});

test('describeConformance in a folder with characters of globs', async () => {
  // In folders with # ? % or *, vitest does not find the file of its user either.
  moveTo(join('suite', '(a)[b]{c,d}'));
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  await run(process.execPath, [vitest, 'run', 'conformance.test.mts'], { cwd: project, env });
  expect(resultIn(project, 'by-vitest')).toMatchObject({
    verdict: 'conformant',
    harnessErrors: [],
  });
});

test('doctor says whether vitest runs in the folder of the package, before a run does', async () => {
  moveTo(join('doctor', together));
  const doctor = () =>
    run(process.execPath, [command[0] ?? '', 'doctor', '--embedded'], { cwd: project, env }).catch(
      (error) => error,
    );
  expect((await doctor()).stdout).toContain(`✓ package  vitest runs in ${project}`);
  const file = join(project, installed, 'dist', 'cli', 'outcomes.test.js');
  renameSync(file, `${file}.away`);
  const { code, stdout } = await doctor();
  renameSync(`${file}.away`, file);
  expect({ code, stdout }).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('✗ package  vitest cannot run in'),
  });
});

test('the Allure results are complete in a folder with characters of globs and URLs', async () => {
  moveTo(join('allure', together));
  const main = command[0] ?? '';
  await run(
    process.execPath,
    [main, 'report', 'by-program', '--out', 'again', '--only', 'allure'],
    {
      cwd: project,
      env,
    },
  );
  const files = readdirSync(join(project, 'again', 'allure-results'));
  expect(files.filter((file) => file.endsWith('-result.json')).length).toBeGreaterThan(100);
});
