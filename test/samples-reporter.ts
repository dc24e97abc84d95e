import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { scopeIsGate } from './scope.ts';

/**
 * Prints before vitest's summary how many faults and variants the tests proved, and lists the
 * samples of the tests: what, how many of how many, and how they were chosen.
 */
export class SamplesReporter implements Reporter {
  private folder = '';
  private file = '';

  onInit(vitest: Vitest): void {
    this.folder = mkdtempSync(join(tmpdir(), 'm2m-samples-'));
    this.file = join(this.folder, 'samples');
    writeFileSync(this.file, '');
    vitest.provide('samples', this.file);
    vitest.provide('isByName', vitest.config.testNamePattern !== undefined);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const proven = provenBy(modules);
    if (proven) process.stdout.write(`\n ${proven} proven\n`);
    const lines = [...new Set(readFileSync(this.file, 'utf8').split('\n').filter(Boolean))].sort();
    rmSync(this.folder, { recursive: true, force: true });
    if (lines.length === 0) return;
    const sums = new Map<string, [taken: number, of: number]>();
    for (const line of lines) {
      const [what, taken, of, how] = JSON.parse(line) as [string, number, number, string];
      const [before, all] = sums.get(`${what} (${how})`) ?? [0, 0];
      sums.set(`${what} (${how})`, [before + taken, all + of]);
    }
    const text = [...sums].map(([what, [taken, of]]) => `   ${taken} of ${of} ${what}\n`);
    process.stdout.write(`\n Sampled; SCOPE=all takes everything:\n${text.join('')}`);
    if (!scopeIsGate) process.stdout.write(' The files *.gate.test.ts run with SCOPE=gate.\n');
  }
}

/** Such as `1,340 of 1,340 faults, 324 of 324 variants`. */
function provenBy(modules: readonly TestModule[]): string {
  const proven = new Map<string, Set<string>>();
  for (const test of modules.flatMap(({ children }) => [...children.allTests('passed')])) {
    const { proves } = test.meta();
    if (!proves) continue;
    const [what, id, of] = proves;
    const all = `${of.toLocaleString('en')} ${what}`;
    proven.set(all, (proven.get(all) ?? new Set()).add(id));
  }
  return [...proven].map(([all, ids]) => `${ids.size.toLocaleString('en')} of ${all}`).join(', ');
}
