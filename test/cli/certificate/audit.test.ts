import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditEvidence } from '../../../cli/certificate/audit.ts';
import { maskEvidence } from '../../../cli/mask-evidence.ts';
import { evidenceDigest } from '../../../cli/result-folder.ts';
import type { Result } from '../../../engine/result.ts';
import { conformantRun } from './certified.ts';

const run = await conformantRun();
const har = join(run.folder, 'changed.har');

/** Audits a result that names this evidence by its digest. */
async function problemsOf(
  evidence: string,
  more: Partial<Result> = {},
): Promise<readonly string[]> {
  writeFileSync(har, evidence);
  return (await auditEvidence(har, { ...run.result, ...more, evidence: await evidenceDigest(har) }))
    .problems;
}

const text = () => readFileSync(run.har, 'utf8');
const isOf = (requirement: string) => (line: string) => line.includes(`"_key":"${requirement}|`);

describe('the audit of evidence', () => {
  test('reports a response that was changed', async () => {
    const lines = text().split('\n');
    const accepted = lines.map((line) =>
      isOf('auth/missing')(line) ? line.replace('"status":401', '"status":200') : line,
    );
    const [verdict, ...outcomes] = await problemsOf(accepted.join('\n'));
    expect(verdict).toBe('the verdict is non-conformant, not conformant');
    expect(outcomes).toContain('auth/missing is fail, not pass');
    expect(outcomes).toContain('auth/missing on GET /portfolios is fail, not pass');
  });

  test('reports exchanges that were removed', async () => {
    const lines = text().split('\n');
    const kept = lines.filter((line) => !isOf('auth/missing')(line));
    expect(kept.length).toBeLessThan(lines.length);
    const count = kept.filter((line) => line.includes('"_key":')).length;
    const problems = await problemsOf(
      kept.join('\n').replace(/"_entries":\d+/, `"_entries":${count}`),
    );
    expect(problems[0]).toBe('the verdict is inconclusive, not conformant');
    expect(problems).toContain('auth/missing is inconclusive, not pass');
  });

  test('reports masked evidence and a masked result', async () => {
    writeFileSync(har, text());
    await maskEvidence(har, run.result);
    expect((await problemsOf(readFileSync(har, 'utf8'))).join()).toMatch(
      /was written with --publish, so it cannot be judged\. Use the original file\.$/,
    );
    expect((await problemsOf(text(), { masked: true })).join()).toMatch(
      /the result is masked and cannot be audited/,
    );
  });

  test.each<[what: string, from: string | RegExp, to: string, problem: string | RegExp]>([
    [
      'a selection',
      '"depth":',
      '"only":["guides/*"],"depth":',
      'it covers only a selection: --only guides/*',
    ],
    ['no run', '"_run"', '"_ran"', /is not the evidence of a run/],
    [
      'another claim',
      '"claim":["portfolios","cash"]',
      '"claim":["portfolios"]',
      /^its claim differs from/,
    ],
    [
      'another profile',
      '"absentMethods":[]',
      '"absentMethods":["BREW"]',
      /^its profile differs from/,
    ],
  ])('reports evidence of %s', async (_what, from, to, problem) => {
    const changed = text().replace(from, to);
    expect(changed).not.toBe(text());
    expect((await problemsOf(changed))[0]).toMatch(problem);
  });
});
