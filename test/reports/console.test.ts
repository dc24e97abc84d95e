import { expect, test } from 'vitest';
import { consoleReport } from '../../reports/console.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { nonConformant, results } from './results.ts';

/** Commands that the log of a CI system obeys, and what a terminal does. */
const obeyed = /^\s*::|##\[|##vso\[|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/im;

test.each(results)('a result that is %s is told with its verdict last', async (_name, result) => {
  const told = consoleReport(result, 'reports/latest', false);
  expect(told).toMatch(new RegExp(`^${result.verdict.toUpperCase()}`, 'm'));
  expect(told).not.toMatch(obeyed);
});

const commands = ['::error::pwned', '\n::set-output name=x::y', 'a ##[add-mask]b', '##vso[task.complete]', '\u001b[2J'];

test.each(commands)('%j would be obeyed', (command) => {
  expect(command).toMatch(obeyed);
});

test('nothing that a target says is obeyed', async () => {
  const { failures, ...result } = nonConformant;
  for (const payload of [...commands, ...hostileStrings]) {
    const told = consoleReport(poison({ ...result, failures: failures.slice(0, 3) }, payload), 'reports/latest', false);
    expect(told, payload).not.toMatch(obeyed);
  }
});
