import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { dockerfile } from './dockerfile.ts';
import { clone, copySource } from './packed.ts';

// Executes the instructions in a folder that stands for the root of both stages, so no container engine is needed.
const folder = emptyFolder();
const root = join(folder.path, 'root');
const at = (path: string) => join(root, path);
afterAll(folder.remove);

const lines = dockerfile(readFileSync(join(clone, 'Dockerfile'), 'utf8'));
const isRoot = process.getuid?.() === 0;

/** Moves the absolute paths of a script into the folder. */
const moved = (script: string) => {
  const within = script.replaceAll(/(?<=^|[\s:])\/(?=(tmp|source|app|usr|work|reports)\b)/g, `${root}/`);
  return isRoot ? within : within.replace(/ && chown \S+ \S+/, '');
};

test('the instructions of the stages build the image', () => {
  for (const path of ['tmp', 'source', 'app', 'usr/local/bin']) mkdirSync(at(path), { recursive: true });
  chmodSync(folder.path, 0o755);
  let cwd = root;
  for (const { instruction, argument } of lines) {
    if (instruction === 'WORKDIR') {
      cwd = at(argument);
      mkdirSync(cwd, { recursive: true });
    } else if (instruction === 'COPY' && argument === '. .') {
      copySource(cwd);
    } else if (instruction === 'RUN') {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', moved(argument)], { cwd, encoding: 'utf8' });
      expect({ argument, status, said: status === 0 ? '' : stdout + stderr }).toEqual({
        argument,
        status: 0,
        said: '',
      });
    }
  }
});

const mayUnshare = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

/** The user of the image, and what OpenShift makes of it. */
const named = lines.find(({ instruction }) => instruction === 'USER')?.argument ?? '';
const random = '1000660000:0';

// https://github.com/artifact-keeper/artifact-keeper/issues/3434: the random user id is in no /etc/passwd.
test.runIf(mayUnshare).each<[who: string, ids: string, home: Readonly<Record<string, string>>]>([
  ['the user of the image', named, {}],
  ['a random user id in group 0', random, {}],
  ['a random user id in group 0, at home in the read-only root', random, { HOME: '/' }],
])('the command certifies as %s if only the reports and a temporary folder can be written', (_who, ids, home) => {
  const [uid, gid] = ids.split(':');
  const variables = lines
    .filter(({ instruction }) => instruction === 'ENV')
    .flatMap(({ argument }) => argument.split(' ').map((pair) => pair.split('=')));
  const { M2M_OUT = '', ...env } = Object.fromEntries(variables) as Record<string, string>;
  const [reports, command] = [at(M2M_OUT), at('usr/local/bin/m2m-conformance')];
  // Each user starts with an empty volume.
  for (const file of readdirSync(reports)) rmSync(join(reports, file), { recursive: true });
  const script = [
    `mount --bind ${reports} ${reports}`,
    'mount -o remount,ro,bind /',
    `! touch ${at('work/probe')} 2> /dev/null`,
    `exec setpriv --reuid ${uid} --regid ${gid} --clear-groups ${command} run --claim cash --depth quick`,
  ].join(' && ');
  const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script], {
    cwd: at('work'),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], TMPDIR: '/dev/shm', ...env, ...home, M2M_OUT: reports },
  });
  expect({ status, stderr, stdout: status === 0 ? '' : stdout }).toEqual({ status: 0, stderr: '', stdout: '' });
  expect(resultIn(root, 'reports').verdict).toBe('conformant');
});
