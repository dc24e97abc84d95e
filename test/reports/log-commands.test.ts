import { expect, test, vi } from 'vitest';
import { printJson } from '../../cli/page.ts';
import { clipped } from '../../reports/clipped.ts';
import { plain } from '../../reports/plain.ts';
import { wrapped } from '../../reports/wrapped.ts';
import { logCommands } from './hostile-strings.ts';
import { inConsole, obeyedLines } from './problems.ts';

// https://github.com/cockroachdb/cockroach/issues/112507: a string in a test's output comes alive
// as `##teamcity[`.

test.each(logCommands)('no CI system obeys %j, alone or quoted', async (command) => {
  expect(obeyedLines(command).length > 0 || /\u001b/.test(command)).toBe(true);
  for (const text of [command, `${command} x`, `a\n${command}`, `404 ${command}`]) {
    expect(await inConsole(plain(text), clipped(text, 600), clipped(text, 12))).toEqual([]);
  }
});

test.each(logCommands)('no broken line begins with what a CI system obeys: %j', async (command) => {
  for (let length = 60; length < 125; length++) {
    const words = wrapped(plain(`${'w'.repeat(length)} ${command}`), 3);
    const word = wrapped(plain(`${'w'.repeat(length)}${command.trim()}`), 3);
    expect(await inConsole(words.join('\n'), word.join('\n'))).toEqual([]);
  }
});

test('harmless text stays as it is', () => {
  for (const text of [
    ...[
      'std::string::npos',
      'a -- b --- c',
      '# heading',
      '## heading',
      '-----BEGIN X-----',
      '~~struck~~',
      '+++x',
    ],
    ...['{"a":["##"]}', 'https://host/#[a]', 'section start: 1', '1 ^^^ 2', '--data'],
  ]) {
    expect(plain(text)).toBe(text);
  }
});

test.each(logCommands)(
  'JSON on the console with %j means the same, and no CI system obeys it',
  (command) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const value = { [command]: [command, { reason: `404 ${command}` }] };
    printJson(value);
    const text = write.mock.calls.map(([chunk]) => chunk).join('');
    write.mockRestore();
    expect(JSON.parse(text)).toEqual(value);
    expect(obeyedLines(text)).toEqual([]);
  },
);

test('a JSON body in a shell command means the same', () => {
  const body = JSON.stringify({ city: '##vso[task.complete]', street: 'section_start:1:x' });
  const shown = plain(`curl --json '${body}' https://host/`);
  expect(obeyedLines(shown)).toEqual([]);
  expect(JSON.parse(/'(.*)'/.exec(shown)?.[1] ?? '')).toEqual(JSON.parse(body));
});
