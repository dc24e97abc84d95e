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
  ['a file without a name of what failed', `${root}suites/learn/guide.ts:12:5`, ' (suites/learn/guide.ts:12)'],
  ['a module', `async Object.run (file://${root}engine/judge.js:7:1)`, ' (engine/judge.js:7)'],
  ['a dependency', `Object.<anonymous> (${root}node_modules/ajv/dist/core.js:7:1)`, ''],
  ['something without a place', 'new Promise (<anonymous>)', ''],
  ['a file elsewhere', 'run (/somewhere/else/index.js:1:1)', ''],
])('%s', (_what, frame, place) => {
  expect(whatFailed(failure('too deep', frame))).toBe(`RangeError: too deep${place}`);
});

test('the first place within the package is named, also of a nested error', () => {
  const inner = failure('too deep', `a (${root}node_modules/b/c.js:1:1)`, `d (${root}engine/e.ts:2:3)`);
  const outer = failure(inner.stack ?? '', `f (${root}engine/g.ts:4:5)`);
  expect(whatFailed(outer)).toBe('RangeError: RangeError: too deep (engine/e.ts:2)');
});

test('the message is kept, except the folder of the package', () => {
  const message = whatFailed(failure(`no such file: ${root}schemas/a.json\nat all`));
  expect(message).toBe('RangeError: no such file: schemas/a.json\nat all');
  expect(whatFailed('a text')).toBe('a text');
});
