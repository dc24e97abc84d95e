import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reproductionText } from '../../../cli/certificate/text.ts';
import { type Reproduction, verifyResult } from '../../../cli/certificate/verify-result.ts';
import { evidenceDigest } from '../../../cli/result-folder.ts';
import type { Config } from '../../../engine/config/config.ts';
import type { Result } from '../../../engine/result.ts';
import { faults } from '../../../fixtures/faults/index.ts';
import type { ReferenceOptions } from '../../../fixtures/reference/index.ts';
import { variants } from '../../../fixtures/variants/index.ts';
import { maskResult } from '../../../reports/masked.ts';
import { certify } from '../../kernel/in-process.ts';
import { command, emptyFolder, resultIn } from '../command.ts';
import { stored, textOf } from './certified.ts';

const folder = emptyFolder();
const fault = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
const claim = { claim: ['portfolios'] } as const;

/** A run, on disk; where the results are stored, and what is in it. */
async function runOf(name: string, changes: Partial<Config>, behaves?: Pick<ReferenceOptions, 'compose'>) {
  const at = join(folder.path, name);
  mkdirSync(at);
  const certified = await certify({ ...claim, ...changes }, behaves);
  return { har: join(at, 'exchanges.har'), result: await stored(at, certified) };
}

let faulty: Awaited<ReturnType<typeof runOf>>;
beforeAll(async () => {
  faulty = await runOf('faulty', {}, fault);
});
afterAll(() => folder.remove());

const failing = ({ checks }: Reproduction) => checks.filter(({ holds }) => !holds);

describe('without a certificate, a result is what its evidence comes to', () => {
  test('where it is not conformant', async () => {
    const reproduction = await verifyResult(textOf(faulty.result), faulty.har);
    expect(reproduction).toMatchObject({ reproduced: true, result: { verdict: 'non-conformant' } });
    expect(reproduction.checks.map(({ name }) => name)).toEqual(['result', 'catalogue', 'verdict', 'evidence']);
    const text = reproductionText(reproduction, false);
    expect(text).toContain(`\nREPRODUCED  ${faulty.result.target.baseUrl}\n`);
    expect(text).toContain('\nnon-conformant for portfolios; signed by nobody\n');
    expect(text).not.toContain('VERIFIED');
  });

  test.each([
    ['a shard', { shard: { index: 2, total: 3 } }],
    ['a selection', { only: ['auth/*'] }],
    // The first answer comes after the half second that every run has.
    ['a run that its deadline ended', { deadlineS: 0 }, variants.find(({ id }) => id === 'cold-start')],
  ] as const)('of %s', async (name, changes, behaves?) => {
    const { result, har } = await runOf(name, changes, behaves);
    expect(result.verdict).toBe('inconclusive');
    expect(failing(await verifyResult(textOf(result), har))).toEqual([]);
  });

  test('of a run whose worker died', async () => {
    const cut = join(folder.path, 'cut.har');
    const lines = readFileSync(faulty.har, 'utf8').split('\n');
    writeFileSync(cut, lines.slice(0, -2).join('\n'));
    const result = { ...faulty.result, evidence: await evidenceDigest(cut) };
    const [problem] = failing(await verifyResult(textOf(result), cut));
    expect(problem).toMatchObject({ name: 'evidence', detail: expect.stringMatching(/^it ends before the run did/) });
    const said = { ...result, interrupted: 'the worker ended before the run did' };
    expect(failing(await verifyResult(textOf(said), cut))).toEqual([]);
  });
});

type Draft<T> = { -readonly [Name in keyof T]: Draft<T[Name]> };

