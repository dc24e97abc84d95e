import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { replayLine, tokenLines } from '../../reports/shell-lines.ts';
import { sample } from '../scope.ts';
import { variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const main = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
const { at, call, result, serve } = workspace();

/** Runs the lines in a shell in which `npx --no` starts the built command. Resolves to the output and the exit code. */
async function inShell(lines: readonly string[], variables: Record<string, string>) {
  const bin = at('a bin', 'npx');
  mkdirSync(at('a bin'), { recursive: true });
  writeFileSync(bin, `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(bin, 0o755);
  const env = { ...variables, HOME: at(), PATH: `${at('a bin')}${delimiter}${process.env['PATH']}` };
  const ran = promisify(execFile)('sh', ['-c', lines.join('\n')], { cwd: at(), env, encoding: 'latin1' });
  return ran.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
}

test('each curl line gets the recorded status, and each replay line finds the failure', {
  timeout: 600_000,
}, async () => {
  // Many faults at once, of all kinds: one server then has thirty findings.
  const lasting = /^(guides|insights|cash|portfolios|notifications|user)\//;
  const plain = faults.filter(({ needs = [], breaks: [first = ''] }) => needs.length === 0 && lasting.test(first));
  const shown = plain.filter((_fault, at) => at % 6 === 5);
  const target = await serve(shown.map(({ compose }) => compose));
  const variables = variablesOf(target);
  const out = "it's the folder";
  await call(['run', '-q', '--depth', 'quick', '--seed', '3', '--no-allure', '--out', out], variables);
  const { failures } = result(out);
  expect(failures.length).toBeGreaterThan(8);
  const curls = failures.flatMap(({ curl, response }) =>
    curl && response?.status ? [{ curl, status: response.status }] : [],
  );
  // The shell gets no variables but those of the export lines.
  const tokens = await inShell([...tokenLines(failures), 'echo "$TOKEN $UNSCOPED_TOKEN"'], variables);
  const [TOKEN = '', UNSCOPED_TOKEN = ''] = tokens.stdout.trim().split(' ');
  for (const { curl, status } of curls) {
    const { stdout } = await inShell([curl], { TOKEN, UNSCOPED_TOKEN });
    expect.soft(Number(stdout.split(' ')[1]), curl).toBe(status);
  }
  expect(curls.length).toBeGreaterThan(5);
  for (const [nth, { requirement }] of sample('replay lines', [...failures.entries()], 5)) {
    const { code, stdout } = await inShell([replayLine(out, nth + 1)], variables);
    expect.soft(code, `${requirement}: ${stdout}`).toBe(1);
  }
});
