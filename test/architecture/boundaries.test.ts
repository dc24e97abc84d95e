import { execFileSync } from 'node:child_process';
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

/** Lints a file that contains only these imports. Returns those that the linter restricts. */
function restricted(place: string, imports: readonly string[]): readonly string[] {
  const lines = imports.map((from, nth) => `import * as imported${nth} from '${from}';`);
  const used = imports.map((_from, nth) => `imported${nth}`).join(', ');
  const said = applied(
    'style/noRestrictedImports',
    write(place, `${lines.join('\n')}\n\nexport const used = [${used}];\n`),
  );
  const at = [...said.matchAll(/boundary-probe\.ts:(\d+):\d+ lint\/style\/noRestrictedImports/g)];
  return at.map(([, line]) => imports[Number(line) - 1] ?? '').sort();
}

/** Returns what the linter says about the files under one rule. */
function applied(rule: string, ...files: readonly string[]): string {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  try {
    return execFileSync(biome, ['lint', `--only=${rule}`, ...files], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

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

test.each(boundaries)('%s may not import %j, but may import %j', (folder, forbidden, allowed) => {
  expect(restricted(`${folder}/boundary-probe.ts`, [...forbidden, ...allowed])).toEqual(
    [...forbidden].sort(),
  );
});

/** From top to bottom. A folder imports only folders below it. */
const layers = [
  ...['run', 'trial', 'traffic', 'tokens', 'wire', 'secrets', 'evidence', 'outcome'],
  ...['judging', 'catalogue', 'exchange', 'config', 'schema'],
].filter((folder) => existsSync(join(root, 'engine', folder)));

test.each(layers.map((folder, at) => [folder, layers[at - 1], layers[at + 1]] as const))(
  'engine/%s may import the folder below it, but neither the folder above it nor engine/index.ts',
  (folder, above, below) => {
    const over = above ? [...new Set([`../${above}/any.ts`, `../${layers[0]}/any.ts`])] : [];
    const forbidden = ['../index.ts', ...over];
    const imports = [...forbidden, ...(below ? [`../${below}/any.ts`] : [])];
    expect(restricted(`engine/${folder}/boundary-probe.ts`, imports)).toEqual(
      [...forbidden].sort(),
    );
  },
);

test('the list of layers names every folder of the engine', () => {
  const folders = readdirSync(join(root, 'engine'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual([...layers].sort());
});

const probed = ['engine/run', 'suites/learn', 'fixtures/reference', 'reports/html', 'cli/commands'];
test.each(probed)('no two files in %s import each other, not even types', (folder) => {
  const one = write(
    `${folder}/cycle-probe.ts`,
    "import type { B } from './cycle-probe-2.ts';\n\nexport type A = B;\n",
  );
  const two = write(
    `${folder}/cycle-probe-2.ts`,
    "import type { A } from './cycle-probe.ts';\n\nexport type B = A;\n",
  );
  expect(applied('suspicious/noImportCycles', one, two)).toContain('noImportCycles');
});

test('functions of the engine have at most 80 lines, and files 300', () => {
  const long = `export function long(): void {\n${'  long();\n'.repeat(301)}}\n`;
  const file = write('engine/run/long-probe.ts', long);
  expect(applied('style/noExcessiveLinesPerFile', file)).toContain('noExcessiveLinesPerFile');
  expect(applied('complexity/noExcessiveLinesPerFunction', file)).toContain(
    'noExcessiveLinesPerFunction',
  );
});

test('time and waits come from the clock, chance from the parts of the server', () => {
  const reads = ['Date.now()', 'performance.now()', 'setTimeout(() => {}, 1)', 'new Date()'];
  const draws = ['Math.random()', 'crypto.randomUUID()', 'crypto.getRandomValues(text)'];
  const text = [...reads, ...draws].map((read, nth) => `export const read${nth} = ${read};\n`);
  const imports = "import { setTimeout as sleep } from 'node:timers/promises';\n\n";
  const servers = ['fixtures/reference', 'fixtures/faults', 'fixtures/variants/parts'];
  for (const folder of ['engine/run', 'suites/cash', ...servers]) {
    const file = write(`${folder}/clock-probe.ts`, `${imports}${text.join('')}await sleep(1);\n`);
    const said = applied('plugin', file);
    expect(said.match(/the clock that the session/g)).toHaveLength(5);
    expect(said.match(/Draw at random/g) ?? []).toHaveLength(servers.includes(folder) ? 3 : 0);
  }
});
