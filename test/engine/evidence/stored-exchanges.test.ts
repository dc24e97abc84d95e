import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readEvidence, writeEvidence } from '../../../engine/evidence/har-file.ts';
import { linesOf } from '../../../engine/evidence/lines.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { emptyFolder } from '../../cli/command.ts';
import { answered, key } from '../samples.ts';
import { recordOf } from './record.ts';

const folder = emptyFolder();
const file = join(folder.path, 'lines');
afterAll(folder.remove);

async function linesIn(text: string) {
  writeFileSync(file, text);
  const lines = [];
  for await (const line of linesOf(file)) lines.push(line);
  return lines;
}

// Longer than one read, with multi-byte characters at the boundaries.
const long = fc.tuple(fc.constantFrom('ä', '€', '𝄞', 'a'), fc.integer({ min: 60_000, max: 300_000 }));
const line = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zä€\u2028\r]{0,12}$/) },
  { weight: 1, arbitrary: long.map(([character, times]) => character.repeat(times)) },
);

test('a file is read line by line, with the correct offset of each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), async (written, isEnded) => {
      const text = `${written.join('\n')}${isEnded ? '\n' : ''}`;
      const expected = text.split('\n');
      if (expected.at(-1) === '') expected.pop();
      const lines = await linesIn(text);
      const bytes = readFileSync(file);
      const placed = lines.map(({ offset, length }) => bytes.subarray(offset, offset + length).toString('utf8'));
      // Compare the number of lines first: vitest takes minutes to show a difference between long strings.
      expect(lines.length).toBe(expected.length);
      expect(lines.every(({ text }, at) => text === expected[at] && placed[at] === text)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

async function evidenceOf(count: number) {
  const exchanges = Array.from({ length: count }, (_, index) => answered(200 + index, { ...key(), index }));
  const har = join(folder.path, 'exchanges.har');
  const writer = writeEvidence(har, '0.0.0', recordOf());
  for (const exchange of exchanges) writer.write(exchange);
  await writer.end();
  return { har, exchanges, stored: (await readEvidence(har)).exchanges };
}

test('exchanges are found by key, in any order, and none stays in memory', async () => {
  const { har, exchanges, stored } = await evidenceOf(30);
  expect(stored.size).toBe(30);
  for (const exchange of exchanges.toReversed()) {
    const text = keyText(exchange.key);
    expect(stored.get(text)).toEqual(exchange);
    expect(stored.get(text)).not.toBe(stored.get(text));
  }
  expect([...stored.keys()]).toEqual(exchanges.map((one) => keyText(one.key)));
  expect(stored.get('a|b|0|c|0')).toBeUndefined();
  writeFileSync(har, readFileSync(har, 'utf8').replaceAll('\n', '\r\n'));
  const withCrlf = await readEvidence(har);
  expect(withCrlf.complete).toBe(true);
  expect([...withCrlf.exchanges.values()]).toEqual(exchanges);
});

test('a file that changed since it was read is an error', async () => {
  const { har, stored } = await evidenceOf(3);
  const [first = ''] = stored.keys();
  const text = readFileSync(har, 'utf8');
  writeFileSync(har, `once more ${text}`);
  expect(() => stored.get(first)).toThrow(/was changed while it was read$/);
  writeFileSync(har, text.replace(first, first.replace(/\|0$/, '|1')));
  expect(() => stored.get(first)).toThrow(/was changed while it was read$/);
});
