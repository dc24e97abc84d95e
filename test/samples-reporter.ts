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
    const rows = lines.map(
      (line) => JSON.parse(line) as [what: string, taken: number, of: number, how: string],
    );
    const text = rows.map(([what, taken, of, how]) => `   ${taken} of ${of} ${what} (${how})\n`);
    process.stdout.write(`\n Sampled; SCOPE=all takes everything:\n${text.join('')}`);
  }
}
