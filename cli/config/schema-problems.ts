import { type Violation, violations } from '../engine.ts';
import type { Problem } from './config-error.ts';
import { askOr, didYouMean } from './did-you-mean.ts';
import { foundAt, quoted, sizeOf } from './found.ts';
import { type Layer, type Tree, valueAt, without, withValue } from './layer.ts';
import { configSchema, inWords, leafKeys, type Node, schemaAt } from './schema-keys.ts';

/** Returns the problems, and the layer without invalid values and with durations as numbers. */
export function sound(layer: Layer): {
  readonly layer: Layer;
  readonly problems: readonly Problem[];
} {
  const problems = new Map<string, Problem>();
  const plain = withoutUnits(layer.values);
  let values = plain;
  for (const violation of violations(configSchema, plain, 'all')) {
    // The violation inside its branch is told.
    if (violation.keyword === 'if') continue;
    const asWritten = { ...violation, found: valueAt(layer.values, violation.path) };
    const path = pathOf(violation);
    const key = keyText(path);
    if (!problems.has(key))
      problems.set(key, { key, source: layer.sourceOf(key), ...told(asWritten, path) });
    values = without(values, wholeOf(path));
  }
  return { layer: { ...layer, values }, problems: [...problems.values()] };
}

/** An object with required members is invalid as a whole. */
function wholeOf(path: readonly string[]) {
  const at = path.findIndex(
    (_, index) => schemaAt(path.slice(0, index + 1))?.required !== undefined,
  );
  return at === -1 ? path : path.slice(0, at + 1);
}

function pathOf({ path, keyword, params }: Violation) {
  if (keyword === 'additionalProperties') return [...path, String(params['additionalProperty'])];
  if (keyword === 'required') return [...path, String(params['missingProperty'])];
  return path;
}

/** As people write it: `profile.waivers[0].reason`. */
export function keyText(path: readonly string[]): string {
  const text = path.map((step) => {
    if (/^\d+$/.test(step)) return `[${step}]`;
    return /^[\w$]+$/.test(step) ? `.${step}` : `[${quoted(step)}]`;
  });
  return text.join('').replace(/^\./, '') || 'configuration';
}

function told(violation: Violation, path: readonly string[]) {
  const schema = violation.schema as Node;
  switch (violation.keyword) {
    case 'additionalProperties':
      return unknownKey(schema, path);
    case 'required':
      return { found: 'nothing', ...lacked(path) };
    case 'uniqueItems':
      return {
        found: 'a duplicate item',
        accepted: 'a list without duplicates',
        cure: 'Name each item once.',
      };
    default: {
      const found = foundAt(path, violation.found);
      return { found, accepted: inWords(schema), cure: cureOf(violation, schema) };
    }
  }
}

/** Without the brackets, which name option and variable. */
export function lacked(path: readonly string[]) {
  const missing = schemaAt(path) ?? {};
  return { accepted: inWords(missing), cure: missing.description?.split(' [')[0] ?? 'Add it.' };
}

function unknownKey(schema: Node, path: readonly string[]) {
  const name = path.at(-1) ?? '';
  const here = Object.keys(schema.properties ?? {}).filter((key) => key !== '$schema');
  const elsewhere = new Map(leafKeys.map((key) => [key.split('.').at(-1) ?? key, key]));
  const meant = didYouMean(name, here) ?? elsewhere.get(didYouMean(name, elsewhere.keys()) ?? '');
  return {
    found: 'an unknown key',
    accepted: here.join(', '),
    cure: askOr('Remove it.', meant),
  };
}

function cureOf({ keyword, found }: Violation, schema: Node) {
  if (keyword === 'enum')
    return askOr('Choose one of them.', didYouMean(String(found), schema.enum ?? []));
  if (found === '') return 'Give it a value, or leave it out.';
  switch (keyword) {
    case 'not':
      return 'Remove it.';
    case 'type':
      if (schema.type === 'integer' || schema.type === 'number') {
        return typeof found === 'string'
          ? 'Write it as a number, in digits.'
          : 'Write a number of that kind.';
      }
      if (schema.type === 'boolean') return 'Write one of these.';
      return `Write ${article(schema)} instead of ${sizeOf(found)}.`;
    case 'minItems':
      return `Name at least ${schema.minItems === 1 ? 'one' : schema.minItems}, or leave it out.`;
    case 'maxItems':
      return 'Leave some of them out.';
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return 'Choose a number in that range.';
    default:
      return 'Correct the value.';
  }
}

function article(schema: Node) {
  const { type } = schema;
  if (typeof type !== 'string') return inWords(schema);
  return { string: 'a string', array: 'a list', object: 'an object' }[type] ?? `a ${type}`;
}

const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

const durationKeys = [
  [['run', 'timeoutMs'], 'ms'],
  [['run', 'deadlineS'], 's'],
] as const;

/** Leaves other values unchanged, so that the schema rejects them. */
export function withoutUnits(values: Tree): Tree {
  return durationKeys.reduce<Tree>((tree, [path, unit]) => {
    const written = valueAt(tree, path);
    const [, number, from] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(written)) ?? [];
    if (typeof written !== 'string' || from === undefined) return tree;
    return withValue(
      tree,
      path,
      Math.round(Number(number) * milliseconds[from as 'ms']) / milliseconds[unit],
    );
  }, values);
}
