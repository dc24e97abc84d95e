import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { override, type RunningReference } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { command, finished, start, variablesOf } from './command.ts';
import { killTree } from './processes/child.ts';
import { until } from './processes/ending.ts';
import { mayUnshare } from './processes/may-unshare.ts';
import { workspace } from './workspace.ts';

// schemathesis/schemathesis#4684: two runs at the same time wrote their files into one folder.

const { at, remove, serve } = workspace();
const running = 'run --claim portfolios --depth quick --no-allure --out out'.split(' ');
const main = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
let reference: RunningReference;
let earlier: RunningReference;
/** The first request waits for this. */
let go = () => {};
let went: Promise<void>;
let isAsked = false;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  reference = await serve(
    override('respond', (original) => async (visit, response) => {
      isAsked = true;
      await went;
      return original(visit, response);
    }),
  );
  earlier = await serve();
  const shard = (nth: number) =>
    `run --claim portfolios --depth quick --seed 1 --shard ${nth}/2 --out shard-${nth}`;
  for (const nth of [1, 2]) await command(at(), shard(nth).split(' '), variablesOf(earlier));
  await command(
    at(),
    'run --claim portfolios --depth quick --out other'.split(' '),
    variablesOf(earlier),
  );
});
beforeEach(() => {
  remove('out');
  cpSync(at('other'), at('out'), { recursive: true });
  isAsked = false;
  went = new Promise((resolve) => {
    go = resolve;
  });
});
afterEach(async () => {
  go();
  for (const close of closers.splice(0)) await close();
});

/** All files of the folder with their content. */
const contentOf = (folder: string) =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'latin1'),
    ])
    .sort();

/** Starts a run into the folder. Waits until it has sent a request and opened its evidence. */
async function startFirst() {
  const { child, finished: ended } = start(at(), running, variablesOf(reference));
  closers.push(() => killTree(child.pid));
  await until(() => isAsked && existsSync(at('out', 'exchanges.har')));
  return { child, ended };
}

describe('while a run writes to a folder, no other process writes results there', () => {
  const others = [
    ['run', running],
    ['run, through a symbolic link', [...running.slice(0, -1), 'link']],
    ['judge', 'judge other --out out'.split(' ')],
    ['report', 'report other --no-allure --out out'.split(' ')],
  ] as const;
  test.each(sample('commands that write results', others, 2))('%s', async (_what, args) => {
    if (args.at(-1) === 'link') symlinkSync('out', at('link'));
    const { child, ended } = await startFirst();
    const before = contentOf('out');
    const second = await command(at(), args, variablesOf(earlier));
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(second.stderr).toMatch(
      /^The folder \S+ is in use: process \d+ writes its results there\. Wait until it ends, /,
    );
    expect(second.stderr).toContain(`process ${child.pid} `);
    expect(contentOf('out')).toEqual(before);
    go();
    expect((await ended).code).toBe(0);
    expect(readdirSync(at('out')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('doctor says so', async () => {
    const { child, ended } = await startFirst();
    await until(() => isAsked);
    const { code, stdout } = await command(at(), ['doctor'], {
      ...variablesOf(earlier),
      M2M_OUT: 'out',
    });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      new RegExp(`✗ reports {2}The folder \\S+ is in use: process ${child.pid} writes`),
    );
    go();
    expect((await ended).code).toBe(0);
  });
});

test('a folder whose run was killed is free at once', async () => {
  const { child, ended } = await startFirst();
  child.kill('SIGKILL');
  await ended;
  go();
  const again = await command(at(), running, variablesOf(earlier));
  expect(again.code).toBe(0);
  expect(readdirSync(at('out')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test.runIf(mayUnshare)(
  'a run in another container that shares the folder is named with its host',
  async () => {
    const inside = `hostname elsewhere; exec ${process.execPath} ${main} ${running.join(' ')}`;
    const child = spawn(
      'unshare',
      ['--uts', '--pid', '--fork', '--mount-proc', 'sh', '-c', inside],
      {
        cwd: at(),
        env: { PATH: process.env['PATH'] ?? '', HOME: at(), ...variablesOf(reference) },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    closers.push(() => killTree(child.pid));
    const ended = finished(child);
    await until(() => isAsked);
    const second = await command(at(), running, variablesOf(earlier));
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(second.stderr).toContain(
      'is in use: process 1 on elsewhere writes its results there. Wait until it ends, or half',
    );
    go();
    expect((await ended).code).toBe(0);
  },
);

describe('a result is not taken for another one because a symbolic link leads to it', () => {
  test.each([
    ['judge', 'judge other --out alias', '--out is the folder of the evidence'],
    ['merge', 'merge shard-1 shard-2 --out alias-of-shard', '--out is the folder of a shard'],
    [
      'report',
      'report other --out alias --publish',
      '--publish: the folder contains unmasked evidence',
    ],
  ])('%s', async (name, args, said) => {
    remove('alias', 'alias-of-shard');
    symlinkSync('other', at('alias'));
    symlinkSync('shard-1', at('alias-of-shard'));
    const before = [contentOf('other'), contentOf('shard-1')];
    const { code, stderr } = await command(at(), args.split(' '));
    expect({ name, code, stderr }).toMatchObject({
      name,
      code: 2,
      stderr: expect.stringContaining(said),
    });
    expect([contentOf('other'), contentOf('shard-1')]).toEqual(before);
  });
});
