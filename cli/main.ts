#!/usr/bin/env node
import { CommanderError, Option } from 'commander';
import { exitCodes, exitCodeTable, explain, OutputError } from './exit.ts';
import { AliasingCommand, addCommands, applyGlobalOptions, requirePaths } from './program.ts';
import { version } from './version.ts';

/** Each exports a function of its own name, which resolves to the exit code. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  run: () => import('./commands/run.ts'),
  judge: () => import('./commands/judge.ts'),
  merge: () => import('./commands/merge.ts'),
  doctor: () => import('./commands/doctor.ts'),
  serve: () => import('./commands/serve.ts'),
  requirements: () => import('./commands/requirements.ts'),
  replay: () => import('./commands/replay.ts'),
  token: () => import('./commands/token.ts'),
  compare: () => import('./commands/compare.ts'),
  keygen: () => import('./commands/keygen.ts'),
  verify: () => import('./commands/verify.ts'),
  report: () => import('./commands/report.ts'),
  registry: () => import('./commands/registry.ts'),
  openapi: () => import('./commands/openapi.ts'),
  init: () => import('./commands/init.ts'),
};

type Action = (...args: readonly unknown[]) => Promise<number>;

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
  const module = (await modules[name]?.()) as Readonly<Record<string, Action>> | undefined;
  const action = module?.[name];
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
