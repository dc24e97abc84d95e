import { join } from 'node:path';
import { ConfigError, type Problem } from './config-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { readDotEnv } from './dot-env.ts';
import { type Env, type Environment, variableNames } from './variables.ts';

/**
 * The former name HARNESS_X of each variable M2M_X still works. The product Harness CI uses the
 * same prefix.
 */
const [prefix, formerPrefix] = ['M2M_', 'HARNESS_'];
const formerName = (variable: string) => variable.replace(prefix, formerPrefix);

/** Follows the name of a variable in messages. */
const fromFile = ' in .env';

/**
 * Variables with our prefixes that other programs set: Harness CI, and Kubernetes for services
 * named `m2m` or `m2m-...`.
 */
const foreign =
  /^HARNESS_(ACCOUNT|AGENT|BUILD|DELEGATE|EXECUTION|NODE|ORG|PIPELINE|PORT|PROJECT|SERVICE|STAGE|STEP|WORKSPACE)(_|$)|^M2M_(\w+_)?(PORT|SERVICE_(HOST|PORT))(_|$)/;

/**
 * Reads the process environment, and below it `.env` in the working directory. A variable of the
 * process overrides `.env` under either name. Throws a `ConfigError` if the process, or `.env`,
 * sets both names to different values.
 */
export async function readEnvironment(env: Env, cwd: string): Promise<Environment> {
  const own = filled(env);
  const dotEnv = await readDotEnv(join(cwd, '.env'));
  const file = filled(dotEnv.values);
  const ours: Record<string, string | undefined> = {};
  const names = new Map<string, string>();
  const emptied = new Map<string, string>();
  const problems: Problem[] = [];
  for (const variable of variableNames) {
    const both = [variable, formerName(variable)];
    const source = [own, file].find((one) => both.some((name) => one[name] !== undefined)) ?? {};
    const [set, other] = both.filter((name) => source[name] !== undefined);
    if (set === undefined) {
      const inFile = both
        .filter((name) => dotEnv.values[name] === '')
        .map((name) => `${name}${fromFile}`);
      const [empty] = [...inFile, ...both.filter((name) => env[name] === '')];
      if (empty !== undefined) emptied.set(variable, empty);
      continue;
    }
    const place = source === file ? fromFile : '';
    ours[variable] = source[set];
    names.set(variable, `${set}${place}`);
    if (other !== undefined && source[other] !== source[set])
      problems.push(conflict(set, other, place));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    all: { ...file, ...own, ...ours },
    nameOf: (variable) =>
      names.get(variable) ?? `${variable}${own[variable] === undefined ? fromFile : ''}`,
    emptied,
    cut: new Set([...dotEnv.cut].map((name) => `${name}${fromFile}`)),
  };
}

function conflict(variable: string, former: string, place: string): Problem {
  const key = `${variable}${place}`;
  const found = `another value than in ${former}, its former name`;
  return {
    key,
    source: key,
    found,
    accepted: 'the same value in both, or one of them',
    cure: `Unset ${former}.`,
  };
}

/** Drops empty variables: CI systems pass undefined variables as empty strings. */
function filled(env: Env): Env {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
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
