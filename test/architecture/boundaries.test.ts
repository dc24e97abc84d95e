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

/** Lints a file that contains only this import. */
function lint(place: string, imported: string): string {
  const file = write(place, `import * as imported from '${imported}';\n\nexport const used = imported;\n`);
  return applied('style/noRestrictedImports', file);
}

/** Returns what the linter says about the files under one rule. */
function applied(rule: string, ...files: readonly string[]): string {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  try {
    return execFileSync(biome, ['lint', `--only=${rule}`, ...files], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

const forbidden = [
  ['engine/run/boundary-probe.ts', 'vitest'],
  ['engine/run/boundary-probe.ts', '../../suites/catalogue.ts'],
  ['engine/run/boundary-probe.ts', '../../fixtures/samples/address.ts'],
  ['engine/run/boundary-probe.ts', '../../reports/write.ts'],
  ['engine/run/boundary-probe.ts', '../../cli/exit.ts'],
  ['suites/learn/boundary-probe.ts', '../../engine/run/run.ts'],
  ['suites/learn/boundary-probe.ts', '../../fixtures/reference/index.ts'],
  ['suites/learn/boundary-probe.ts', '../../reports/console.ts'],
  ['suites/learn/boundary-probe.ts', 'undici'],
  ['suites/learn/boundary-probe.ts', 'fast-check'],
  ['reports/boundary-probe.ts', '../engine/run/run.ts'],
  ['reports/boundary-probe.ts', '../suites/catalogue.ts'],
  ['fixtures/reference/boundary-probe.ts', '../../engine/index.ts'],
  ['fixtures/reference/boundary-probe.ts', '../../schemas/result.schema.json'],
  ['fixtures/malformed/boundary-probe.ts', '../../engine/run/series.ts'],
] as const;

test.each(forbidden)('%s may not import %s', (place, imported) => {
  expect(lint(place, imported)).toContain('noRestrictedImports');
});

const allowed = [
  ['engine/run/boundary-probe.ts', '../exchange/key.ts'],
  ['suites/learn/boundary-probe.ts', '../../engine/index.ts'],
  ['suites/learn/boundary-probe.ts', '../../fixtures/samples/address.ts'],
  ['reports/boundary-probe.ts', '../engine/result.ts'],
  ['fixtures/malformed/boundary-probe.ts', '../../engine/index.ts'],
] as const;

test.each(allowed)('%s may import %s', (place, imported) => {
  expect(lint(place, imported)).not.toContain('noRestrictedImports');
});

/** From top to bottom. A folder imports only folders below it. */
const layers = [
  ...['run', 'trial', 'traffic', 'tokens', 'wire', 'secrets', 'evidence', 'outcome'],
  ...['judging', 'catalogue', 'exchange', 'config', 'schema'],
].filter((folder) => existsSync(join(root, 'engine', folder)));

test.each(layers.map((folder, at) => [folder, layers[at - 1], layers[at + 1]] as const))(
  'engine/%s imports neither the folder above it nor the public door, but the folder below it',
  (folder, above, below) => {
    const probe = `engine/${folder}/boundary-probe.ts`;
    for (const imported of ['../index.ts', ...(above ? [`../${above}/any.ts`, `../${layers[0]}/any.ts`] : [])]) {
      expect(lint(probe, imported), imported).toContain('noRestrictedImports');
    }
    if (below) expect(lint(probe, `../${below}/any.ts`)).not.toContain('noRestrictedImports');
  },
);

test('every folder of the engine has its place', () => {
  const folders = readdirSync(join(root, 'engine'), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...layers].sort());
});

test.each(['engine/run', 'suites/learn', 'fixtures/reference', 'reports/html', 'cli/commands'])(
  'no two files in %s import each other, not even types',
  (folder) => {
    const one = write(
      `${folder}/cycle-probe.ts`,
      "import type { B } from './cycle-probe-2.ts';\n\nexport type A = B;\n",
    );
    const two = write(
      `${folder}/cycle-probe-2.ts`,
      "import type { A } from './cycle-probe.ts';\n\nexport type B = A;\n",
    );
    expect(applied('suspicious/noImportCycles', one, two)).toContain('noImportCycles');
  },
);

test('a function of the engine has at most 80 lines, and a file 300', () => {
  const long = `export function long(): void {\n${'  long();\n'.repeat(301)}}\n`;
  const file = write('engine/run/long-probe.ts', long);
  expect(applied('style/noExcessiveLinesPerFile', file)).toContain('noExcessiveLinesPerFile');
  expect(applied('complexity/noExcessiveLinesPerFunction', file)).toContain('noExcessiveLinesPerFunction');
});
