import { expect, test } from 'vitest';
import { scopeIsAll } from '../scope.ts';
import { start, variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const { at, call, has, read, remove, result, serve } = workspace();

/**
 * When to kill the command, in milliseconds after its start. Spread evenly over the run and its
 * reports.
 */
const moments = Array.from(
  { length: scopeIsAll ? 50 : 2 },
  (_, nth) => 150 + nth * (scopeIsAll ? 80 : 1_500),
);

test.each(moments)(
  'a run killed after %i ms leaves nothing that passes for a complete result',
  async (ms) => {
    remove('out', 'again', 'judged');
    const args = 'run --depth quick --seed 7 --claim portfolios --out out';
    const { child, finished } = start(at(), args.split(' '), variablesOf(await serve()), false);
    const killed = setTimeout(() => child.kill('SIGKILL'), ms);
    await finished;
    clearTimeout(killed);
    const wasComplete = child.signalCode === null;
    if (has('out', 'result.json')) expect(result('out')).toHaveProperty('verdict');
    else expect((await call('report out --out again')).code).toBe(2);
    if (!has('out', 'exchanges.har')) return expect(wasComplete).toBe(false);
    const { code, stderr } = await call('judge out/exchanges.har --out judged --no-allure');
    if (!/"_entries":\d+\}\}\s*$/.test(read('out', 'exchanges.har')))
      expect([2, 3]).toContain(code);
    expect(stderr).not.toMatch(/^\s+at /m);
  },
);
