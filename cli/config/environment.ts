import { join } from 'node:path';
import type { Problem } from './config-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { readDotEnv } from './dot-env.ts';
import { type Env, type Environment, variableNames } from './variables.ts';

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
