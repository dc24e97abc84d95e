import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const written: string[] = [];

afterEach(() => {
  for (const file of written.splice(0)) rmSync(file, { force: true });
});

/** Lints a file that contains only this import. */
function lint(place: string, imported: string): string {
  const file = join(root, place);
  writeFileSync(file, `import * as imported from '${imported}';\n\nexport const used = imported;\n`);
  written.push(file);
  const biome = join(root, 'node_modules', '.bin', 'biome');
  try {
    return execFileSync(biome, ['lint', '--only=style/noRestrictedImports', file], { encoding: 'utf8', stdio: 'pipe' });
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
