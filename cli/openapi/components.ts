import {
  isRecord,
  type JsonSchema,
  literalKeywords,
  referenceToken,
  schemaMaps,
} from '../engine.ts';

export class Components {
  readonly #schemas: Record<string, JsonSchema> = {};
  readonly #names = new Map<JsonSchema, string>();

  /**
   * `name` is for schemas without a title. Some mock servers read an example only in the schema.
   */
  refer(schema: JsonSchema, name = 'Schema', example?: unknown): { readonly $ref: string } {
    const known = typeof schema === 'boolean' ? undefined : this.#names.get(schema);
    const key = known ?? this.#add(schema, name);
    const added = this.#schemas[key];
    if (example !== undefined && typeof added === 'object')
      this.#schemas[key] = { ...added, example };
    return { $ref: pointer(key) };
  }

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return this.#schemas;
  }

  #add(schema: JsonSchema, name: string) {
    const title = typeof schema === 'boolean' ? undefined : schema['title'];
    const key = this.#unused(
      pascal(typeof title === 'string' && /^[A-Za-z]\w*$/.test(title) ? title : name),
    );
    // Reserves the name before nested schemas are added.
    this.#schemas[key] = true;
    if (typeof schema === 'boolean') {
      this.#schemas[key] = schema;
      return key;
    }
    this.#names.set(schema, key);
    const { $schema: _schema, $id: _id, $defs, title: _title, ...rest } = schema;
    const names = new Map<string, string>();
    const shared = isRecord($defs) ? Object.entries($defs) : [];
    for (const [def] of shared) {
      const own = this.#unused(key + pascal(def));
      this.#schemas[own] = true;
      names.set(`#/$defs/${referenceToken(def)}`, own);
    }
    const moved = (reference: string) => relocated(reference, key, names);
    for (const [def, of] of shared) {
      const own = names.get(`#/$defs/${referenceToken(def)}`);
      if (own !== undefined) this.#schemas[own] = rewritten(of, moved) as JsonSchema;
    }
    this.#schemas[key] = rewritten(rest, moved) as JsonSchema;
    return key;
  }

  #unused(name: string) {
    let key = name;
    for (let nth = 2; Object.hasOwn(this.#schemas, key); nth++) key = `${name}${nth}`;
    return key;
  }
}

function pointer(name: string) {
  return `#/components/schemas/${name}`;
}

function relocated(reference: string, key: string, names: ReadonlyMap<string, string>) {
  if (!reference.startsWith('#')) return reference;
  for (const [local, name] of names) {
    if (reference === local) return pointer(name);
    if (reference.startsWith(`${local}/`)) return pointer(name) + reference.slice(local.length);
  }
  return pointer(key) + reference.slice(1);
}

function rewritten(schema: unknown, moved: (reference: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => rewritten(one, moved));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === '$ref' && typeof value === 'string') return [keyword, moved(value)];
      if (literalKeywords.has(keyword)) return [keyword, value];
      if (!schemaMaps.has(keyword) || !isRecord(value)) return [keyword, rewritten(value, moved)];
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, of]) => [name, rewritten(of, moved)])),
      ];
    }),
  );
}

/** `GET /cash/{currency}` becomes `GetCashCurrency`. */
export function pascal(text: string): string {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z0-9]+/g) ?? ['Schema'];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
}
