import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { startReference } from '../../fixtures/reference/index.ts';
import type { Comparison } from '../../reports/compare.ts';
import { command, emptyFolder, resultIn, variablesOf } from './command.ts';

const folder = emptyFolder();

beforeAll(async () => {
  const fault = faults.find(({ breaks }) => breaks[0] === 'guides/unique-ids');
  const targets = [
    ['sound', {}, 'guides/*,cash/ok'],
    ['faulty', fault ? { compose: fault.compose } : {}, 'guides/*,cash/ok'],
    ['other', {}, 'guides/*,portfolios/ok'],
  ] as const;
  for (const [out, options, only] of targets) {
    const target = await startReference(options);
    const args = ['run', '--depth', 'quick', '--seed', out === 'other' ? '2' : '1', '--only', only, '--out', out];
    await command(folder.path, args, variablesOf(target));
    await target.close();
  }
});

afterAll(() => {
  folder.remove();
});

const compare = (...args: readonly string[]) => command(folder.path, ['compare', ...args]);

/** Both results with the outcomes of one requirement changed. */
function changed(out: string, id: string, outcome: string, strict = false): void {
  const result = resultIn(folder.path, 'sound');
  const requirements = result.requirements.map((requirement) =>
    requirement.id === id
      ? { ...requirement, outcome, endpoints: requirement.endpoints.map((one) => ({ ...one, outcome })) }
      : requirement,
  );
  mkdirSync(join(folder.path, out), { recursive: true });
  const written = { ...result, requirements, run: { ...result.run, strict } } as Result;
  writeFileSync(join(folder.path, out, 'result.json'), JSON.stringify(written));
}

describe('compare', () => {
  test('a result with itself: all unchanged', async () => {
    const { code, stdout } = await compare('sound', 'sound/result.json');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\n0 broken, 0 new warnings, 0 fixed, 0 newly assessed, 0 no longer assessed, \d+ unchanged/,
    );
    expect(stdout).not.toMatch(/differs/);
  });

  test('what passed and warns now is a new warning, broken only with --strict; the way back is a fix', async () => {
    const there = await compare('sound', 'faulty');
    expect(there.code).toBe(0);
    expect(there.stdout).toMatch(
      /New warnings\n {2}guides\/unique-ids {2}pass → warn {2}.+ {2}GET \/learn\/learning-guides\n/,
    );
    expect((await compare('sound', 'faulty', '--strict')).code).toBe(1);
    const back = await compare('faulty', 'sound', '--strict');
    expect(back.code).toBe(0);
    expect(back.stdout).toMatch(/Fixed\n {2}guides\/unique-ids {2}warn → pass/);
  });

  test.each(['pass', 'observed', 'warn'])('%s to fail is broken', async (was) => {
    changed('was', 'guides/ok', was);
    changed('fails', 'guides/ok', 'fail');
    const { code, stdout } = await compare('was', 'fails');
    expect(stdout).toMatch(new RegExp(`Broken\\n {2}guides/ok {2}${was} → fail {2}GET /learn/learning-guides\\n`));
    expect(code).toBe(1);
  });

  test('what one of them did not assess is neither fixed nor broken', async () => {
    changed('fails', 'guides/ok', 'fail');
    changed('open', 'guides/ok', 'inconclusive');
    const newly = await compare('open', 'fails');
    expect(newly.stdout).toMatch(/Newly assessed\n {2}guides\/ok {2}inconclusive → fail/);
    expect(newly.code).toBe(0);
    const no = await compare('fails', 'open');
    expect(no.stdout).toMatch(/No longer assessed\n {2}guides\/ok {2}fail → inconclusive/);
    expect(no.code).toBe(0);
  });

  test('another strictness alone is no change of the target', async () => {
    changed('strict', 'guides/vary', 'fail', true);
    changed('lenient', 'guides/vary', 'warn');
    const { code, stdout } = await compare('lenient', 'strict');
    expect(stdout).toMatch(/^strict differs: no before, yes after$/m);
    expect(stdout).toMatch(/\n0 broken, 0 new warnings, 0 fixed/);
    expect(code).toBe(0);
  });

  test('says in what the runs differ, as text and as JSON', async () => {
    const { stdout } = await compare('sound', 'other');
    expect(stdout).toMatch(/^seed differs: 1 before, 2 after$/m);
    expect(stdout).toMatch(/^target differs: http/m);
    const comparison = JSON.parse((await compare('sound', 'other', '--json')).stdout) as Comparison;
    expect(comparison.differences.map(({ of }) => of)).toEqual(['target', 'seed']);
    expect(comparison.newlyAssessed).toEqual([
      { requirement: 'portfolios/ok', endpoint: 'GET /portfolios', before: 'not-run', after: 'pass' },
    ]);
    expect(comparison.noLongerAssessed).toMatchObject([{ requirement: 'cash/ok', before: 'pass', after: 'not-run' }]);
  });

  const wrong = [
    ['missing', /missing\/result\.json cannot be read \(ENOENT\)/],
    ['text.json', /text\.json is no complete JSON/],
    ['later.json', /later\.json is no result of this harness: \/formatVersion must be equal to constant/],
  ] as const;
  test.each(wrong)('refuses %s', async (file, message) => {
    writeFileSync(join(folder.path, 'text.json'), '{"formatVersion":');
    const later = { ...resultIn(folder.path, 'sound'), formatVersion: 2 };
    writeFileSync(join(folder.path, 'later.json'), JSON.stringify(later));
    const { code, stdout, stderr } = await compare('sound', file);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
