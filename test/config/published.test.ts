import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configSchema, leafKeys, type Node, schemaAt } from '../../engine/config/schema-keys.ts';
import { unknownIds } from '../../engine/config/unknown-ids.ts';
import { variables } from '../../engine/config/variables.ts';
import { violations } from '../../engine/schema/validate.ts';
import { resolving } from './given.ts';

const example = readFileSync(resolve(import.meta.dirname, '../../harness.config.ts'), 'utf8');
const keyLine = /^(\s*)\/\/ ((?:\w+|'[^']+'): .*,|\{ .* \},)$/gm;

describe('harness.config.ts at the top', () => {
  it('is the default', async () => {
    const asItStands = await resolving({ flags: { seed: '1' }, files: { 'harness.config.ts': example } });
    const without = await resolving({ flags: { seed: '1' } });
    expect({ ...asItStands, settings: {} }).toEqual({ ...without, settings: {} });
    expect(asItStands.settings.out).toBe(without.settings.out);
  });

  it('shows every key of the schema, with a sound value', async () => {
    const shown = example.replace(keyLine, '$1$2');
    const written = `${shown.replace('export default', 'const config =')}\nexport default () => { globalThis.shown = config; return {}; };`;
    await resolving({ files: { 'harness.config.ts': written } });
    const { shown: config } = globalThis as unknown as { shown: object };
    expect(violations(configSchema, config, 'all')).toEqual([]);
    const missing = leafKeys.filter(
      (key) =>
        key.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], config) ===
        undefined,
    );
    expect(missing).toEqual([]);
  });

  it('names every variable', () => {
    expect(Object.keys(variables).filter((name) => !example.includes(name))).toEqual([]);
  });
});

describe('the published schema', () => {
  function nodes(node: Node): Node[] {
    const inner = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])];
    const open = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
    return [node, ...[...inner, ...open].flatMap(nodes)];
  }

  it('describes every key', () => {
    expect(leafKeys.filter((key) => !schemaAt(key.split('.'))?.description)).toEqual([]);
  });

  it('knows every key of its objects', () => {
    const objects = [
      ...nodes(configSchema as Node),
      ...Object.values(configSchema.$defs as Record<string, Node>).flatMap(nodes),
    ].filter(({ properties }) => properties);
    expect(objects.length).toBeGreaterThan(8);
    expect(objects.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([]);
  });

  it('has examples that are valid', () => {
    for (const node of nodes(configSchema as Node)) {
      for (const value of node.examples ?? [])
        expect(violations({ ...node, $defs: configSchema.$defs }, value)).toEqual([]);
    }
  });
});

describe('unknownIds', () => {
  const ids = ['guides/ok', 'guides/schema', 'guide/fetch', 'auth/expired'];

  it.each([
    ['guides/ok', []],
    ['*', []],
    ['guides/*', []],
    ['*/expired', []],
    ['guides/okay', [{ glob: 'guides/okay', suggestion: 'guides/ok' }]],
    ['giudes/*', [{ glob: 'giudes/*', suggestion: 'guides/*' }]],
    ['guides/x*', [{ glob: 'guides/x*' }]],
    ['weather/*', [{ glob: 'weather/*' }]],
    ['weather/rain', [{ glob: 'weather/rain' }]],
  ])('%s', (glob, expected) => {
    expect(unknownIds([glob], ids)).toEqual(expected);
  });
});
