import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const written: string[] = [];

afterEach(() => {
  for (const file of written.splice(0)) rmSync(file, { force: true });
});

function write(place: string, text: string): string {
  const file = join(root, place);
  writeFileSync(file, text);
  written.push(file);
  return file;
}

/** Returns what the linter says about the files under some rules. Its start takes a second. */
function applied(rules: readonly string[], files: readonly string[]): string {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const only = rules.map((rule) => `--only=${rule}`);
  const ran = spawnSync(biome, ['lint', '--max-diagnostics=none', ...only, ...files], {
    encoding: 'utf8',
  });
  return `${ran.stdout}${ran.stderr}`;
}

/**
 * Lints a file in each folder that contains only these imports. Returns those that the linter
 * restricts, by folder.
 */
function restrictedIn(imports: Readonly<Record<string, readonly string[]>>) {
  const files = Object.entries(imports).map(([folder, from]) => {
    const lines = from.map((one, nth) => `import * as imported${nth} from '${one}';`);
    const used = from.map((_from, nth) => `imported${nth}`).join(', ');
    const text = `${lines.join('\n')}\n\nexport const used = [${used}];\n`;
    return write(`${folder}/boundary-probe.ts`, text);
  });
  const said = applied(['style/noRestrictedImports'], files);
  const found = [
    ...said.matchAll(/^(\S+)\/boundary-probe\.ts:(\d+):\d+ lint\/style\/noRestrictedImports/gm),
  ].map(([, folder = '', line]) => [folder, imports[folder]?.[Number(line) - 1] ?? ''] as const);
  return byFolder(
    Object.keys(imports).map((folder) => {
      const from = found.flatMap(([of, one]) => (of === folder ? [one] : []));
      return [folder, from];
    }),
  );
}

const byFolder = (entries: readonly (readonly [folder: string, imports: readonly string[]])[]) =>
  Object.fromEntries(entries.map(([folder, from]) => [folder, from.toSorted()] as const));

/** Imports that a file in a folder must not have, and imports that it may have. */
const boundaries: readonly (readonly [
  string,
  forbidden: readonly string[],
  allowed: readonly string[],
])[] = [
  [
    'engine/run',
    [
      'vitest',
      '../../suites/catalogue.ts',
      '../../fixtures/samples/address.ts',
      '../../reports/write.ts',
      '../../cli/exit.ts',
    ],
    ['../exchange/key.ts'],
  ],
  [
    'suites/learn',
    [
      '../../engine/run/run.ts',
      '../../fixtures/reference/index.ts',
      '../../reports/console.ts',
      'undici',
      'fast-check',
    ],
    ['../../engine/index.ts', '../../fixtures/samples/address.ts'],
  ],
  ['reports', ['../engine/run/run.ts', '../suites/catalogue.ts'], ['../engine/result.ts']],
  ['fixtures/reference', ['../../engine/index.ts', '../../schemas/result.schema.json'], []],
  ['fixtures/malformed', ['../../engine/run/series.ts'], ['../../engine/index.ts']],
];

test('folders import only what lies below them', () => {
  const imports = boundaries.map(
    ([folder, forbidden, allowed]) => [folder, [...forbidden, ...allowed]] as const,
  );
  expect(restrictedIn(Object.fromEntries(imports))).toEqual(
    byFolder(boundaries.map(([folder, forbidden]) => [folder, forbidden])),
  );
});

/** From top to bottom. A folder imports only folders below it. */
const layers = [
  ...['run', 'trial', 'traffic', 'tokens', 'wire', 'secrets', 'evidence', 'outcome'],
  ...['judging', 'catalogue', 'exchange', 'config', 'schema'],
].filter((folder) => existsSync(join(root, 'engine', folder)));

test('a folder of the engine imports the one below it, but neither those above it nor engine/index.ts', () => {
  const forbidden = layers.map((folder, at) => {
    const above = layers[at - 1];
    const over = above ? [...new Set([`../${above}/any.ts`, `../${layers[0]}/any.ts`])] : [];
    return [`engine/${folder}`, ['../index.ts', ...over]] as const;
  });
  const imports = forbidden.map(([folder, over], at) => {
    const below = layers[at + 1];
    return [folder, [...over, ...(below ? [`../${below}/any.ts`] : [])]] as const;
  });
  expect(restrictedIn(Object.fromEntries(imports))).toEqual(byFolder(forbidden));
});

test('the list of layers names every folder of the engine', () => {
  const folders = readdirSync(join(root, 'engine'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual([...layers].sort());
});

const probed = ['engine/run', 'suites/learn', 'fixtures/reference', 'reports/html', 'cli/commands'];
test('no two files of a folder import each other, not even types', () => {
  const files = probed.flatMap((folder) => [
    write(
      `${folder}/cycle-probe.ts`,
      "import type { B } from './cycle-probe-2.ts';\n\nexport type A = B;\n",
    ),
    write(
      `${folder}/cycle-probe-2.ts`,
      "import type { A } from './cycle-probe.ts';\n\nexport type B = A;\n",
    ),
  ]);
  const said = applied(['suspicious/noImportCycles'], files);
  for (const folder of probed)
    expect(said).toMatch(new RegExp(`${folder}/cycle-probe\\S+ lint/suspicious/noImportCycles`));
});

test('functions of the engine have at most 80 lines, and files 300', () => {
  const long = `export function long(): void {\n${'  long();\n'.repeat(301)}}\n`;
  const rules = ['style/noExcessiveLinesPerFile', 'complexity/noExcessiveLinesPerFunction'];
  const said = applied(rules, [write('engine/run/long-probe.ts', long)]);
  for (const rule of rules) expect(said).toContain(rule);
});

test('time and waits come from the clock, chance from the parts of the server', () => {
  const reads = ['Date.now()', 'performance.now()', 'setTimeout(() => {}, 1)', 'new Date()'];
  const draws = ['Math.random()', 'crypto.randomUUID()', 'crypto.getRandomValues(text)'];
  const text = [...reads, ...draws].map((read, nth) => `export const read${nth} = ${read};\n`);
  const imports = "import { setTimeout as sleep } from 'node:timers/promises';\n\n";
  const servers = ['fixtures/reference', 'fixtures/faults', 'fixtures/variants/parts'];
  const folders = ['engine/run', 'suites/cash', ...servers];
  const files = folders.map((folder) =>
    write(`${folder}/clock-probe.ts`, `${imports}${text.join('')}await sleep(1);\n`),
  );
  const said = applied(['plugin'], files);
  for (const [folder, isServer] of folders.map((one) => [one, servers.includes(one)] as const)) {
    const found = said.matchAll(
      new RegExp(`^${folder}/clock-probe\\.ts:\\d+:\\d+ plugin[^]*?×([^\\n]+)`, 'gm'),
    );
    const texts = [...found].map(([, sentence = '']) => sentence);
    expect(texts.filter((one) => one.includes('the clock that the session'))).toHaveLength(5);
    expect(texts.filter((one) => one.includes('Draw at random'))).toHaveLength(isServer ? 3 : 0);
  }
});
