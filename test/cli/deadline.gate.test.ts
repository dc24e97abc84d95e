import { expect, onTestFinished, test } from 'vitest';
import { hostile } from '../../fixtures/hostile/index.ts';
import { command } from './command.ts';
import { workspace } from './workspace.ts';

const { at, result, write } = workspace('test');

/** Delays the start of the worker, as a busy machine does. */
const late = `if (process.execArgv.some((arg) => arg.includes('heap-growing'))) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
}`;

test.each([
  ['deceit/one-object', ''],
  ['slow/head', ''],
  ['slow/head', late],
])('the deadline ends a run against %s with the worker’s own result', async (id, preload) => {
  const target = await hostile.find((one) => one.id === id)?.start();
  onTestFinished(() => target?.close());
  write('preload.cjs', preload);
  const variables = { ...target?.variables, NODE_OPTIONS: `--require ${at('preload.cjs')}` };
  await command(at(), ['run', '--deadline', '1', '--out', 'out'], variables);
  const { interrupted, harnessErrors } = result('out');
  expect(interrupted).toMatch(
    /^the deadline of 1 s: .+requests were sent.+Raise --deadline, or --concurrency, now 8\. See \S+#time\.$/,
  );
  expect(harnessErrors).toEqual([]);
});
