import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { outcomeLines } from '../engine/session/in-process.ts';
import { command, variablesOf } from './command.ts';
import { hearing, workspace } from './workspace.ts';

// Public case: spec-kitty/spec-kitty#4941, where events of machines with different clocks are put in a wrong order.

const { at, result, serve, write } = workspace();
const preload = pathToFileURL(join(import.meta.dirname, 'processes', 'shifted-clock.mjs')).href;

/** Makes the processes of a command shift their wall clocks by that time: at once, or when the file is written. */
const shifted = (ms: number, file?: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${preload}`,
  SHIFT_MS: String(ms),
  ...(file === undefined ? {} : { SHIFT_AT: at(file) }),
});

describe('a clock that is set during a run changes neither its requests nor its outcomes:', () => {
  const args =
    'run --depth quick --seed 3 --claim daily-summaries,notification-settings --only user/unknown* --no-allure --out';

  /** Runs once. Writes the file after twenty requests, when tokens are issued and responses are known. */
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
  ])('%s', async (name, ms) => {
    const [usual, set] = [await run(`usual ${name}`.replaceAll(' ', '-'), 0), await run(name.replaceAll(' ', '-'), ms)];
    expect(set).toEqual(usual);
  });
});
