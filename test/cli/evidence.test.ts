import { cpSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { outcomeLines } from '../kernel/in-process.ts';
import { scopeIsAll } from '../scope.ts';
import { command, emptyFolder, resultIn, start, variablesOf } from './command.ts';

const folder = emptyFolder();
let target: RunningReference;

beforeAll(async () => {
  target = await startReference();
  const common = ['run', '--depth', 'quick', '--seed', '11', ...(scopeIsAll ? [] : ['--claim', 'portfolios,learn'])];
  for (const [out, shard] of [
    ['whole', []],
    ['one', ['--shard', '1/2']],
    ['two', ['--shard', '2/2']],
  ] as const) {
    const { code, stderr } = await command(folder.path, [...common, '--out', out, ...shard], variablesOf(target));
    expect({ out, code: out === 'whole' ? code : 0, stderr }).toEqual({ out, code: 0, stderr: '' });
  }
});

afterAll(async () => {
  await target.close();
  folder.remove();
});

test('judge comes to the same outcomes, without the target', async () => {
  const { code } = await command(folder.path, ['judge', 'whole/exchanges.har', '--out', 'judged']);
  expect(code).toBe(0);
  expect(outcomeLines(resultIn(folder.path, 'judged'))).toEqual(outcomeLines(resultIn(folder.path, 'whole')));
});

test('judge takes a truncated evidence for what it is', async () => {
  cpSync(join(folder.path, 'whole'), join(folder.path, 'cut'), { recursive: true });
  const har = join(folder.path, 'cut', 'exchanges.har');
  truncateSync(har, Math.floor(readFileSync(har).length / 2));
  const { code } = await command(folder.path, ['judge', 'cut/exchanges.har', '--out', 'judged-cut']);
  expect(code).toBe(3);
  expect(resultIn(folder.path, 'judged-cut').interrupted).toBe('the evidence ends before the run did');
});

describe('merge', () => {
  test('of all shards is the whole run', async () => {
    const { code } = await command(folder.path, ['merge', 'one', 'two', '--out', 'merged']);
    expect(code).toBe(0);
    expect(outcomeLines(resultIn(folder.path, 'merged'))).toEqual(outcomeLines(resultIn(folder.path, 'whole')));
  });

  test('its evidence is judged to the same', async () => {
    await command(folder.path, ['merge', 'one', 'two', '--out', 'merged-again']);
    const { code } = await command(folder.path, ['judge', 'merged-again/exchanges.har', '--out', 'judged-merged']);
    expect(code).toBe(0);
  });
});

test('requirements --json lists every requirement', async () => {
  const { code, stdout } = await command(folder.path, ['requirements', '--json']);
  expect(code).toBe(0);
  const { requirements } = JSON.parse(stdout) as { requirements: { id: string }[] };
  expect(requirements.map(({ id }) => id)).toEqual(resultIn(folder.path, 'whole').requirements.map(({ id }) => id));
});

test('serve prints lines that work as they are', { timeout: 20_000 }, async () => {
  const { child, finished } = start(folder.path, ['serve']);
  let printed = '';
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C')) resolve();
    });
  });
  const lines = printed.split('\n').filter((line) => /^(export|TOKEN|curl)/.test(line));
  const { execFileSync } = await import('node:child_process');
  const answers = execFileSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' });
  expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});
