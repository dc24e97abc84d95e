import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { sample } from '../scope.ts';
import { emptyFolder, resultIn } from './command.ts';
import { changingAddress, startChanging } from './processes/changed-address.ts';
import { killTree } from './processes/child.ts';
import { nothingRuns, until } from './processes/ending.ts';
import { mayUnshare } from './processes/may-unshare.ts';
import { treeOf } from './processes/tree.ts';

// npm/cli#6684 and #7693, actions/runner#1309: whoever started the command ends, and the command
// never hears of it.

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const clone = join(import.meta.dirname, '..', '..');
const main = join(clone, 'dist', 'cli', 'main.js');
const direct = [process.execPath, main];
const npx = ['npx', '--no', '--', 'm2m-conformance'];
/** An idle machine needs under two seconds. The run itself would take longer than this. */
const soonMs = 20_000;

/**
 * Starts a program in a project that has the package installed. The file `pid` gets the id of the
 * shell that runs it.
 */
async function begin(
  program: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
) {
  const reference = await startChanging();
  const folder = emptyFolder();
  const bin = join(folder.path, 'node_modules', '.bin', 'm2m-conformance');
  mkdirSync(dirname(bin), { recursive: true });
  symlinkSync(main, bin);
  writeFileSync(join(folder.path, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder.path, 'harness.config.mjs'), reference.config);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder.path,
    TMPDIR: folder.path,
    ...reference.variables,
    ...more,
  };
  const child = spawn(program, args, {
    cwd: folder.path,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  closers.push(folder.remove, reference.close, () => killTree(child.pid));
  return { child, reference, folder: folder.path, said: () => said };
}

const run = (program: readonly string[]) => [
  ...program,
  'run',
  '--out',
  'out',
  '--depth',
  'deep',
  ...changingAddress,
];
const shellLine = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
/** A step of a CI job: the shell waits for the command, so it does not replace itself. */
const step = (words: readonly string[], before = '') =>
  `${before}${shellLine(words)}; echo "exit $?" > code`;

type Begun = Awaited<ReturnType<typeof begin>>;

const ways: readonly (readonly [
  how: string,
  interrupted: string,
  start: () => Promise<Begun>,
  end: (child: ChildProcess) => void,
])[] = [
  [
    'npx gets SIGTERM',
    'started the run has ended',
    () => begin('npx', run(npx).slice(1)),
    (child) => child.kill('SIGTERM'),
  ],
  [
    'the shell of a CI step that runs npx gets SIGTERM',
    'started the run has ended',
    () => begin('bash', ['-c', step(run(npx))]),
    (child) => child.kill('SIGTERM'),
  ],
  [
    'the shell of a CI step is killed',
    'started the run has ended',
    () => begin('sh', ['-c', step(run(direct))]),
    (child) => child.kill('SIGKILL'),
  ],
  [
    'the command gets SIGHUP',
    'SIGHUP, as when a terminal is closed',
    () => begin(direct[0] ?? '', run(direct).slice(1)),
    (child) => child.kill('SIGHUP'),
  ],
  // `script` is the terminal.
  [
    'the terminal is closed',
    '(SIGHUP, as when a terminal is closed|started the run has ended)',
    () => begin('script', ['-qec', shellLine(run(direct)), '/dev/null']),
    (child) => child.kill('SIGKILL'),
  ],
];

describe('a run that is told to end, or whose parent has gone, restores the address and writes its reports', () => {
  test.each(sample('ways to end a run', ways, 3))('%s', async (_how, interrupted, start, end) => {
    const { child, reference, folder } = await start();
    await reference.changed();
    const pids = treeOf(child.pid ?? 0);
    const began = performance.now();
    end(child);
    await nothingRuns(pids);
    expect(performance.now() - began).toBeLessThan(soonMs);
    expect(reference.isRestored()).toBe(true);
    const result = resultIn(folder, 'out');
    expect(result).toMatchObject({ verdict: 'inconclusive', harnessErrors: [] });
    expect(result.interrupted).toMatch(new RegExp(`${interrupted}\\. .+ See \\S+#ended-early\\.$`));
    expect(existsSync(join(folder, 'out', 'index.html'))).toBe(true);
    const sent = reference.requests();
    await sleep(500);
    expect(reference.requests()).toBe(sent);
  });
});

test('a signal that a process manager passes on a second time does not end the run at once', async () => {
  const { child, reference, folder } = await begin(direct[0] ?? '', run(direct).slice(1));
  await reference.changed();
  const closed = once(child, 'close');
  child.kill('SIGINT');
  await sleep(20);
  child.kill('SIGINT');
  child.kill('SIGHUP');
  expect(await closed).toEqual([130, null]);
  expect(reference.isRestored()).toBe(true);
  expect(resultIn(folder, 'out')).toMatchObject({ interrupted: 'SIGINT' });
});

test('if the command is killed, its worker restores the address, and ends', async () => {
  const { child, reference } = await begin(direct[0] ?? '', run(direct).slice(1));
  await reference.changed();
  const pids = treeOf(child.pid ?? 0);
  expect(pids.length).toBeGreaterThan(1);
  const sent = reference.requests();
  child.kill('SIGKILL');
  await nothingRuns(pids);
  expect(reference.isRestored()).toBe(true);
  // Those in progress, and the restoration.
  expect(reference.requests() - sent).toBeLessThan(6);
});

test.runIf(mayUnshare)(
  'the first process of a container gets SIGTERM: the address is restored, the reports are written',
  async () => {
    const { child, reference, folder } = await begin('unshare', [
      '--pid',
      '--fork',
      '--mount-proc',
      ...run(direct),
    ]);
    await reference.changed();
    const [, first = 0] = treeOf(child.pid ?? 0);
    expect(readFileSync(`/proc/${first}/status`, 'utf8')).toMatch(/^NSpid:\t\d+\t1$/m);
    process.kill(first, 'SIGTERM');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(reference.isRestored()).toBe(true);
    expect(resultIn(folder, 'out')).toMatchObject({ interrupted: 'SIGTERM' });
  },
);

describe('a run that may outlive its parent goes on', () => {
  const quick = (program: readonly string[]) =>
    run(program).map((word) => (word === 'deep' ? 'quick' : word));
  const starts = [
    ['nohup', `nohup ${shellLine(quick(direct))} > said 2>&1 & echo $! > pid; exec sleep 1000`],
    ['setsid', `setsid --fork ${shellLine(quick(direct))} > said 2>&1; sleep 1000`],
  ] as const;
  test.each(sample('runs that outlive their parent', starts, 3))('%s', async (_how, script) => {
    const { child, reference, folder } = await begin('bash', ['-c', script]);
    await reference.changed();
    if (existsSync(join(folder, 'pid')))
      process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGHUP');
    child.kill('SIGKILL');
    await until(() => existsSync(join(folder, 'out', 'summary.md')));
    const result = resultIn(folder, 'out');
    expect(result.interrupted).toBeUndefined();
    expect(result.harnessErrors).toEqual([]);
    expect(reference.isRestored()).toBe(true);
  });
});
