import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayLine } from '../../reports/shell-lines.ts';
import { workspace } from './workspace.ts';

const root = join(import.meta.dirname, '..', '..');
const { at } = workspace();

/** Returns the tracked files outside `test` that people read or that print commands. */
function lines(): readonly string[] {
  const tracked = execFileSync('git', ['ls-files', '--', ':!CHANGELOG.md', ':!test'], {
    cwd: root,
  });
  const files = tracked.toString().trim().split('\n');
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return text.split('\n').map((line, index) => `${file}:${index + 1}: ${line.trim()}`);
  });
}

describe('kind: an option that a launcher takes for its own', () => {
  // `npx --no m2m-conformance --version` prints npm's version: npx 11.19 reads the command as the
  // value of --no.
  test('the npx of this machine hands a printed command its options', () => {
    mkdirSync(at('node_modules/.bin'), { recursive: true });
    const command = at('node_modules/.bin/m2m-conformance');
    writeFileSync(command, '#!/bin/sh\necho "got $*"\n');
    chmodSync(command, 0o755);
    writeFileSync(at('package.json'), '{}');
    const printed = replayLine('.', 1).replace('replay . --failure 1', '--version --help');
    const shown = execFileSync('sh', ['-c', printed], { cwd: at(), encoding: 'utf8' });
    expect(shown.trim()).toBe('got --version --help');
  });

  test('each printed and written npx line of the harness ends the options of npx with --', () => {
    // What follows npx is an option, the command, or a variable with its name. `npx vitest` names
    // another command.
    const started = lines().flatMap((line) =>
      [...line.matchAll(/\b(?:npx|npm exec) (?:-|m2m-|"?\$).{0,9}/g)].map(([found]) => ({
        line,
        found,
      })),
    );
    expect(started.filter(({ found }) => !/^npx --no --[ `]/.test(found))).toEqual([]);
    expect(started.length).toBeGreaterThan(30);
  });
});
