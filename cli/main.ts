#!/usr/bin/env node
import { CommanderError, Option } from 'commander';
import { exitCodes, exitCodeTable, explain, OutputError } from './exit.ts';
import { AliasingCommand, addCommands, applyGlobalOptions, requirePaths } from './program.ts';
import { version } from './version.ts';

type Action = (...args: never[]) => Promise<number>;

const actions: Readonly<Record<string, () => Promise<Action>>> = {
  run: async () => (await import('./commands/run.ts')).run,
  judge: async () => (await import('./commands/judge.ts')).judge,
  merge: async () => (await import('./commands/merge.ts')).merge,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  serve: async () => (await import('./commands/serve.ts')).serve,
  requirements: async () => (await import('./commands/requirements.ts')).requirements,
  replay: async () => (await import('./commands/replay.ts')).replay,
  token: async () => (await import('./commands/token.ts')).token,
  compare: async () => (await import('./commands/compare.ts')).compare,
  keygen: async () => (await import('./commands/keygen.ts')).keygen,
  verify: async () => (await import('./commands/verify.ts')).verify,
  report: async () => (await import('./commands/report.ts')).report,
  registry: async () => (await import('./commands/registry.ts')).registry,
  openapi: async () => (await import('./commands/openapi.ts')).openapi,
  init: async () => (await import('./commands/init.ts')).init,
};

const withVerdict = new Set(['m2m-conformance', 'run', 'judge', 'merge', 'doctor']);

const program = new AliasingCommand('m2m-conformance')
  .description("Certifies implementations of the investing platform's machine-to-machine API.")
  .version(version)
  .addOption(
    new Option(
      '--color <when>',
      'colour the output; auto: only on a terminal, unless NO_COLOR or FORCE_COLOR is set',
    ).choices(['auto', 'always', 'never']),
  )
  .option('--no-color', 'the same as --color never')
  .option('--no-pager', 'print long lists without $PAGER (default: less)')
  .hook('preAction', (_program, action) => {
    applyGlobalOptions(action.optsWithGlobals(), process.env);
    requirePaths(action.opts());
  })
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('afterAll', ({ command }) => (withVerdict.has(command.name()) ? exitCodeTable : ''))
  .exitOverride();

addCommands(program, async (name, args) => {
  const action = (await actions[name]?.()) as ((...args: unknown[]) => Promise<number>) | undefined;
  if (action) endWith(await action(...args));
});

// The reader may close the output early, like `head`. The command also writes files.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const isClosed = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY);
    if (!isClosed) throw new OutputError(`Standard output cannot be written (${error.code}).`);
  });
}
// By default Node exits with 1, which means non-conformant.
process.on('uncaughtException', (error) => {
  endWith(explain(error));
  process.exit();
});

/** vitest may set another exit code while it closes. */
let ended: number | undefined;
process.on('exit', () => {
  if (ended !== undefined) process.exitCode = ended;
});

function endWith(code: number) {
  ended = code;
  process.exitCode = code;
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    endWith(error.exitCode === 0 ? 0 : exitCodes.wrongInput);
  } else {
    endWith(explain(error));
  }
}
