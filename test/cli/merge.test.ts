import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { merge } from '../../cli/commands/merge.ts';
import type { EvidenceEntry } from '../../engine/evidence/har-entry.ts';
import type { RunRecord } from '../../engine/evidence/har-file.ts';
import type { Result } from '../../engine/result.ts';
import { startReference } from '../../fixtures/reference/index.ts';
import { outcomeLines } from '../kernel/in-process.ts';
import { command, emptyFolder, resultIn, variablesOf } from './command.ts';

const folder = emptyFolder();
const at = (...names: readonly string[]) => join(folder.path, ...names);

beforeAll(async () => {
  const reference = await startReference();
  const run = ['run', '--depth', 'quick', '--seed', '11', '--claim', 'portfolios,cash'];
  for (const [out, ...shard] of [['whole'], ['one', '--shard', '1/2'], ['two', '--shard', '2/2']] as const) {
    await command(folder.path, [...run, '--out', out, ...shard], variablesOf(reference));
  }
  await reference.close();
});
afterAll(folder.remove);

interface Changes {
  readonly result?: (result: Result) => object;
  readonly plan?: (plan: RunRecord['plan']) => object;
  /** Entries to add, from one of a check of that shard. */
  readonly entries?: (entry: EvidenceEntry) => Iterable<EvidenceEntry>;
}

/** A shard as it would be after another run: its evidence is the one that its result names. */
function shardLike(name: string, original: string, { result, plan, entries }: Changes): void {
  cpSync(at(original), at(name), { recursive: true });
  const [head = '', ...lines] = readFileSync(at(original, 'exchanges.har'), 'utf8').trimEnd().split('\n');
  const { log } = JSON.parse(`${head}]}}`) as { log: { _run: RunRecord } };
  const changed = { ...log, _run: { ...log._run, plan: { ...log._run.plan, ...plan?.(log._run.plan) } } };
  const har = at(name, 'exchanges.har');
  const hash = createHash('sha256');
  const file = openSync(har, 'w');
  const put = (text: string) => {
    writeSync(file, text);
    hash.update(text);
  };
  put(`${JSON.stringify({ log: changed }).slice(0, -2)},"entries":[\n`);
  let count = lines.length - 1;
  const template = lines.find((line) => line.includes('"_key":"http/accept-honoured|')) ?? lines[0] ?? '';
  for (const entry of entries?.(JSON.parse(template.replace(/,$/, '')) as EvidenceEntry) ?? []) {
    put(`${JSON.stringify(entry)},\n`);
    count++;
  }
  put(`${lines.slice(0, -1).join('\n')}\n],"_entries":${count}}}\n`);
  closeSync(file);
  const stated = resultIn(folder.path, original);
  const evidence = { file: 'exchanges.har', sha256: hash.digest('hex') };
  writeFileSync(at(name, 'result.json'), JSON.stringify({ ...stated, ...result?.(stated), evidence }));
}

