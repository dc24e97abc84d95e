import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { configSchema, leafKeys, type Node, schemaAt } from '../../../cli/config/schema-keys.ts';
import { variables } from '../../../cli/config/settings.ts';
import { violations } from '../../../engine/schema/validate.ts';
import { enough, resolving } from './given.ts';

const example = readFileSync(resolve(import.meta.dirname, '../../../harness.config.ts'), 'utf8');
const keyLine = /^(\s*)\/\/ ( *(?:(?:\w+|'[^']+'): (?:.*,|[{[])|\{ .* \},|[{[]|[}\]],))$/gm;

const valueAt = (config: unknown, key: string) =>
  key.split('.').reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], config);

describe('harness.config.ts in the root folder', () => {
  test('is the default', async () => {
    const asItStands = await resolving({
      flags: { seed: '1' },
      files: { 'harness.config.ts': example },
    });
    const without = await resolving({ flags: { seed: '1' } });
    expect({ ...asItStands, settings: {} }).toEqual({ ...without, settings: {} });
    expect(asItStands.settings.out).toBe(without.settings.out);
  });

  test('shows every key of the schema, with a valid value', async () => {
    const shown = example.replace(keyLine, '$1$2');
    const written = `${shown.replace('export default', 'const config =')}\nexport default () => { globalThis.shown = config; return {}; };`;
    await resolving({ files: { 'harness.config.ts': written } });
    const { shown: config } = globalThis as unknown as { shown: object };
    expect(violations(configSchema, config, 'all')).toEqual([]);
    expect(leafKeys.filter((key) => valueAt(config, key) === undefined)).toEqual([]);
  });

  test('shows a profile that is accepted', async () => {
    const { shown: config } = globalThis as unknown as { shown: { profile: object } };
    const files = { 'schemas/vault.schema.json': '{}', 'schemas/portfolios.schema.json': '{}' };
    const { settings } = await resolving({
      env: enough,
      config: { profile: config.profile },
      files,
    });
    expect(settings.sources['profile.endpoints']).toBe('harness.config.json');
  });

  test('names every variable', () => {
    expect(Object.keys(variables).filter((name) => !example.includes(name))).toEqual([]);
  });
});

describe('the published schema', () => {
  function nodes(node: Node): Node[] {
    const inner = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])];
    const open = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
    return [node, ...[...inner, ...open].flatMap(nodes)];
  }

  test('describes every key', () => {
    expect(leafKeys.filter((key) => !schemaAt(key.split('.'))?.description)).toEqual([]);
  });

  test('rejects unknown keys in every object', () => {
    const objects = [
      ...nodes(configSchema as Node),
      ...Object.values(configSchema.$defs as Record<string, Node>).flatMap(nodes),
    ].filter(({ properties }) => properties);
    expect(objects.length).toBeGreaterThan(8);
    expect(objects.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual(
      [],
    );
  });

  test('has examples that are valid', () => {
    for (const node of nodes(configSchema as Node)) {
      for (const value of node.examples ?? [])
        expect(violations({ ...node, $defs: configSchema.$defs }, value)).toEqual([]);
    }
  });
});

describe('every published schema', () => {
  const folder = resolve(import.meta.dirname, '../../../schemas');

  const schemas = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));

  test.each(schemas)('%s contains no unknown keyword or format', (name) => {
    const strict = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(strict);
    expect(() =>
      strict.compile(JSON.parse(readFileSync(resolve(folder, name), 'utf8'))),
    ).not.toThrow();
  });
});
