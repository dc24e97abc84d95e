import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';

/**
 * Lists the samples of the tests before vitest's summary: what, how many of how many, and how they
 * were chosen.
 */
export class SamplesReporter implements Reporter {
  private folder = '';
  private file = '';

  onInit(vitest: Vitest): void {
    this.folder = mkdtempSync(join(tmpdir(), 'm2m-samples-'));
    this.file = join(this.folder, 'samples');
    writeFileSync(this.file, '');
    vitest.provide('samples', this.file);
  }

  onTestRunEnd(): void {
    const lines = [...new Set(readFileSync(this.file, 'utf8').split('\n').filter(Boolean))].sort();
    rmSync(this.folder, { recursive: true, force: true });
    if (lines.length === 0) return;
    const sums = new Map<string, [taken: number, of: number]>();
    for (const line of lines) {
      const [what, taken, of, how] = JSON.parse(line) as [string, number, number, string];
      const [before, all] = sums.get(`${what} (${how})`) ?? [0, 0];
      sums.set(`${what} (${how})`, [before + taken, all + of]);
    }
    const isQuick = (process.env['SCOPE'] || 'quick') === 'quick';
    const text = [...sums].map(([what, [taken, of]]) => `   ${taken} of ${of} ${what}\n`);
    process.stdout.write(`\n Sampled; SCOPE=all takes everything:\n${text.join('')}`);
    if (isQuick) process.stdout.write(' The files *.gate.test.ts run with SCOPE=gate.\n');
  }
}
