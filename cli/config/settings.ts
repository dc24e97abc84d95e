import { isSecret } from './found.ts';
import { type Layer, type Tree, withValue } from './layer.ts';
import { schemaAt } from './schema-keys.ts';
import rows from './settings.json' with { type: 'json' };

/** A key of harness.config.ts that a variable or an option of `run` sets. */
export interface Setting {
  readonly key: string;
  readonly variable?: string;
  /** As `--help` shows it, such as `-o, --out, --output <dir>`. */
  readonly option?: string;
  readonly help?: string;
}

export const settings: readonly Setting[] = rows;

/** A Kubernetes Job tells its pods their index, but not their number. */
export const shardTotalVariable = 'M2M_SHARD_TOTAL';

/** Variables that set no key, with their meanings. */
const otherVariables: Readonly<Record<string, string>> = {
  [shardTotalVariable]: 'The number of shards for `--shard auto` in a Kubernetes Job.',
};

/** The key that each variable sets. */
export const variables: Readonly<Record<string, string>> = Object.fromEntries(
  settings.flatMap(({ variable, key }) => (variable === undefined ? [] : [[variable, key]])),
);

export const variableNames = [...Object.keys(variables), ...Object.keys(otherVariables)];

/** `--base-url` of `--base-url <url>`. */
export function optionName(option: string): string {
  return /--[\w-]+/.exec(option)?.[0] ?? option;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Options by camel-case name. Names that are not in the table are ignored. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

export interface Environment {
  /** `.env` overridden by the process environment, without empty variables. */
  readonly all: Env;
  readonly nameOf: (variable: string) => string;
  /** Variables that are only set to an empty string, with their names for messages. */
  readonly emptied: ReadonlyMap<string, string>;
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
    const attribute = name
      .replace(/^--(no-)?/, '')
      .replace(/-./g, ([, at = '']) => at.toUpperCase());
    const value = flags[attribute];
    // Without `--no-allure`, option parsers report `allure: true`.
    const isDefault = value === undefined || (value === true && name.startsWith('--no-'));
    return isDefault ? [] : [{ key, value, source: `flag ${name}` }];
  });
  return { ...layerOf(found, 'flags'), booleans: 'true or false', folder };
}

export function variableLayer({ all, nameOf, emptied, cut }: Environment, folder: string): Layer {
  const found = Object.entries(variables).flatMap(([variable, key]): Found[] => {
    const value = all[variable];
    return value === undefined ? [] : [{ key, value, source: nameOf(variable) }];
  });
  const empty = new Map([...emptied].map(([variable, name]) => [variables[variable] ?? '', name]));
  return {
    ...layerOf(found, 'variables'),
    booleans: '1 or true, 0 or false',
    folder,
    empty,
    cut,
  };
}

function layerOf(found: readonly Found[], otherwise: string): Pick<Layer, 'values' | 'sourceOf'> {
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
function read(key: string, text: string): unknown {
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
function permissions(text: string): Tree | undefined {
  const nothing = { writes: false, orders: false, desync: false };
  if (text === 'none') return nothing;
  if (text === '') return undefined;
  return { ...nothing, ...Object.fromEntries(text.split(',').map((item) => [item.trim(), true])) };
}

/** The values of the variables that contain secrets. */
export function secretsIn({ all }: Environment): string[] {
  return Object.entries(variables).flatMap(([variable, key]) => {
    const text = all[variable];
    return text !== undefined && isSecret(key.split('.')) ? [text] : [];
  });
}

export interface DescribedVariable {
  readonly name: string;
  readonly meaning: string;
  /** The option of `run` that overrides it. */
  readonly flag?: string;
}

/** Every variable with its meaning, for help and docs. */
export function describeVariables(): readonly DescribedVariable[] {
  const keyed = settings.flatMap(({ key, variable: name, option }): DescribedVariable[] => {
    if (name === undefined) return [];
    const meaning = meaningOf(key.split('.'));
    return [{ name, meaning, ...(option === undefined ? {} : { flag: optionName(option) }) }];
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
