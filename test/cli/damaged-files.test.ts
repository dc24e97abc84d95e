import { cpSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { storeShards } from './shards.ts';
import { workspace } from './workspace.ts';

const space = workspace();
const { at, call, read, refused, write } = space;
const known = '{ "knownFailures": [{ "requirement": "guides/vary", "reason": "fixed in 2.5" }] }';

beforeAll(async () => {
  await storeShards(space);
  write('known.json', known);
});

const cut = (share: number) => (whole: string) => whole.slice(0, Math.floor(whole.length * share));

/** Changes the lowest bit of a brace of the syntax. */
function breakBrace(whole: string): string {
  const middle = Math.floor(whole.length / 2);
  const found = whole.slice(middle).search(/\{["\n]/);
  const place = found < 0 ? whole.lastIndexOf('{') : middle + found;
  return `${whole.slice(0, place)}z${whole.slice(place + 1)}`;
}

const damages: readonly (readonly [what: string, damage: (whole: string) => string])[] = [
  ['empty', () => ''],
  ['cut at 50 %', cut(0.5)],
  ['cut at 99 %', cut(0.99)],
  ['one bit of its syntax changed', breakBrace],
  ['of another format', () => read('whole', 'junit.xml')],
  ['of another format in JSON', () => '{"log":{"version":"1.2","entries":[]}}\n'],
];

/** Commands by damaged file. The folder `damaged` contains the damaged file and its neighbours. */
const commands: readonly (readonly [file: string, args: string])[] = [
  ['whole/result.json', 'compare damaged whole'],
  ['whole/result.json', 'compare whole damaged/result.json'],
  ['two/result.json', 'merge one damaged --out out'],
  ['two/exchanges.har', 'merge one damaged --out out'],
  ['known.json', 'merge one two --out out --known-failures damaged/known.json'],
  ['whole/result.json', 'report damaged --out out'],
  ['whole/result.json', 'registry damaged --out out'],
  ['whole/exchanges.har', 'judge damaged/exchanges.har --out out --no-allure'],
  ['whole/result.json', 'replay damaged/result.json'],
  ['whole/exchanges.har', 'replay damaged/exchanges.har'],
  ['known.json', 'run --known-failures damaged/known.json --out out'],
];

test.each(commands)('damaged %s: %s prints one line that says what to do, and writes nothing', async (file, args) => {
  const [folder = '', document = folder] = file.split('/');
  const [command] = args.split(' ');
  for (const [what, damage] of damages) {
    space.remove('damaged', 'out');
    // Without this condition, `registry` and `replay` would read undamaged files beside the damaged one.
    if (document !== folder && !command?.startsWith('re')) cpSync(at(folder), at('damaged'), { recursive: true });
    write(`damaged/${document}`, damage(read(file)));
    if (command === 'judge' && what.startsWith('cut')) {
      const { code, stdout, stderr } = await call(args);
      expect({ what, code, stderr }).toEqual({ what, code: 3, stderr: '' });
      expect(stdout).toContain('Ended early: the evidence ends before the end of the run');
      continue;
    }
    const stderr = await refused(args);
    // `registry` names the file it leaves out, then says that nothing is left.
    expect({ what, lines: stderr.split('\n').length }).toEqual({ what, lines: command === 'registry' ? 3 : 2 });
    expect(stderr).toContain(document);
    expect(stderr).toMatch(/\.\n$/);
    expect({ what, isWritten: space.has('out') }).toEqual({ what, isWritten: false });
  }
});
