import { asGraphError, GraphError } from './errors.ts';
import type { FieldNode, Selection } from './language.ts';
import type { Policy } from './policy.ts';
import { scalars } from './scalars.ts';
import type { User, World } from './world.ts';

export interface Context {
  readonly world: World;
  readonly user: User | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly policy: Policy;
}

export interface Info {
  readonly name: string;
  readonly key: string;
}

export type Args = Readonly<Record<string, unknown>>;

export interface Field {
  readonly type: string;
  readonly resolve?: (source: object, args: Args, context: Context, info: Info) => unknown;
}

export type ObjectType = Readonly<Record<string, Field>>;
export type Schema = Readonly<Record<string, ObjectType>>;

export interface Result {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly GraphError[];
}

/** Travels up to the nearest nullable field; its cause was noted already. */
class Bubble extends Error {}

const property = (source: object, name: string): unknown => (source as Record<string, unknown>)[name];

class Execution {
  readonly errors: GraphError[] = [];
  readonly #schema: Schema;
  readonly #context: Context;

  constructor(schema: Schema, context: Context) {
    this.#schema = schema;
    this.#context = context;
  }

  async object(type: string, source: object, selection: readonly Selection[]): Promise<Record<string, unknown>> {
    const fields = this.#schema[type];
    if (fields === undefined) {
      throw new GraphError(`An abstract type must resolve to an object type, not "${type}".`, 'UNRESOLVABLE_TYPE');
    }
    const groups = new Map<string, FieldNode>();
    this.#collect(selection, type, groups);
    const shared = new Map<string, unknown>();
    const entries = [...groups].map(
      async ([key, node]): Promise<readonly [string, unknown]> => [
        key,
        await this.#field(fields, source, node, shared),
      ],
    );
    return Object.fromEntries(await Promise.all(entries));
  }

  #collect(selection: readonly Selection[], type: string, groups: Map<string, FieldNode>): void {
    for (const node of selection) {
      if (!('name' in node)) {
        if (node.on === undefined || this.#matches(node.on, type)) this.#collect(node.select, type, groups);
        continue;
      }
      if (node.include !== undefined && this.#context.variables[node.include] !== true) continue;
      const earlier = groups.get(node.key);
      groups.set(node.key, earlier === undefined ? node : { ...node, select: [...earlier.select, ...node.select] });
    }
  }

  #matches(condition: string, type: string): boolean {
    return condition === type || this.#schema[condition] === undefined || type === `Live${condition}`;
  }

  async #field(fields: ObjectType, source: object, node: FieldNode, shared: Map<string, unknown>): Promise<unknown> {
    const field = fields[node.name];
    if (field === undefined) throw new GraphError(`Cannot query field "${node.name}".`, 'OPERATION_MISSING');
    try {
      return await this.#complete(field.type, await this.#resolve(field, source, node, shared), node.select);
    } catch (error) {
      if (!(error instanceof Bubble)) this.errors.push(asGraphError(error));
      if (field.type.endsWith('!')) throw new Bubble();
      return null;
    }
  }

  async #resolve(field: Field, source: object, node: FieldNode, shared: Map<string, unknown>): Promise<unknown> {
    const args: Record<string, unknown> = {};
    for (const [name, value] of node.args) {
      args[name] = 'literal' in value ? value.literal : this.#variable(source, value.variable);
    }
    if (this.#context.world.on('aliases-of-one-field-are-one-result') && property(source, 'live') === true) {
      if (!shared.has(node.name)) shared.set(node.name, field.resolve?.(source, args, this.#context, node));
      return shared.get(node.name) ?? property(source, node.name);
    }
    if (field.resolve === undefined) return property(source, node.name);
    return field.resolve(source, args, this.#context, node);
  }

  #variable(source: object, name: string): unknown {
    const remote = property(source, 'byEntityFetch') === true;
    if (remote && this.#context.world.on('variables-stay-behind-at-the-entity-fetch')) return undefined;
    return this.#context.variables[name];
  }

  async #complete(type: string, value: unknown, selection: readonly Selection[]): Promise<unknown> {
    if (type.endsWith('!')) {
      const inner = await this.#complete(type.slice(0, -1), value, selection);
      if (inner === null) throw new GraphError('Cannot return null for a non-nullable field.', 'NULL_IN_NON_NULL');
      return inner;
    }
    if (value === null || value === undefined) return null;
    if (type.startsWith('[')) {
      const items = value as readonly unknown[];
      return Promise.all(items.map((item) => this.#complete(type.slice(1, -1), item, selection)));
    }
    const scalar = scalars[type];
    if (scalar !== undefined) return scalar(value, this.#context);
    const source = value as object;
    const name = property(source, '__typename');
    return this.object(typeof name === 'string' ? name : type, source, selection);
  }
}

export async function execute(schema: Schema, selection: readonly Selection[], context: Context): Promise<Result> {
  const execution = new Execution(schema, context);
  try {
    return { data: await execution.object('Query', {}, selection), errors: execution.errors };
  } catch (error) {
    if (!(error instanceof Bubble)) execution.errors.push(asGraphError(error));
    return { data: null, errors: execution.errors };
  }
}
