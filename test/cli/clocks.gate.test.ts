import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { override } from '../../fixtures/reference/index.ts';
import { outcomeLines } from '../engine/session/in-process.ts';
import { command, variablesOf } from './command.ts';
import { hearing, workspace } from './workspace.ts';

// Public case: spec-kitty/spec-kitty#4941, where events of machines with different clocks are put
// in a wrong order.

const { at, call, result, serve, write } = workspace();
const preload = pathToFileURL(join(import.meta.dirname, 'processes', 'shifted-clock.mjs')).href;

/**
 * Makes the processes of a command shift their wall clocks by that time: at once, or when the file
 * is written.
 */
const shifted = (ms: number, file?: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${preload}`,
  SHIFT_MS: String(ms),
  ...(file === undefined ? {} : { SHIFT_AT: at(file) }),
});

describe('a clock that is set during a run changes neither its requests nor its outcomes:', () => {
  const args =
    'run --depth quick --seed 3 --claim daily-summaries,notification-settings --only user/unknown* --no-allure --out';

  /**
   * Runs once. Writes the file after twenty requests, when tokens are issued and responses are
   * known.
   */
  async function run(out: string, ms: number) {
    let sent = 0;
    const hears = hearing(() => {
      if (++sent === 20) write(`${out}.set`, '');
    });
    const variables = { ...variablesOf(await serve(hears)), ...shifted(ms, `${out}.set`) };
    const { code } = await command(at(), `${args} ${out}`.split(' '), variables);
    return { code, sent, outcomes: outcomeLines(result(out)) };
  }

  test.each([
    ['back by 20 s', -20_000],
    ['forward by an hour', 3_600_000],
  ])('%s', { timeout: 240_000 }, async (name, ms) => {
    const [usual, set] = [
      await run(`usual ${name}`.replaceAll(' ', '-'), 0),
      await run(name.replaceAll(' ', '-'), ms),
    ];
    expect(set).toEqual({ ...usual, sent: expect.any(Number) });
    // A slow machine may need a few retries.
    expect(Math.abs(set.sent - usual.sent)).toBeLessThan(10);
  });
});

test('shards whose clocks differ by 6 s and see one edit are merged without a finding, as judge does', {
  timeout: 240_000,
}, async () => {
  // The editor moves a guide two seconds after both shards have listed the guides. Slow responses
  // keep both running.
  const runs = new Set<string | null>();
  let movesAt = Number.POSITIVE_INFINITY;
  const edit = override('listGuides', (original) => (visit, user) => {
    runs.add(visit.request.headers.get('user-agent'));
    if (runs.size > 1) movesAt = Math.min(movesAt, performance.now() + 2_000);
    const guides = original(visit, user);
    return performance.now() < movesAt ? guides : [...guides.slice(-1), ...guides.slice(0, -1)];
  });
  const slowly = override('respond', (original) => async (visit, response) => {
    await sleep(100);
    return original(visit, response);
  });
  const reference = await serve([edit, slowly]);
  const id = 'guides/order-stable';
  const args = (shard: string) =>
    `run --depth quick --seed 3 --claim learn --no-allure --shard ${shard} --out`;
  await Promise.all([
    command(at(), `${args('1/2')} one`.split(' '), variablesOf(reference)),
    command(at(), `${args('2/2')} two`.split(' '), {
      ...variablesOf(reference),
      ...shifted(6_000),
    }),
  ]);
  await call('merge one two --out merged --no-allure');
  await call('judge merged --out judged --no-allure');
  for (const out of ['one', 'two']) expect(outcomeLines(result(out)), out).toContain(`${id} pass`);
  expect(outcomeLines(result('merged'))).toContain(`${id} inconclusive`);
  expect(outcomeLines(result('merged')).filter((line) => line.endsWith(' fail'))).toEqual([]);
  expect(outcomeLines(result('judged'))).toEqual(outcomeLines(result('merged')));
});
