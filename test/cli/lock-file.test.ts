import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { takeLock } from '../../cli/lock-file.ts';
import { findProcess } from '../../cli/process-table.ts';
import { workspace } from './workspace.ts';

const { at, remove, write } = workspace();
const file = () => at('locks', 'one.lock');
const locked = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>;
/** A process id that belonged to a process that has ended. */
const ended = spawnSync('true').pid;

beforeEach(() => {
  remove('locks');
  write('locks/empty', '');
});

/** Leaves a lock as another process would have written it. */
async function leave(change: Readonly<Record<string, unknown>>, agoMs = 0): Promise<void> {
  const release = await takeLock(file());
  const text = JSON.stringify({ ...locked(), ...change });
  await release();
  writeFileSync(file(), text);
  const at = (Date.now() - agoMs) / 1_000;
  utimesSync(file(), at, at);
}

test('a lock that cannot be read when the work ends is no error of the work', async () => {
  const release = await takeLock(file());
  rmSync(file());
  mkdirSync(file());
  await release();
  expect(readdirSync(at('locks')).sort()).toEqual(['empty', 'one.lock']);
});

test('a lock has one holder, who is named, and leaves no file', async () => {
  const release = await takeLock(file());
  await expect(takeLock(file())).rejects.toMatchObject({
    holder: `process ${process.pid}`,
    isElsewhere: false,
  });
  expect(readdirSync(at('locks')).sort()).toEqual(['empty', 'one.lock']);
  await release();
  await (await takeLock(file()))();
  expect(readdirSync(at('locks'))).toEqual(['empty']);
});

const leftBehind = [
  ['of a process that was killed', { pid: ended }, 0],
  ['of a process that was killed, whose id another process has', { started: '1' }, 0],
  [
    'of another machine that has not written it for a minute',
    { host: 'elsewhere', machine: 'elsewhere' },
    60_000,
  ],
] as const;
test.each(leftBehind)('a lock is taken over: %s', async (_what, change, agoMs) => {
  await leave(change, agoMs);
  const release = await takeLock(file());
  expect(locked()).toMatchObject({ pid: process.pid, started: findProcess(process.pid)?.started });
  await release();
  expect(readdirSync(at('locks'))).toEqual(['empty']);
});

test('a lock is taken over: empty, for a minute', async () => {
  writeFileSync(file(), '');
  await expect(takeLock(file())).rejects.toMatchObject({ holder: 'another process' });
  utimesSync(file(), 1, 1);
  await (await takeLock(file()))();
});

test('a lock is held: of another machine that writes it', async () => {
  await leave({ host: 'elsewhere', machine: 'elsewhere', pid: 7 });
  await expect(takeLock(file())).rejects.toMatchObject({
    holder: 'process 7 on elsewhere',
    isElsewhere: true,
  });
});

test('a lock that cannot be read ends with the error of the file system', async () => {
  symlinkSync('nowhere', file());
  await expect(takeLock(file())).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(takeLock(at('missing', 'one.lock'))).rejects.toMatchObject({ code: 'ENOENT' });
});

/** Takes the lock again and again. Half the time it leaves the lock as if it had been killed. */
const contender = `
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { takeLock } from './lock-file.mjs';
const [, , file, ended] = process.argv;
for (let taken = 0; taken < 25; ) {
  let release;
  try {
    release = await takeLock(file);
  } catch (error) {
    if (error.name !== 'LockTaken') throw error;
    continue;
  }
  taken += 1;
  const inside = await open(file + '.inside', 'wx');
  await new Promise((resolve) => setTimeout(resolve, 2));
  await inside.close();
  await rm(file + '.inside');
  if (taken % 2 === 0) await release();
  else await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), pid: Number(ended) }));
}
`;

beforeAll(async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, '../../cli/lock-file.ts'),
    platform: 'node',
    // jsonc-parser's other file requires its parts at run time.
    resolve: { mainFields: ['module', 'main'] },
  });
  await bundle.write({ file: at('lock-file.mjs') });
  write('contender.mjs', contender);
});

test('of several processes that find a lock left behind, one takes it over', {
  timeout: 240_000,
}, async () => {
  const contenders = Array.from({ length: 5 }, () =>
    spawn(process.execPath, [at('contender.mjs'), file(), String(ended)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  const outcomes = contenders.map(async (child) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  });
  expect(await Promise.all(outcomes)).toEqual(contenders.map(() => ({ code: 0, said: '' })));
});
