import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { command, emptyFolder, start, variablesOf } from './command.ts';

let reference: RunningReference;
const folder = emptyFolder();
/** Locks of this test only. */
const locks = mkdtempSync(join(tmpdir(), 'm2m-locks-'));
const args = [
  'run',
  '--allow',
  'writes',
  '--only',
  'address/accepted,address/wrong-shape,guides/ok',
  '--depth',
  'quick',
];

beforeAll(async () => {
  reference = await startReference({ latencyMs: 10 });
});
afterAll(async () => {
  await reference.close();
  folder.remove();
});

const variables = (): Record<string, string> => ({ ...variablesOf(reference), TMPDIR: locks });

async function lockTaken(): Promise<void> {
  while (readdirSync(locks).every((file) => !file.endsWith('.lock'))) await new Promise((wait) => setTimeout(wait, 5));
}

test('a second run on the same user is refused before it sends anything, a run that only reads is not', async () => {
  const first = start(folder.path, [...args, '--out', 'first'], variables());
  await lockTaken();
  const [second, reading] = await Promise.all([
    command(folder.path, [...args, '--out', 'second'], variables()),
    command(folder.path, ['run', '--only', 'guides/ok', '--out', 'reading'], variables()),
  ]);
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(
    /^Another run on this machine \(process \d+\) is changing the address of the same user\./,
  );
  expect(second.stdout).toBe('');
  expect(reading.code).toBe(3);
  expect((await first.finished).code).not.toBe(2);
  expect(readdirSync(locks).filter((file) => file.endsWith('.lock'))).toEqual([]);
});

test('another user is no obstacle, and neither is what a killed run left behind', async () => {
  const first = start(folder.path, [...args, '--out', 'first'], variables());
  await lockTaken();
  const [lock = ''] = readdirSync(locks).filter((file) => file.endsWith('.lock'));
  const other = await command(folder.path, [...args, '--out', 'other'], {
    ...variables(),
    HARNESS_USER_ID: reference.users.second,
    HARNESS_SECOND_USER_ID: reference.users.first,
  });
  expect(other.code).not.toBe(2);
  await first.finished;
  // A process that is long gone.
  writeFileSync(join(locks, lock), '999999999');
  expect((await command(folder.path, [...args, '--out', 'again'], variables())).code).not.toBe(2);
});

test('of several shards the first one writes', async () => {
  const { lockUser } = await import('../../cli/user-lock.ts');
  const config = {
    allow: { writes: true, orders: false, desync: false },
    target: { baseUrl: reference.baseUrl },
    users: { first: reference.users.first },
  } as Config;
  const release = await lockUser({ ...config, shard: { index: 1, total: 2 } });
  await expect(lockUser(config)).rejects.toThrow(/Another run/);
  const second = await lockUser({ ...config, shard: { index: 2, total: 2 } });
  await Promise.all([release(), second()]);
  await (await lockUser(config))();
});
