import schema from '../../schemas/config.schema.json' with { type: 'json' };

export type Node = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  enum?: readonly string[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  examples?: readonly unknown[];
  description?: string;
  properties?: Readonly<Record<string, Node>>;
  additionalProperties?: boolean | Node;
  items?: Node;
  required?: readonly string[];
  writeOnly?: boolean;
}>;

export { schema as configSchema };

const definitions: Readonly<Record<string, Node>> = schema.$defs;

/** Keywords beside a reference override those of its target. */
function followed(node: Node): Node {
  const target =
    node.$ref === undefined ? undefined : definitions[node.$ref.replace('#/$defs/', '')];
  return target ? { ...target, ...node } : node;
}

export function schemaAt(path: readonly string[]): Node | undefined {
  let node: Node | undefined = followed(schema as Node);
  for (const step of path) {
    const open: Node | undefined =
      typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
    const next: Node | undefined =
      (node.properties && Object.hasOwn(node.properties, step)
        ? node.properties[step]
        : undefined) ??
      node.items ??
      open;
    if (!next) return undefined;
    node = followed(next);
  }
  return node;
}

/** E.g. `run.seed`. An object with required members counts as one value. */
export const leafKeys: readonly string[] = leaves(schema as Node, []);

function leaves(node: Node, path: readonly string[]): string[] {
  const { properties, required } = followed(node);
  if (!properties || required) return [path.join('.')];
  return Object.entries(properties)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, child]) => leaves(child, [...path, name]));
}

export function inWords(node: Node): string {
  if (node.enum) return `one of ${node.enum.join(', ')}`;
  const example = node.examples?.[0];
  switch (node.type) {
    case 'boolean':
      return 'true or false (1 or 0 in a variable)';
    case 'integer':
      return `an integer from ${node.minimum} to ${node.maximum}`;
    case 'number':
      return `a number above ${node.exclusiveMinimum}, at most ${node.maximum}`;
    case 'array':
      return `a list${node.items ? `, each ${inWords(followed(node.items))}` : ''}`;
    case 'object':
      if (node.title !== undefined) return node.title;
      return node.properties
        ? `an object of ${Object.keys(node.properties).join(', ')}`
        : 'an object of strings by name';
    default: {
      const shown = typeof example === 'string' && !node.writeOnly ? `, such as ${example}` : '';
      return `${node.title ?? 'a non-empty string'}${shown}`;
    }
  }
}
