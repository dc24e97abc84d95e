import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { lockUser } from '../../cli/lock-file.ts';
import type { Config } from '../../engine/config/config.ts';
import { override, type RunningReference } from '../../fixtures/reference/index.ts';
import { command, type Finished, start, variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const { at, read, serve, write } = workspace();
const writing = 'run --allow writes --only address/accepted --depth quick --no-allure --out';
let reference: RunningReference;
/** The reference's first request calls this and waits until it resolves. */
let onFirst: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  mkdirSync(at('locks'));
  reference = await serve(
    override('respond', (original) => async (visit, response) => {
      const first = onFirst;
      onFirst = async () => {};
      await first();
      return original(visit, response);
    }),
  );
});

const variables = () => ({ ...variablesOf(reference), TMPDIR: at('locks') });
const locks = () => readdirSync(at('locks')).filter((file) => file.endsWith('.lock'));

test('a second run on the same user is refused before it sends anything', async () => {
  let second: Finished | undefined;
  onFirst = async () => {
    expect(locks()).toHaveLength(1);
    second = await command(at(), `${writing} second`.split(' '), variables());
  };
  const first = await start(at(), `${writing} first`.split(' '), variables()).finished;
  expect(second).toMatchObject({ code: 2, stdout: '' });
  expect(second?.stderr).toMatch(
    /^Another run on this machine \(process \d+\) is changing the address of the same/,
  );
  expect(first.code).toBe(0);
  expect(locks()).toEqual([]);
});

test('only a run that writes locks its user, and only in the first shard; the lock of a killed run is ignored', async () => {
  const config = {
    allow: { writes: true, orders: false, desync: false },
    target: { baseUrl: reference.baseUrl },
    users: { first: reference.users.first },
  } as Config;
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = at('locks');
  try {
    const release = await lockUser({ ...config, shard: { index: 1, total: 2 } });
    const [lock = ''] = locks();
    const { machine } = JSON.parse(read('locks', lock));
    await expect(lockUser(config)).rejects.toThrow(/Another run/);
    const second = await lockUser({ ...config, shard: { index: 2, total: 2 } });
    const reading = await lockUser({ ...config, allow: { ...config.allow, writes: false } });
    const ofOther = await lockUser({
      ...config,
      users: { ...config.users, first: reference.users.second },
    });
    await Promise.all([release, second, reading, ofOther].map((unlock) => unlock()));
    // No process has this id.
    const left = { token: randomUUID(), pid: 999_999_999, host: hostname(), machine };
    write(`locks/${lock}`, left);
    await (await lockUser(config))();
    expect(locks()).toEqual([]);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});
