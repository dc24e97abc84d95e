import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Detail } from '../reports/console.ts';
import { disarmed } from '../reports/log-commands.ts';

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'rows' | 'columns' | 'write'>;

/** `less` shows colours and exits if its input fits (LESS=FRX, as in git). */
const defaultPager =
  process.platform === 'win32' ? '' : 'command -v less >/dev/null && exec less || exec cat';

/** Opens PAGER for what is longer than the terminal, and resolves when the reader leaves it. */
export async function page(
  text: string,
  stream: Stream = process.stdout,
  env = process.env,
  hasKeyboard = process.stdin.isTTY,
): Promise<void> {
  const { PAGER: pager = defaultPager, CI: ci } = env;
  const isPaged =
    stream.isTTY &&
    hasKeyboard &&
    !ci &&
    pager.trim() !== '' &&
    heightOf(text, stream) > (stream.rows || 24);
  if (!isPaged || !(await showIn(pager, text, env))) stream.write(text);
}

function heightOf(text: string, { columns }: Stream) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.reduce(
    (height, line) => height + Math.max(1, Math.ceil(line.length / (columns || 80))),
    0,
  );
}

/** Resolves to false if the shell cannot start the pager. */
async function showIn(pager: string, text: string, env: NodeJS.ProcessEnv) {
  // While the pager runs, Ctrl-C must reach only the pager.
  const listeners = process.listeners('SIGINT');
  const ignore = () => {};
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  try {
    const child = spawn(pager, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...env },
    });
    // The reader may close the pager before the whole string is written.
    child.stdin.on('error', ignore).end(text);
    const [code] = await once(child, 'close').catch(() => [127]);
    return ![126, 127, 9009].includes(code);
  } finally {
    process.off('SIGINT', ignore);
    for (const listener of listeners) process.on('SIGINT', listener);
  }
}

/** A path as messages show it: relative to the working directory. */
export const shown = (path: string): string => relative(process.cwd(), path) || '.';

/** Escapes what a CI system would obey. */
export function printJson(value: unknown): void {
  process.stdout.write(`${disarmed(JSON.stringify(value, null, 2))}\n`);
}

type Switches = 'allure' | 'coverage' | 'faults' | 'force' | 'gitlab' | 'json' | 'publish';
type Texts = 'at' | 'config' | 'dir' | 'fault' | 'knownFailures' | 'only' | 'out' | 'port';

/** The options of all commands, which commands.json describes, as commander parses them. */
export type CommandFlags = {
  readonly [name in Switches | 'quiet' | 'strict' | 'verbose']?: boolean;
} & { readonly [name in Texts | 'result' | 'source' | 'trust' | 'validDays']?: string } & {
  readonly key?: readonly string[];
  readonly evidence?: string | true;
};

/** Of a command that requires `--out`. */
export type WritingFlags = CommandFlags & { readonly out: string };

export function detailOf({ quiet, verbose }: CommandFlags): Detail {
  if (quiet) return 'quiet';
  return verbose ? 'verbose' : 'normal';
}
