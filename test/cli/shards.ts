import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startReference } from '../../fixtures/reference/index.ts';
import { call } from './called.ts';
import { emptyFolder, variablesOf } from './command.ts';
import type { Workspace } from './workspace.ts';

let files: Promise<ReadonlyMap<string, string>> | undefined;

/**
 * Stores a run as `whole`, and its two shards as `one` and `two`. Runs them once per test process.
 */
export async function storeShards({ write }: Workspace): Promise<void> {
  files ??= recorded();
  for (const [name, text] of await files) write(name, text);
}

async function recorded(): Promise<ReadonlyMap<string, string>> {
  const reference = await startReference();
  const folder = emptyFolder();
  const run = [
    'run',
    '--depth',
    'quick',
    '--seed',
    '11',
    '--claim',
    'portfolios,cash',
    '--no-allure',
  ];
  for (const [out, ...shard] of [
    ['whole'],
    ['one', '--shard', '1/2'],
    ['two', '--shard', '2/2'],
  ] as const) {
    await call(folder.path, [...run, '--out', out, ...shard], variablesOf(reference));
  }
  await reference.close();
  const names = ['whole', 'one', 'two'].flatMap((out) =>
    readdirSync(join(folder.path, out)).map((file) => join(out, file)),
  );
  const texts = new Map(names.map((name) => [name, readFileSync(join(folder.path, name), 'utf8')]));
  folder.remove();
  return texts;
}
