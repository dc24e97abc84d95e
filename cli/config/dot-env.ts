import { readFile } from 'node:fs/promises';
import { parse } from 'dotenv';
import { ConfigError } from './config-error.ts';
import type { Env } from './variables.ts';

export interface DotEnv {
  readonly values: Env;
  /** The variables whose values end directly before a `#`. */
  readonly cut: ReadonlySet<string>;
}

/** Throws a `ConfigError` if the file cannot be read. */
export async function readDotEnv(path: string): Promise<DotEnv> {
  try {
    const text = await readFile(path, 'utf8');
    const values = parse(text);
    const cut = Object.entries(values).filter(([name, value]) => isCut(text, name, value));
    return { values, cut: new Set(cut.map(([name]) => name)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT') return { values: {}, cut: new Set() };
    throw new ConfigError(
      [
        {
          key: '.env',
          source: '.env',
          found: `something that cannot be read (${code})`,
          accepted: 'a readable file, or none',
          cure: 'Make .env in the working directory readable, or remove it.',
        },
      ],
      'config-file-broken',
    );
  }
}

/** Whether a `#` follows the value on the last line that sets the variable. */
function isCut(text: string, name: string, value: string): boolean {
  const line = new RegExp(
    `^\\s*(?:export\\s+)?${name.replaceAll('.', '\\.')}(?:\\s*=|:\\s)\\s*(.*)$`,
    'gm',
  );
  const written = [...text.matchAll(line)].at(-1)?.[1];
  return written?.startsWith(`${value}#`) === true;
}
