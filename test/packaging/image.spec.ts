import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { dockerfile } from './dockerfile.ts';
import { clone, copySource } from './packed.ts';

// Executes the instructions in a folder that stands for the root of both stages, so no container
// engine is needed.
const folder = emptyFolder();
const root = join(folder.path, 'root');
const at = (path: string) => join(root, path);
afterAll(folder.remove);

const lines = dockerfile(readFileSync(join(clone, 'Dockerfile'), 'utf8'));
const isRoot = process.getuid?.() === 0;

/** Moves the absolute paths of a script into the folder. */
const moved = (script: string) => {
  const within = script.replaceAll(
    /(?<=^|[\s:])\/(?=(tmp|source|app|usr|work|reports)\b)/g,
    `${root}/`,
  );
  return isRoot ? within : within.replace(/ && chown \S+ \S+/, '');
};

test('the instructions of the stages build the image', () => {
  for (const path of ['tmp', 'source', 'app', 'usr/local/bin'])
    mkdirSync(at(path), { recursive: true });
  chmodSync(folder.path, 0o755);
  let cwd = root;
  for (const { instruction, argument } of lines) {
    if (instruction === 'WORKDIR') {
      cwd = at(argument);
      mkdirSync(cwd, { recursive: true });
    } else if (instruction === 'COPY' && argument === '. .') {
      copySource(cwd);
    } else if (instruction === 'RUN') {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', moved(argument)], {
        cwd,
        encoding: 'utf8',
      });
      expect({ argument, status, said: status === 0 ? '' : stdout + stderr }).toEqual({
        argument,
        status: 0,
        said: '',
      });
    }
  }
});

const mayUnshare = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

const [user = ''] = lines.flatMap(({ instruction, argument }) =>
  instruction === 'USER' ? [argument] : [],
);

// artifact-keeper/artifact-keeper#3434: OpenShift replaces the user of an image by a random one in
// group 0, which has no entry in /etc/passwd. Docker and CRI-O then set HOME to /.
test
  .runIf(mayUnshare)
  .each<[who: string, ids: string, env: Record<string, string>, owner?: string]>([
    ['the user of the image', user, {}],
    ['a random user in group 0, as OpenShift assigns', '1000650000:0', { HOME: '/' }],
    ['a random user without HOME', '1000650000:0', {}],
    [
      'the caller, as docker run --user with a folder of the caller',
      '4711:4712',
      { HOME: '/' },
      '4711:4712',
    ],
  ])(
  'whoever runs the image may write the reports and a temporary folder, and no more: %s',
  (_who, ids, home, owner) => {
    const variables = lines
      .filter(({ instruction }) => instruction === 'ENV')
      .flatMap(({ argument }) => argument.split(' ').map((pair) => pair.split('=')));
    const { M2M_OUT = '', ...env } = Object.fromEntries(variables) as Record<string, string>;
    const [reports, command] = [at(M2M_OUT), at('usr/local/bin/m2m-conformance')];
    const [uid, gid] = ids.split(':');
    const script = [
      ...(owner === undefined ? [] : [`chown ${owner} ${reports}`]),
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
    expect({ status, stderr, stdout: status === 0 ? '' : stdout }).toEqual({
      status: 0,
      stderr: '',
      stdout: '',
    });
    expect(resultIn(root, 'reports').verdict).toBe('conformant');
    for (const entry of readdirSync(reports)) rmSync(join(reports, entry), { recursive: true });
  },
);
