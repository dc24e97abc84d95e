import { describe, expect, test } from 'vitest';
import { type Given, refusal, resolving } from './given.ts';

const typescript = `
import { defineConfig, type HarnessConfig } from 'm2m-conformance';
const out: string = 'found';
export default defineConfig({ out } satisfies HarnessConfig);
`;
const javascript = "export default { out: 'found' };";

describe('the configuration file', () => {
  const importing = {
    'harness.config.ts': "import { out } from './names.ts';\nexport default { out };",
  };
  const asFunction = "export default ({ env }) => ({ out: env.WHERE ?? 'nowhere' });";
  const asAsync = 'export default async ({ env }) => ({ out: await env.WHERE });';
  const untyped = typescript.replace(/, type \w+|: string| satisfies \w+/g, '');

  test.each<[name: string, files: Given['files'] & object]>([
    ['TypeScript', { 'harness.config.ts': typescript }],
    ['an .mts module', { 'harness.config.mts': typescript }],
    ['an .mjs module', { 'harness.config.mjs': javascript }],
    ['a .js module', { 'harness.config.js': javascript }],
    ['CommonJS', { 'harness.config.js': "module.exports = { out: 'found' };" }],
    [
      'JSON',
      {
        'harness.config.json':
          '{ "$schema": "./config.schema.json", "out": "found", /* a comment */ }',
      },
    ],
    [
      'TypeScript first',
      { 'harness.config.ts': typescript, 'harness.config.js': "export default { out: 'other' };" },
    ],
    [
      'JavaScript that imports the package, although it is not installed',
      { 'harness.config.mjs': untyped },
    ],
    [
      'a module that imports another',
      { ...importing, 'names.ts': "export const out: string = 'found';" },
    ],
    ['a function of the variables', { 'harness.config.mjs': asFunction, '.env': 'WHERE=found' }],
    ['an async function', { 'harness.config.mjs': asAsync, '.env': 'WHERE=found' }],
  ])('can be %s', async (_name, files) => {
    expect((await resolving({ files })).settings.out).toBe('found');
  });

  test('can leave values undefined', async () => {
    const text =
      'export default { out: undefined, clients: { scoped: { id: undefined } }, run: {}, network: {} };';
    expect((await resolving({ files: { 'harness.config.mjs': text } })).settings.out).toBe(
      'reports/latest',
    );
  });

  test('is the one that --config names, and its paths are relative to it', async () => {
    const files = {
      'deep/my.config.ts': "export default { out: 'here', knownFailures: './known.json' };",
      'deep/known.json': '[]',
    };
    const { settings } = await resolving({ flags: { config: 'deep/my.config.ts' }, files });
    expect(settings.out).toBe('deep/here');
    expect(settings.knownFailures).toMatch(/deep[/\\]known\.json$/);
    expect(settings.sources['out']).toBe('deep/my.config.ts');
  });

  test.each([
    ['must exist if --config names it', 'my.config.ts', {}, /^Correct the path, which is relative/],
    [
      'must be of a kind that can be loaded',
      'config.yaml',
      { 'config.yaml': 'out: there' },
      /\.ts, \.mts/,
    ],
  ])('%s', async (_what, config, files, cure) => {
    const error = await refusal({ flags: { config }, files });
    expect(error.problems).toMatchObject([{ key: 'config', cure: expect.stringMatching(cure) }]);
  });
});

describe('a broken configuration file', () => {
  const syntax = "const a = 1;\nexport default { out: 'x' y };";

  test.each([
    ['ts', syntax, /^:2:\d+$/, /Unexpected token/],
    ['mjs', syntax, /^:2:\d+$/, /Unexpected token/],
    ['json', '{\n  "out": there\n}', /^$/, /InvalidSymbol at line 2, column 10$/],
    [
      'ts',
      "const a: number = 1;\n\nthrow new TypeError('no\\nsuch thing');",
      /^:3:7$/,
      /^TypeError: "no"$/,
    ],
    ['mjs', "\n\nthrow new Error('no');", /^:3:7$/, /^an error: "no"$/],
    ['mjs', "export default async () => {\n  throw new Error('no');\n};", /^:2:9$/, /"no"/],
    ['mjs', "throw 'no';", /^$/, /^a thrown value that is not an Error$/],
    ['ts', "import './nowhere.ts';\nexport default {};", /^/, /nowhere/],
    ['ts', "export const config = { out: 'x' };", /^$/, /^no default export$/],
    [
      'mjs',
      "export default 'swordfish';",
      /^$/,
      /^a configuration that is a string of 9 characters$/,
    ],
    ['mjs', 'export default () => {};', /^$/, /^a configuration that is nothing$/],
  ])('causes one error that names the place: .%s, %j', async (extension, text, place, found) => {
    const name = `harness.config.${extension}`;
    const error = await refusal({ files: { [name]: text } });
    expect(error.problems).toEqual([
      {
        key: 'config',
        source: expect.stringMatching(new RegExp(`^${name}${place.source.slice(1)}`)),
        found: expect.stringMatching(found),
        accepted: 'a module whose default export is a configuration, or a JSON file',
        cure: expect.stringMatching(/\.$/),
      },
    ]);
    expect(error.message.split('\n')).toHaveLength(1);
  });

  test('is named even if another file imports it', async () => {
    const files = {
      'harness.config.ts': "import './names.ts';\nexport default {};",
      'names.ts': 'const a = ;',
    };
    expect((await refusal({ files })).problems[0]?.source).toMatch(/^names\.ts:1:/);
  });

  test('puts no secret into the message', async () => {
    const text =
      "export default ({ env }) => {\n  throw new Error('not ' + env.M2M_CLIENT_SECRET);\n};";
    const error = await refusal({
      env: { M2M_CLIENT_SECRET: 'swordfish' },
      files: { 'harness.config.mjs': text },
    });
    expect(error.problems[0]?.found).toBe('an error: "not (a string of 9 characters)"');
  });
});