describe('it is not', () => {
  const reproduce = async (change: (result: Draft<Result>) => unknown, har = faulty.har) => {
    const result = structuredClone(faulty.result) as Draft<Result>;
    change(result);
    return failing(await verifyResult(Buffer.from(JSON.stringify(result)), har));
  };

  test.each<readonly [what: string, change: (result: Draft<Result>) => unknown, name: string, detail: RegExp]>([
    ['what is no result', (result) => Object.assign(result, { formatVersion: 2 }), 'result', /formatVersion/],
    ['masked', (result) => Object.assign(result, maskResult(result)), 'result', /^personal data are masked/],
    [
      'of another catalogue',
      ({ specification, harness }) => {
        specification.catalogueSha256 = '0'.repeat(64);
        harness.version = '0.0.7';
      },
      'catalogue',
      /^it is not that of this version\. Verify with version 0\.0\.7 of the harness$/,
    ],
    [
      'another verdict',
      (result) => Object.assign(result, { verdict: 'conformant' }),
      'verdict',
      /^the verdict is non-conformant, not conformant$/,
    ],
    ['of another run', ({ run }) => Object.assign(run, { id: 'x' }), 'evidence', /^it records another run/],
    [
      'one with another cause of a failure',
      ({ part, failures }) => {
        const { requirement, cause } = faulty.result.failures[0] ?? {};
        for (const found of [...Object.values(part.findings), ...failures]) {
          if (found.requirement === requirement && found.cause === cause) found.cause = 'the weather';
        }
      },
      'evidence',
      /^auth\/missing on GET \/portfolios: .+ is found, not nothing; .*: the weather is nothing, not found/,
    ],
  ])('%s', async (_what, change, name, detail) => {
    expect(await reproduce(change)).toEqual([{ name, holds: false, detail: expect.stringMatching(detail) }]);
  });

  test('with evidence that was changed after the run, and its digest with it', async () => {
    const har = join(folder.path, 'changed.har');
    writeFileSync(har, readFileSync(faulty.har, 'utf8').replaceAll('"status":404', '"status":200'));
    const evidence = await evidenceDigest(har);
    const [problem] = await reproduce((result) => Object.assign(result, { evidence }), har);
    expect(problem).toMatchObject({ name: 'evidence', detail: expect.stringMatching(/ is fail, not pass/) });
    expect(problem?.detail).toMatch(/\(by version test, judged again by \d+\.\d+\.\d+\)$/);
  });

  test('with the evidence of an older catalogue', async () => {
    const har = join(folder.path, 'older.har');
    const older = readFileSync(faulty.har, 'utf8').replace(
      /"catalogueSha256":"\w{12}/,
      '"catalogueSha256":"older0000000',
    );
    writeFileSync(har, older);
    const evidence = await evidenceDigest(har);
    const [problem] = await reproduce((result) => Object.assign(result, { evidence }), har);
    expect(problem?.detail).toMatch(/^it was recorded under another catalogue \(older0000000, by version test\)/);
    const judged = await command(folder.path, ['judge', har, '--out', 'older']);
    expect(judged).toMatchObject({ code: 2, stdout: '' });
    expect(judged.stderr).toMatch(/under another catalogue \(older0000000, by version test\)\. Judge it with that/);
  });
});

test('judging what another version recorded says so', async () => {
  expect(await command(folder.path, ['judge', faulty.har, '--out', 'judged'])).toMatchObject({ code: 1, stderr: '' });
  const [notice] = resultIn(folder.path, 'judged').notices;
  expect(notice).toMatch(/^The evidence was recorded by version test; what only version \S+ asks for is not in it\.$/);
});

describe('the command', () => {
  const verify = (...args: readonly string[]) => command(join(folder.path, 'faulty'), ['verify', ...args]);

  test('needs no key for a result that is named itself, and its evidence', async () => {
    const { code, stdout, stderr } = await verify('result.json', '--evidence');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^✓ /gm)).toHaveLength(4);
    const json = JSON.parse((await verify('result.json', '--evidence', '--json')).stdout);
    expect(json).toMatchObject({ result: 'result.json', reproduced: true, verdict: 'non-conformant' });
    expect(json).not.toHaveProperty('verified');
  });

  test('is exit 1 where it is not reproduced', async () => {
    writeFileSync(join(folder.path, 'faulty', 'other.json'), textOf({ ...faulty.result, verdict: 'conformant' }));
    const { code, stdout } = await verify('other.json', '--evidence');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ verdict {4}the verdict is non-conformant, not conformant\n\nNOT REPRODUCED\n$/m);
  });

  test.each([
    ['without its evidence', ['result.json']],
    ['where the folder is named', ['.', '--evidence']],
    ['where it is named as that of a certificate', ['certificate.json', '--evidence', '--result', 'result.json']],
  ])('asks for a key %s', async (_what, args) => {
    const stderr = 'Name the public key that is trusted: --key FILE, or --trust FILE.\n';
    expect(await verify(...args)).toEqual({ code: 2, stdout: '', stderr });
  });
});
