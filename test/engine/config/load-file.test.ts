import { describe, expect, it } from 'vitest';
import { type Given, refusal, resolving } from './given.ts';

/** One setting that shows which file was read. */
async function outOf(given: Given): Promise<string> {
  const { settings } = await resolving(given);
  return settings.out;
}

const typescript = `
import { defineConfig, type HarnessConfig } from 'm2m-conformance';
const out: string = 'from-typescript';
export default defineConfig({ out } satisfies HarnessConfig);
`;

describe('the configuration file', () => {
  it.each([
    ['harness.config.ts', typescript],
    ['harness.config.mts', typescript],
    ['harness.config.mjs', "export default { out: 'from-typescript' };"],
    ['harness.config.js', "export default { out: 'from-typescript' };"],
    ['harness.config.js', "module.exports = { out: 'from-typescript' };"],
    ['harness.config.json', '{ "$schema": "./config.schema.json", "out": "from-typescript", /* why not */ }'],
  ])('is found in the working directory: %s', async (name, text) => {
    expect(await outOf({ files: { [name]: text } })).toBe('from-typescript');
  });

  it('is the TypeScript one where there are several', async () => {
    const files = { 'harness.config.ts': typescript, 'harness.config.js': "export default { out: 'other' };" };
    expect(await outOf({ files })).toBe('from-typescript');
  });

  it('may import the package in JavaScript where it is not installed', async () => {
    const text = "import { defineConfig } from 'm2m-conformance';\nexport default defineConfig({ out: 'found' });";
    expect(await outOf({ files: { 'harness.config.mjs': text } })).toBe('found');
  });

  it('may import files of its own', async () => {
    const files = {
      'harness.config.ts': "import { out } from './names.ts';\nexport default { out };",
      'names.ts': "export const out: string = 'imported';",
    };
    expect(await outOf({ files })).toBe('imported');
  });

  it.each([
    ['a function', "export default ({ env }) => ({ out: env.WHERE ?? 'nowhere' });"],
    ['an asynchronous function', 'export default async ({ env }) => ({ out: await env.WHERE });'],
  ])('may export %s, which is given the variables', async (_name, text) => {
    expect(await outOf({ files: { 'harness.config.mjs': text, '.env': 'WHERE=there' } })).toBe('there');
  });

  it('may leave values undefined', async () => {
    const text = 'export default { out: undefined, clients: { scoped: { id: undefined } }, run: {}, network: {} };';
    expect(await outOf({ files: { 'harness.config.mjs': text } })).toBe('reports/latest');
  });

  it('is the one that --config names, and paths in it are relative to it', async () => {
    const files = {
      'deep/my.config.ts': "export default { out: 'here', knownFailures: './known.json' };",
      'deep/known.json': '[]',
    };
    const { settings } = await resolving({ flags: { config: 'deep/my.config.ts' }, files });
    expect(settings.out).toBe('deep/here');
    expect(settings.knownFailures).toMatch(/deep[/\\]known\.json$/);
    expect(settings.sources['out']).toBe('deep/my.config.ts');
  });

  it('has to exist where --config names it', async () => {
    const error = await refusal({ flags: { config: 'my.config.ts' } });
    expect(error.code).toBe('config-file-missing');
    expect(error.message).toBe(
      'config (flag --config): found no file at "my.config.ts"; accepted: a file whose default export is a configuration, or a JSON file of one. Correct the path; it is relative to the working directory.',
    );
  });

  it('has to be of a kind that can be loaded', async () => {
    const error = await refusal({ flags: { config: 'config.yaml' }, files: { 'config.yaml': 'out: there' } });
    expect(error.code).toBe('config-file-broken');
    expect(error.problems[0]?.cure).toBe('Name it with one of .ts, .mts, .mjs, .js, .json at its end.');
  });
});

describe('a broken configuration file', () => {
  it.each([
    [
      'syntax',
      'harness.config.ts',
      "const a = 1;\nexport default { out: 'x' y };",
      /^harness\.config\.ts:2:\d+$/,
      /Unexpected token/,
    ],
    [
      'syntax',
      'harness.config.mjs',
      "const a = 1;\nexport default { out: 'x' y };",
      /^harness\.config\.mjs:2:\d+$/,
      /Unexpected token/,
    ],
    ['JSON', 'harness.config.json', '{\n  "out": there\n}', /^harness\.config\.json:2:10$/, /InvalidSymbol/],
    [
      'a throw',
      'harness.config.ts',
      "const a: number = 1;\n\nthrow new TypeError('no\\nsuch thing');",
      /^harness\.config\.ts:3:7$/,
      /^TypeError: "no"$/,
    ],
    ['a throw', 'harness.config.mjs', "\n\nthrow new Error('no');", /^harness\.config\.mjs:3:7$/, /^an error: "no"$/],
    [
      'a throwing function',
      'harness.config.ts',
      "export default () => {\n  throw new Error('no');\n};",
      /^harness\.config\.ts:2:9$/,
      /"no"/,
    ],
    [
      'a rejection',
      'harness.config.mjs',
      "export default async () => {\n  throw new Error('no');\n};",
      /^harness\.config\.mjs:2:9$/,
      /"no"/,
    ],
    ['no Error', 'harness.config.mjs', "throw 'no';", /^harness\.config\.mjs$/, /^something thrown that is no Error$/],
    [
      'a missing import',
      'harness.config.ts',
      "import './nowhere.ts';\nexport default {};",
      /^harness\.config\.ts/,
      /nowhere/,
    ],
    [
      'no default export',
      'harness.config.ts',
      "export const config = { out: 'x' };",
      /^harness\.config\.ts$/,
      /^no default export$/,
    ],
    [
      'no default export',
      'harness.config.mjs',
      'export const config = {};',
      /^harness\.config\.mjs$/,
      /^no default export$/,
    ],
    [
      'no object',
      'harness.config.mjs',
      "export default 'swordfish';",
      /^harness\.config\.mjs$/,
      /^a configuration that is a text of 9 characters$/,
    ],
    [
      'nothing',
      'harness.config.mjs',
      'export default () => {};',
      /^harness\.config\.mjs$/,
      /^a configuration that is nothing$/,
    ],
  ])('is one error with its place: %s in %s', async (_name, name, text, source, found) => {
    const error = await refusal({ files: { [name]: text } });
    expect(error.code).toBe('config-file-broken');
    expect(error.problems).toEqual([
      {
        key: 'config',
        source: expect.stringMatching(source),
        found: expect.stringMatching(found),
        accepted: 'a file whose default export is a configuration, or a JSON file of one',
        cure: expect.stringMatching(/\.$/),
      },
    ]);
    expect(error.message.split('\n')).toHaveLength(1);
  });

  it('names the file at fault where it imports others', async () => {
    const files = { 'harness.config.ts': "import './names.ts';\nexport default {};", 'names.ts': 'const a = ;' };
    expect((await refusal({ files })).problems[0]?.source).toMatch(/^names\.ts:1:/);
  });

  it('does not get a secret into the message', async () => {
    const text = "export default ({ env }) => {\n  throw new Error('not ' + env.HARNESS_CLIENT_SECRET);\n};";
    const error = await refusal({ env: { HARNESS_CLIENT_SECRET: 'swordfish' }, files: { 'harness.config.mjs': text } });
    expect(error.problems[0]?.found).toBe('an error: "not (a text of 9 characters)"');
  });
});
