import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import { parse } from 'dotenv';
import { codeOf } from '../engine.ts';
import { ConfigError, type Problem } from './config-error.ts';
import { askOr, didYouMean } from './did-you-mean.ts';
import { given, type Layer, type Tree, withValue } from './layer.ts';
import { schemaAt } from './schema-keys.ts';
import rows from './settings.json' with { type: 'json' };

/** A key of harness.config.ts that a variable or an option of `run` sets. */
interface Setting {
  readonly key: string;
  readonly variable?: string;
  /** As `--help` shows it, such as `-o, --out, --output <dir>`. */
  readonly option?: string;
  readonly help?: string;
}

export const settings: readonly Setting[] = rows;

/** A Kubernetes Job tells its pods their index, but not their number. */
export const shardTotalVariable = 'M2M_SHARD_TOTAL';

const otherVariables: Readonly<Record<string, string>> = {
  [shardTotalVariable]: 'The number of shards for `--shard auto` in a Kubernetes Job.',
};

export const variables: Readonly<Record<string, string>> = Object.fromEntries(
  settings.flatMap(({ variable, key }) => (variable === undefined ? [] : [[variable, key]])),
);

export const variableNames = [...Object.keys(variables), ...Object.keys(otherVariables)];

/** `--base-url` of `--base-url <url>`. */
export function optionName(option: string): string {
  return /--[\w-]+/.exec(option)?.[0] ?? option;
}

export type Env = Readonly<Record<string, string | undefined>>;

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

export interface Environment {
  /** `.env` overridden by the process environment, without empty variables. */
  readonly all: Env;
  readonly nameOf: (variable: string) => string;
  /** The keys whose variables are only set to an empty string, with their names for messages. */
  readonly empty: ReadonlyMap<string, string>;
  /** The names, for messages, of variables whose values end directly before a `#` in `.env`. */
  readonly cut: ReadonlySet<string>;
}

interface Found {
  readonly key: string;
  readonly value: string | boolean;
  readonly source: string;
}

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

const yesOrNo: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** By the type of the key. Leaves a string that does not parse: the schema rejects it. */
function read(key: string, text: string) {
  const [type] = [schemaAt(key.split('.'))?.type].flat();
  switch (type) {
    case 'boolean':
      return yesOrNo.get(text.toLowerCase()) ?? text;
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

interface DescribedVariable {
  readonly name: string;
  readonly meaning: string;
  /** The option of `run` that overrides it. */
  readonly flag?: string;
}

export function describeVariables(): readonly DescribedVariable[] {
  const keyed = settings.flatMap(({ key, variable: name, option }): DescribedVariable[] => {
    if (name === undefined) return [];
    const meaning = meaningOf(key.split('.'));
    return [{ name, meaning, ...given({ flag: option && optionName(option) }) }];
  });
  const others = Object.entries(otherVariables).map(([name, meaning]) => ({ name, meaning }));
  return [...keyed, ...others];
}

/**
 * If the parent, such as `clients.scoped`, lists variables in brackets, its description comes
 * first.
 */
function meaningOf(path: readonly string[]): string {
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
