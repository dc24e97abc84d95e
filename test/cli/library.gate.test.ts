import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runConformance } from '../../cli/library.ts';
import { command, variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const { at, serve, write } = workspace();
const accepted = 'accepted: { signal } with an AbortSignal.';

test('runConformance takes a signal, which ends the run', {
  timeout: 240_000,
}, async () => {
  const library = join(import.meta.dirname, '../../dist/cli/library.js');
  write(
    'program.mjs',
    `import { runConformance } from ${JSON.stringify(library)};
const signal = AbortSignal.abort(new Error('mine'));
const { interrupted, verdict } = await runConformance({ claim: ['cash'], reports: { allure: false } }, { signal });
console.log(verdict, interrupted);`,
  );
  const { stdout, stderr } = await command(
    at(),
    [],
    variablesOf(await serve()),
    false,
    at('program.mjs'),
  );
  expect({ stdout, stderr }).toEqual({
    stdout: 'inconclusive stopped by the program that started the run\n',
    stderr: '',
  });
});

test.each<[args: readonly unknown[], name: string, message: string]>([
  ...['text', null, [], () => ({}), AbortSignal.abort()].map(
    (config): [readonly unknown[], string, string] => [
      [config],
      'TypeError',
      'as first argument; accepted: the object that',
    ],
  ),
  [[{}, 5], 'TypeError', `runConformance: found a number as second argument; ${accepted}`],
  [[{}, null], 'TypeError', `runConformance: found null as second argument; ${accepted}`],
  [[{}, AbortSignal.abort()], 'TypeError', `found an object as second argument; ${accepted}`],
  [
    [{}, { singal: AbortSignal.abort() }],
    'TypeError',
    `found the unknown option "singal"; ${accepted}`,
  ],
  [[{}, { signal: new AbortController() }], 'TypeError', `found an object as signal; ${accepted}`],
  [[{ run: { seed: 'x' } }], 'ConfigError', 'run.seed'],
  [[{ claim: 'cash', sede: 1 }], 'ConfigError', 'sede'],
])('runConformance(...%j) rejects with one %s: %s', async (args, name, message) => {
  const [config, options] = args as Parameters<typeof runConformance>;
  await expect(runConformance(config, options)).rejects.toMatchObject({
    name,
    message: expect.stringContaining(message),
  });
});
