import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { name, version } from '../../cli/version.ts';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { certifyServed, type Ended, ended, quick } from './certifying.ts';
import { environment, type Installation, install, installations } from './installations.ts';
import { copySource, pack } from './packed.ts';

// The part of the matrix that needs only npm and the running Node: the packed package in an empty
// folder.
const [npm] = installations as readonly [Installation];
const folder = emptyFolder();
const cwd = join(folder.path, 'user');
const env = environment(dirname(process.execPath));

beforeAll(() => install(npm, pack(folder.path), cwd));
afterAll(folder.remove);

function expectConformant({ code, said }: Ended, out: string) {
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  const { verdict, claim, target } = resultIn(cwd, out);
  expect({ verdict, claim }).toEqual({ verdict: 'conformant', claim: ['cash'] });
  return target;
}

test('npx certifies the embedded implementation', async () => {
  const ran = await ended(
    [...npm.exec, 'm2m-conformance', ...quick, '--out', 'embedded'],
    cwd,
    env,
  );
  expect(expectConformant(ran, 'embedded').implementation).toMatch(/^embedded/);
});

test('npx certifies an implementation that another process serves', async () => {
  expect(
    expectConformant(await certifyServed(npm, cwd, env), 'served').implementation,
  ).toBeUndefined();
});

test('npx audits what it certified', async () => {
  const audited = await ended(
    [...npm.exec, 'm2m-conformance', 'verify', 'served/result.json', '--evidence'],
    cwd,
    env,
  );
  expect(audited.said).toContain('REPRODUCED');
  expect(audited.code).toBe(0);
});

test('npm installs it from a tarball, and builds it from a git URL', async () => {
  const [repository, user] = [join(folder.path, 'repository'), join(folder.path, 'of-git')];
  mkdirSync(repository);
  copySource(repository);
  const author = ['-c', 'user.name=author', '-c', 'user.email=author@example.com'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
  git('init');
  git('add', '--all');
  git(...author, 'commit', '--message', 'all');
  install(npm, `git+file://${repository}`, user);
  for (const place of [cwd, user])
    expect(await ended([...npm.exec, name, '--version'], place, env)).toEqual({
      code: 0,
      said: `${version}\n`,
    });
  // As after `npm ci --omit=dev` in a clone.
  const withoutCompiler = join(cwd, 'node_modules', name);
  expect(await ended(['npm', 'run', 'prepare'], withoutCompiler, env)).toMatchObject({ code: 0 });
}, 600_000);