describe('merge refuses, and writes nothing:', () => {
  /** The lines that it says, in this process: starting the command takes longer than all of these. */
  async function refused(folders: readonly string[]): Promise<string> {
    const refusal = merge(
      folders.map((name) => at(name)),
      { out: at('refused'), allure: false },
    );
    const message = await refusal.then(
      () => 'it was merged',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    expect(existsSync(at('refused'))).toBe(false);
    return message.replaceAll(`${folder.path}/`, '');
  }

  test.each([
    ['a shard that is missing', ['one'], 'Of 2 shards, 2 missing.'],
    ['one that is given twice', ['one', 'two', 'one'], 'Shard 1 of 2 is given twice: one and one.'],
    ['a whole run', ['one', 'two', 'whole'], 'whole is no shard: its run was not started with --shard.'],
    ['a folder that holds none', ['one', 'none'], 'none/result.json cannot be read (ENOENT).'],
  ])('%s', async (_what, folders, line) => {
    expect(await refused(folders)).toBe(`MergeError: ${line}`);
  });

  test('with a line for each reason', async () => {
    expect(await command(folder.path, ['merge', 'two', 'two', 'whole', '--out', 'refused'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `whole is no shard: its run was not started with --shard.
Shard 2 of 2 is given twice: two and two.
Of 2 shards, 1 missing.
`,
    });
    expect((await refused(['none', 'neither', 'one'])).match(/cannot be read/g)).toHaveLength(2);
  });

  test.each<[what: string, changes: Changes, line: string | RegExp]>([
    ['seed', { result: ({ run }) => ({ run: { ...run, seed: 12 } }) }, 'the seed is 12, and 11 in one.'],
    [
      'depth',
      { result: ({ run }) => ({ run: { ...run, depth: 'deep' } }) },
      'the depth is "deep", and "quick" in one.',
    ],
    ['strictness', { result: ({ run }) => ({ run: { ...run, strict: true } }) }, '--strict is true, and false in one.'],
    [
      'number of shards',
      { result: ({ run }) => ({ run: { ...run, shard: { index: 2, total: 3 } } }) },
      'the number of shards is 3, and 2 in one.',
    ],
    ['claim', { result: () => ({ claim: ['cash'] }) }, 'the claim is ["cash"], and ["portfolios","cash"] in one.'],
    [
      'target',
      { result: ({ target }) => ({ target: { ...target, build: '7' } }) },
      /the target is \{.*"build":"7"\}?.* in one\.$/,
    ],
    [
      'catalogue',
      { result: ({ specification }) => ({ specification: { ...specification, catalogueSha256: 'a'.repeat(64) } }) },
      `the catalogue is "${'a'.repeat(64)}", and "`,
    ],
    [
      'version',
      { result: ({ harness }) => ({ harness: { ...harness, version: '9.9.9' } }) },
      'of the harness is "9.9.9"',
    ],
    ['permissions', { plan: ({ allow }) => ({ allow: { ...allow, orders: true } }) }, 'what is allowed is {'],
    ['selection', { plan: () => ({ only: ['cash/*'] }) }, '--only is ["cash/*"], and nothing in one.'],
    ['credentials', { plan: ({ has }) => ({ has: { ...has, secondUser: false } }) }, 'what it has to work with is {'],
  ])('a shard of another %s', async (what, changes, line) => {
    const name = `two-of-${what.replaceAll(' ', '-')}`;
    shardLike(name, 'two', changes);
    const [first, ...others] = (await refused(['one', name])).split('\n');
    expect(others.filter((other) => !other.endsWith('missing.'))).toEqual([]);
    expect(first).toMatch(new RegExp(`^MergeError: ${name} is of another run: `));
    if (typeof line === 'string') expect(first).toContain(line);
    else expect(first).toMatch(line);
  });

  test.each<[what: string, damage: (har: string) => void, line: string]>([
    [
      'changed',
      (har) => appendFileSync(har, ' '),
      'is not the evidence that its result names: it was changed or cut off.',
    ],
    [
      'cut off',
      (har) => truncateSync(har, 20_000),
      'is not the evidence that its result names: it was changed or cut off.',
    ],
    ['gone', (har) => rmSync(har), 'is missing: a shard is merged with its evidence.'],
  ])('a shard whose evidence is %s', async (what, damage, line) => {
    const name = `two-${what.replace(' ', '-')}`;
    cpSync(at('two'), at(name), { recursive: true });
    damage(at(name, 'exchanges.har'));
    expect(await refused(['one', name])).toBe(`MergeError: ${name}/exchanges.har ${line}`);
  });
});

test('the memory that a merge takes does not grow with the exchanges', { timeout: 120_000 }, async () => {
  const copies = 10_000;
  const text = 'x'.repeat(8_000);
  for (const original of ['one', 'two']) {
    shardLike(`large-${original}`, original, {
      *entries({ _key, response, ...entry }) {
        const [requirement, endpoint, , step] = _key.split('|');
        const large = { ...response, content: { ...response.content, size: text.length, text } };
        for (let index = 0; index < copies; index++) {
          yield { ...entry, _key: `${requirement}|${endpoint}|${index}|${step}-${original}|0`, response: large };
        }
      },
    });
  }
  // A fifth of what the evidence takes.
  const small = { NODE_OPTIONS: '--max-old-space-size=64' };
  const { code, stderr } = await command(folder.path, ['merge', 'large-one', 'large-two', '--out', 'large'], small);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(outcomeLines(resultIn(folder.path, 'large'))).toEqual(outcomeLines(resultIn(folder.path, 'whole')));
  const size = (name: string) => statSync(at(name, 'exchanges.har')).size;
  expect(size('large')).toBeGreaterThan(size('large-one') + copies * text.length);
});
