import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { scopeIsAll } from '../scope.ts';
import { command, emptyFolder, start, variablesOf } from './command.ts';

let reference: RunningReference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

/** Milliseconds after the start, evenly over a run and its reports. */
const moments = Array.from({ length: scopeIsAll ? 50 : 4 }, (_, nth) => 150 + nth * (scopeIsAll ? 130 : 1_400));

describe('a run that is killed', () => {
  test.each(moments)(
    'after %i ms leaves nothing that is taken for a complete result',
    { timeout: 60_000 },
    async (ms) => {
      const folder = emptyFolder();
      const args = ['run', '--depth', 'quick', '--seed', '7', '--claim', 'portfolios,learn,cash', '--out', 'out'];
      const { child, finished } = start(folder.path, args, variablesOf(reference), false);
      const killed = setTimeout(() => child.kill('SIGKILL'), ms);
      await finished;
      clearTimeout(killed);
      const result = join(folder.path, 'out', 'result.json');
      const wasComplete = child.signalCode === null;
      if (existsSync(result)) expect(JSON.parse(readFileSync(result, 'utf8'))).toHaveProperty('verdict');
      else expect((await command(folder.path, ['report', 'out', '--out', 'again'])).code).toBe(2);
      const evidence = join(folder.path, 'out', 'exchanges.har');
      if (existsSync(evidence)) {
        const { code, stderr } = await command(folder.path, ['judge', evidence, '--out', 'judged']);
        const complete = /"_entries":\d+\}\}\s*$/.test(readFileSync(evidence, 'utf8'));
        if (!complete) expect([2, 3]).toContain(code);
        expect(stderr).not.toMatch(/^\s+at /m);
      } else expect(wasComplete).toBe(false);
      folder.remove();
    },
  );
});
