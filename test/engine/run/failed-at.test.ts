import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { whatFailed } from '../../../engine/run/failed-at.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function failure(message: string, ...frames: readonly string[]): Error {
  const error = new Error(message);
  error.stack = [`RangeError: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

test.each([
  ['a file', `judge (${root}suites/learn/guide.ts:12:5)`, ' (suites/learn/guide.ts:12)'],
  [
    'a file without a name of what failed',
    `${root}suites/learn/guide.ts:12:5`,
    ' (suites/learn/guide.ts:12)',
  ],
  ['a module', `async Object.run (file://${root}engine/judge.js:7:1)`, ' (engine/judge.js:7)'],
  ['a dependency', `Object.<anonymous> (${root}node_modules/ajv/dist/core.js:7:1)`, ''],
  ['something without a place', 'new Promise (<anonymous>)', ''],
  ['a file elsewhere', 'run (/somewhere/else/index.js:1:1)', ''],
])('%s', (_what, frame, place) => {
  expect(whatFailed(failure('too deep', frame))).toBe(`RangeError: too deep${place}`);
});

test('the first place within the package is named, also of a nested error', () => {
  const inner = failure(
    'too deep',
    `a (${root}node_modules/b/c.js:1:1)`,
    `d (${root}engine/e.ts:2:3)`,
  );
  const outer = failure(inner.stack ?? '', `f (${root}engine/g.ts:4:5)`);
  expect(whatFailed(outer)).toBe('RangeError: RangeError: too deep (engine/e.ts:2)');
});

test('the message is kept, except the folder of the package', () => {
  const message = whatFailed(failure(`no such file: ${root}schemas/a.json\nat all`));
  expect(message).toBe('RangeError: no such file: schemas/a.json\nat all');
  expect(whatFailed('a text')).toBe('a text');
});

test('a place in the bundle becomes the place in its source', () => {
  const said = 'there is no part';
  const lines = readFileSync(`${root}dist/cli/main.js`, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('await program.parseAsync()'));
  const column = (lines[at] ?? '').indexOf('program') + 1;
  const source = readFileSync(`${root}cli/main.ts`, 'utf8').split('\n');
  const wanted = source.findIndex((line) => line.includes('await program.parseAsync()')) + 1;
  const frame = `async file://${root}dist/cli/main.js:${at + 1}:${column}`;
  expect(whatFailed(failure(said, frame))).toBe(`RangeError: ${said} (cli/main.ts:${wanted})`);
  expect(whatFailed(failure(said, `a (${root}dist/cli/none.js:1:1)`))).toBe(
    `RangeError: ${said} (dist/cli/none.js:1)`,
  );
});
