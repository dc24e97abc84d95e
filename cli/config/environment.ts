import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { ConfigError, type Problem } from './config-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { type Env, type Environment, variableNames } from './variables.ts';

/** The former name HARNESS_X of each variable M2M_X still works. The product Harness CI uses the same prefix. */
const [prefix, formerPrefix] = ['M2M_', 'HARNESS_'];
const formerName = (variable: string) => variable.replace(prefix, formerPrefix);

/** Variables with our prefixes that other programs set: Harness CI, and Kubernetes for services named `m2m` or `m2m-...`. */
const foreign =
  /^HARNESS_(ACCOUNT|AGENT|BUILD|DELEGATE|EXECUTION|NODE|ORG|PIPELINE|PORT|PROJECT|SERVICE|STAGE|STEP|WORKSPACE)(_|$)|^M2M_(\w+_)?(PORT|SERVICE_(HOST|PORT))(_|$)/;

/**
 * Reads the process environment, and below it `.env` in the working directory. A variable of the process overrides `.env`
 * under either name. Throws a `ConfigError` if the process, or `.env`, sets both names to different values.
 */
export async function readEnvironment(env: Env, cwd: string): Promise<Environment> {
  const own = filled(env);
  const file = filled(await dotEnv(join(cwd, '.env')));
  const ours: Record<string, string | undefined> = {};
  const names = new Map<string, string>();
  const problems: Problem[] = [];
  for (const variable of variableNames) {
    const both = [variable, formerName(variable)];
    const source = [own, file].find((one) => both.some((name) => one[name] !== undefined)) ?? {};
    const [set, other] = both.filter((name) => source[name] !== undefined);
    if (set === undefined) continue;
    const place = source === file ? ' in .env' : '';
    ours[variable] = source[set];
    names.set(variable, `${set}${place}`);
    if (other !== undefined && source[other] !== source[set]) problems.push(conflict(set, other, place));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    all: { ...file, ...own, ...ours },
    nameOf: (variable) => names.get(variable) ?? (own[variable] === undefined ? `${variable} in .env` : variable),
  };
}

function conflict(variable: string, former: string, place: string): Problem {
  const key = `${variable}${place}`;
  const found = `another value than in ${former}, its former name`;
  return { key, source: key, found, accepted: 'the same value in both, or one of them', cure: `Unset ${former}.` };
}

async function dotEnv(path: string): Promise<Env> {
  try {
    return parse(await readFile(path, 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT') return {};
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

/** Drops empty variables: CI systems pass undefined variables as empty strings. */
function filled(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}

/** Reports unknown variables with our prefix, which are probably typing errors. */
export function unknownVariables({ all, nameOf }: Environment): Problem[] {
  const known = [...variableNames, ...variableNames.map(formerName)];
  return Object.keys(all)
    .filter((name) => /^(M2M|HARNESS)_/.test(name) && !known.includes(name) && !foreign.test(name))
    .sort()
    .flatMap((name) => {
      const meant = didYouMean(name.replace(formerPrefix, prefix), variableNames);
      // A HARNESS_ variable that resembles none of ours belongs to Harness CI.
      if (meant === undefined && name.startsWith(formerPrefix)) return [];
      return {
        key: nameOf(name),
        source: nameOf(name),
        found: 'an unknown variable',
        accepted: meant ?? variableNames.join(', '),
        cure: meant === undefined ? 'Unset it.' : `Did you mean ${meant}?`,
      };
    });
}
