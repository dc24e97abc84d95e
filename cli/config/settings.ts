import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import { parse } from 'dotenv';
import { codeOf } from '../engine.ts';
import { ConfigError, type Problem } from './config-error.ts';
import { askOr, didYouMean } from './did-you-mean.ts';
import { type Layer, type Tree, withValue } from './layer.ts';
import { schemaAt } from './schema-keys.ts';
import rows from './settings.json' with { type: 'json' };

/** A key of harness.config.ts that a variable or an option of `run` sets. */
type Setting = Readonly<{
  key: string;
  variable?: string;
  /** As `--help` shows it, such as `-o, --out, --output <dir>`. */
  option?: string;
  help?: string;
}>;

export const settings: readonly Setting[] = rows;

/** A Kubernetes Job tells its pods their index, but not their number. */
export const shardTotalVariable = 'M2M_SHARD_TOTAL';

export const variables: Readonly<Record<string, string>> = Object.fromEntries(
  settings.flatMap(({ variable, key }) => (variable === undefined ? [] : [[variable, key]])),
);

const variableNames = [...Object.keys(variables), shardTotalVariable];

/** `--base-url` of `--base-url <url>`. */
export function optionName(option: string): string {
  return /--[\w-]+/.exec(option)?.[0] ?? option;
}

export type Env = Readonly<Record<string, string | undefined>>;

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

export type Environment = Readonly<{
  /** `.env` overridden by the process environment, without empty variables. */
  all: Env;
  /** As messages show it, such as `M2M_SEED in .env`. */
  nameOf: (variable: string) => string;
}> &
  Required<Pick<Layer, 'empty' | 'cut'>>;

type Found = Readonly<{
  key: string;
  value: string | boolean;
  source: string;
}>;

export function flagLayer(flags: Flags, folder: string): Layer {
  const found = settings.flatMap(({ key, option }): Found[] => {
    if (option === undefined) return [];
    const name = optionName(option);
    const parsed = new Option(name);
    const value = flags[parsed.attributeName()];
    // Without `--no-allure`, option parsers report `allure: true`.
    const isDefault = value === undefined || (value === true && parsed.negate);
    return isDefault ? [] : [{ key, value, source: `flag ${name}` }];
  });
  return { ...layerOf(found, 'flags'), folder };
}

export function variableLayer({ all, nameOf, empty, cut }: Environment, folder: string): Layer {
  const found = Object.entries(variables).flatMap(([variable, key]): Found[] => {
    const value = all[variable];
    return value === undefined ? [] : [{ key, value, source: nameOf(variable) }];
  });
  return { ...layerOf(found, 'variables'), folder, empty, cut };
}

function layerOf(found: readonly Found[], otherwise: string) {
  const sources = new Map(found.map(({ key, source }) => [key, source]));
  const values = found.reduce<Tree>(
    (tree, { key, value }) =>
      withValue(tree, key.split('.'), typeof value === 'string' ? read(key, value) : value),
    {},
  );
  const sourceOf = (key: string) =>
    sources.get(key) ?? sources.get(key.split(/[.[]/)[0] ?? '') ?? otherwise;
  return { values, sourceOf };
}

/** By the type of the key. Leaves a string that does not parse: the schema rejects it. */
function read(key: string, text: string) {
  const [type] = [schemaAt(key.split('.'))?.type].flat();
  switch (type) {
    case 'boolean':
      if (/^(0|false)$/i.test(text)) return false;
      return /^(1|true)$/i.test(text) || text;
    case 'integer':
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
    case 'array':
      return text.split(',').map((item) => item.trim());
    case 'object':
      return permissions(text.trim()) ?? text;
    default:
      return text;
  }
}

/** `writes,orders` allows these and nothing else; `none` allows nothing. */
function permissions(text: string) {
  const nothing = { writes: false, orders: false, desync: false };
  if (text === 'none') return nothing;
  if (text === '') return undefined;
  return { ...nothing, ...Object.fromEntries(text.split(',').map((item) => [item.trim(), true])) };
}

/** `flag` is the option of `run` that overrides the variable. */
export function describeVariables() {
  const keyed = settings.flatMap(({ key, variable: name, option }) => {
    const meaning = meaningOf(key.split('.'));
    return name === undefined ? [] : [{ name, meaning, flag: option && optionName(option) }];
  });
  const meaning = 'The number of shards for `--shard auto` in a Kubernetes Job.';
  return [...keyed, { name: shardTotalVariable, meaning, flag: undefined }];
}

/**
 * If the parent, such as `clients.scoped`, lists variables in brackets, its description comes
 * first.
 */
function meaningOf(path: readonly string[]) {
  const [owner, own] = [path.slice(0, -1), path].map((at) =>
    (schemaAt(at)?.description ?? '').split(' ['),
  );
  return owner?.[1] === undefined ? (own?.[0] ?? '') : `${owner[0]} ${own?.[0]}`;
}

const fromFile = ' in .env';

/** Kubernetes sets these for services named `m2m` or `m2m-...`. */
const foreign = /^M2M_(\w+_)?(PORT|SERVICE_(HOST|PORT))(_|$)/;

/** Reads `.env` and the process environment, which overrides it. An empty variable is not set. */
export async function readEnvironment(env: Env, cwd: string): Promise<Environment> {
  const text = await readDotEnv(join(cwd, '.env'));
  const fromEnv = parse(text);
  const all = { ...filled(fromEnv), ...filled(env) };
  const empty = new Map<string, string>();
  for (const [variable, key] of Object.entries(variables)) {
    if (all[variable] !== undefined) continue;
    if (fromEnv[variable] === '') empty.set(key, `${variable}${fromFile}`);
    else if (env[variable] === '') empty.set(key, variable);
  }
  const cut = Object.entries(fromEnv).filter(([name, value]) => isCut(text, name, value));
  return {
    all,
    nameOf: (variable) => (env[variable] ? variable : `${variable}${fromFile}`),
    empty,
    cut: new Set(cut.map(([name]) => `${name}${fromFile}`)),
  };
}

const filled = (env: Env) => Object.fromEntries(Object.entries(env).filter(([, value]) => value));

export function unknownVariables({ all, nameOf }: Environment): Problem[] {
  const isUnknown = (name: string) =>
    name.startsWith('M2M_') && !variableNames.includes(name) && !foreign.test(name);
  return Object.keys(all)
    .filter(isUnknown)
    .sort()
    .map((name) => {
      const meant = didYouMean(name, variableNames);
      return {
        key: nameOf(name),
        source: nameOf(name),
        found: 'an unknown variable',
        accepted: meant ?? variableNames.join(', '),
        cure: askOr('Unset it.', meant),
      };
    });
}

/** The text of the file, empty if there is none. */
async function readDotEnv(path: string) {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return '';
    throw new ConfigError([
      {
        key: '.env',
        source: '.env',
        found: `something that cannot be read (${code})`,
        accepted: 'a readable file, or none',
        cure: 'Make .env in the working directory readable, or remove it.',
      },
    ]);
  }
}

/** Whether a `#` follows the value on the last line that sets the variable. */
function isCut(text: string, name: string, value: string) {
  const line = new RegExp(
    `^\\s*(?:export\\s+)?${name.replaceAll('.', '\\.')}(?:\\s*=|:\\s)\\s*(.*)$`,
    'gm',
  );
  const written = [...text.matchAll(line)].at(-1)?.[1];
  return written?.startsWith(`${value}#`) === true;
}
