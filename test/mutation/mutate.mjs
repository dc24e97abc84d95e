import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { strykerOptions } from './stryker-options.mjs';

const { values } = parseArgs({
  options: {
    /** A part of the files: `2/6` is the second of six. */
    part: { type: 'string', default: '1/1' },
    /** Globs of the files to mutate instead of a part. */
    mutate: { type: 'string', multiple: true },
    /** Judges one of this many recordings. */
    'one-in': { type: 'string', default: '1' },
    /** Reuses the previous recordings. */
    recorded: { type: 'boolean', default: false },
    /** Tries every mutant again, not only those whose code or tests changed. */
    force: { type: 'boolean', default: false },
  },
});

if (!values.recorded) {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  execFileSync(process.execPath, [vitest, 'run', '--config', 'test/mutation/record.config.ts'], {
    stdio: 'inherit',
  });
}
const { mutate, force } = values;
await new Stryker(
  strykerOptions({
    part: values.part.split('/').map(Number),
    oneIn: Number(values['one-in']),
    mutate,
    force,
  }),
).runMutationTest();
