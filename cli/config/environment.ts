import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { ConfigError, type Problem } from './config-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { type Env, type Environment, variableNames } from './settings.ts';

const fromFile = ' in .env';

/** Kubernetes sets these for services named `m2m` or `m2m-...`. */
const foreign = /^M2M_(\w+_)?(PORT|SERVICE_(HOST|PORT))(_|$)/;

/** Reads `.env` and the process environment, which overrides it. An empty variable is not set. */
export async function readEnvironment(env: Env, cwd: string): Promise<Environment> {
  const own = filled(env);
  const dotEnv = await readDotEnv(join(cwd, '.env'));
  const all = { ...filled(dotEnv.values), ...own };
  const emptied = new Map<string, string>();
  for (const variable of variableNames) {
    if (all[variable] !== undefined) continue;
    if (dotEnv.values[variable] === '') emptied.set(variable, `${variable}${fromFile}`);
    else if (env[variable] === '') emptied.set(variable, variable);
  }
  return {
    all,
    nameOf: (variable) => `${variable}${own[variable] === undefined ? fromFile : ''}`,
    emptied,
    cut: new Set([...dotEnv.cut].map((name) => `${name}${fromFile}`)),
  };
}

function filled(env: Env): Env {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
}

export function unknownVariables({ all, nameOf }: Environment): Problem[] {
  return Object.keys(all)
    .filter(
      (name) => name.startsWith('M2M_') && !variableNames.includes(name) && !foreign.test(name),
    )
    .sort()
    .map((name) => {
      const meant = didYouMean(name, variableNames);
      return {
        key: nameOf(name),
        source: nameOf(name),
        found: 'an unknown variable',
        accepted: meant ?? variableNames.join(', '),
        cure: meant === undefined ? 'Unset it.' : `Did you mean ${meant}?`,
      };
    });
}

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
