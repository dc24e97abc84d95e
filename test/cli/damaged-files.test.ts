import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { command, emptyFolder, variablesOf } from './command.ts';

const folder = emptyFolder();
const at = (...names: readonly string[]) => join(folder.path, ...names);

beforeAll(async () => {
  const reference = await startReference();
  const run = ['run', '--depth', 'quick', '--seed', '3', '--claim', 'portfolios,cash'];
  for (const [out, ...shard] of [['whole'], ['one', '--shard', '1/2'], ['two', '--shard', '2/2']] as const) {
    await command(folder.path, [...run, '--out', out, ...shard], variablesOf(reference));
  }
  await reference.close();
  writeFileSync(at('known.json'), '{ "knownFailures": [{ "requirement": "guides/vary", "reason": "fixed in 2.5" }] }');
});
afterAll(folder.remove);

const cut = (share: number) => (whole: Buffer) => whole.subarray(0, Math.floor(whole.length * share));

/** The lowest bit of a brace in the middle, which stands in no text: what was JSON is none. */
function breakBrace(whole: Buffer): Buffer {
  const broken = Buffer.from(whole);
  const text = whole.toString('latin1');
  const place = text.indexOf('{', text.slice(text.length / 2).search(/\{["\n]/) + Math.floor(text.length / 2));
  const brace = place < 0 ? text.lastIndexOf('{') : place;
  broken[brace] = (broken[brace] ?? 0) ^ 1;
  return broken;
}

const damages: readonly (readonly [what: string, damage: (whole: Buffer) => Buffer])[] = [
  ['empty', () => Buffer.alloc(0)],
  ['cut at 10 %', cut(0.1)],
  ['cut at 50 %', cut(0.5)],
  ['cut at 90 %', cut(0.9)],
  ['cut at 99 %', cut(0.99)],
  ['one bit of its syntax changed', breakBrace],
  ['of another format', () => readFileSync(at('whole', 'junit.xml'))],
  ['of another format in JSON', () => Buffer.from('{"log":{"version":"1.2","entries":[]}}\n')],
];

/** Commands, by the file that is damaged and how it is given. `judge` judges what is left of a file that was cut off. */
const commands: readonly (readonly [name: string, file: readonly string[], args: readonly string[]])[] = [
  ['compare, before', ['whole', 'result.json'], ['compare', 'damaged', 'whole']],
  ['compare, after', ['whole', 'result.json'], ['compare', 'whole', 'damaged/result.json']],
  ['merge, a result', ['two', 'result.json'], ['merge', 'one', 'damaged', '--out', 'out']],
  ['merge, an evidence', ['two', 'exchanges.har'], ['merge', 'one', 'damaged', '--out', 'out']],
  [
    'merge --known-failures',
    ['known.json'],
    ['merge', 'one', 'two', '--out', 'out', '--known-failures', 'damaged/known.json'],
  ],
  ['report', ['whole', 'result.json'], ['report', 'damaged', '--out', 'out']],
  ['registry', ['whole', 'result.json'], ['registry', 'damaged', '--out', 'out']],
  ['judge', ['whole', 'exchanges.har'], ['judge', 'damaged/exchanges.har', '--out', 'out']],
  ['replay, a result', ['whole', 'result.json'], ['replay', 'damaged/result.json']],
  ['replay, an evidence', ['whole', 'exchanges.har'], ['replay', 'damaged/exchanges.har']],
  ['run --known-failures', ['known.json'], ['run', '--known-failures', 'damaged/known.json', '--out', 'out']],
];

const table = commands.flatMap(([name, file, args]) =>
  damages.map(([what, damage]) => ({ name, what, file, args, damage })),
);

describe('a damaged file is one line that says what to do, and nothing is written or sent', () => {
  test.each(sample('damaged files', table, 7))('$name: $what', async ({ name, what, file, args, damage }) => {
    const own = emptyFolder();
    try {
      for (const made of ['whole', 'one', 'two', 'known.json'])
        cpSync(at(made), join(own.path, made), { recursive: true });
      const [shard = '', document = shard] = file;
      mkdirSync(join(own.path, 'damaged'));
      if (document !== shard && !args[0]?.match(/^re/))
        cpSync(at(shard), join(own.path, 'damaged'), { recursive: true });
      writeFileSync(join(own.path, 'damaged', document), damage(readFileSync(at(...file))));
      const { code, stdout, stderr } = await command(own.path, args);
      if (name === 'judge' && what.startsWith('cut')) {
        expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
        expect(stdout).toContain('Ended early: the evidence ends before the run did');
        return;
      }
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      const lines = stderr.trimEnd().split('\n');
      // What a registry leaves out, and that nothing is left.
      expect(lines).toHaveLength(name === 'registry' ? 2 : 1);
      expect(stderr).toContain(document);
      expect(stderr).toMatch(/\.\n$/);
    } finally {
      own.remove();
    }
  });
});
