import { beforeAll, describe, expect, test } from 'vitest';
import { reproductionText } from '../../../cli/certificate/text.ts';
import { type Reproduction, verifyResult } from '../../../cli/certificate/verify-result.ts';
import { evidenceDigest } from '../../../cli/result-folder.ts';
import type { Config } from '../../../engine/config/config.ts';
import type { Result } from '../../../engine/result.ts';
import type { Compose } from '../../../fixtures/reference/index.ts';
import { variants } from '../../../fixtures/variants/index.ts';
import { maskResult } from '../../../reports/masked.ts';
import { certify } from '../../engine/session/in-process.ts';
import { breaking, workspace } from '../workspace.ts';
import { changed, type Draft, ofOtherCatalogue, stored, textOf } from './certified.ts';

const { at, call, read, refused, write } = workspace();

/** Stores a run. Resolves to the path of its evidence and to its result. */
async function record(name: string, changes: Partial<Config>, compose: Compose | readonly Compose[] = []) {
  write(`${name}/.keep`, '');
  const certified = await certify({ claim: ['portfolios'], ...changes }, { compose });
  return { har: at(name, 'exchanges.har'), result: await stored(at(name), certified) };
}

let faulty: Awaited<ReturnType<typeof record>>;
beforeAll(async () => {
  faulty = await record('faulty', {}, breaking('auth/missing'));
});

const failing = ({ checks }: Reproduction) => checks.filter(({ holds }) => !holds);

/** Stores other evidence. Resolves to its path and to the failed checks of a result that names it. */
async function withEvidence(name: string, text: string, more: Partial<Result> = {}) {
  write(name, text);
  const result = { ...faulty.result, ...more, evidence: await evidenceDigest(at(name)) };
  return failing(await verifyResult(textOf(result), at(name)));
}

describe('a result without a certificate is reproduced from its evidence', () => {
  test('if it is not conformant', async () => {
    const reproduction = await verifyResult(textOf(faulty.result), faulty.har);
    expect(reproduction).toMatchObject({ reproduced: true, result: { verdict: 'non-conformant' } });
    expect(reproduction.checks.map(({ name }) => name)).toEqual(['result', 'catalogue', 'verdict', 'evidence']);
    const text = reproductionText(reproduction, false);
    expect(text).toContain(`\nREPRODUCED  ${faulty.result.target.baseUrl}\n`);
    expect(text).toContain('\nnon-conformant, not signed\nClaimed: 1 of 12 areas; not claimed: ');
    expect(text).not.toContain('VERIFIED');
  });

  // The first response takes longer than the half second that every run has.
  const slow = variants.find(({ id }) => id === 'cold-start')?.compose;
  test.each<[name: string, changes: Partial<Config>, compose?: typeof slow]>([
    ['a shard of a selection', { shard: { index: 2, total: 3 }, only: ['auth/*'] }],
    ['a run that its deadline ended', { deadlineS: 0 }, slow],
  ])('of %s', async (name, changes, compose) => {
    const { result, har } = await record(name, changes, compose);
    expect(result.verdict).toBe('inconclusive');
    expect(failing(await verifyResult(textOf(result), har))).toEqual([]);
  });

  test('of a run whose worker died', async () => {
    const cut = read('faulty', 'exchanges.har').split('\n').slice(0, -2).join('\n');
    expect(await withEvidence('cut.har', cut)).toMatchObject([
      { name: 'evidence', detail: expect.stringMatching(/^it ends before the end of the run/) },
    ]);
    expect(await withEvidence('cut.har', cut, { interrupted: 'the worker ended before the run did' })).toEqual([]);
  });
});

describe('a result is not reproduced', () => {
  const withOtherCause = ({ part, failures }: Draft<Result>) => {
    const [first] = structuredClone(failures);
    for (const found of [...Object.values(part.findings), ...failures])
      if (found.requirement === first?.requirement && found.cause === first?.cause) found.cause = 'the weather';
  };
  test.each<[what: string, change: (result: Draft<Result>) => unknown, name: string, detail: RegExp]>([
    ['what is no result', (of) => Object.assign(of, { formatVersion: 2 }), 'result', /formatVersion/],
    ['masked', (of) => Object.assign(of, maskResult(of as Result)), 'result', /^it is masked and cannot be audited/],
    [
      'of another catalogue',
      ofOtherCatalogue,
      'catalogue',
      /^it is not the catalogue of this version\. Verify with version 0\.0\.7/,
    ],
    ['another verdict', (of) => Object.assign(of, { verdict: 'conformant' }), 'verdict', /is non-conformant, not conf/],
    ['of another run', ({ run }) => Object.assign(run, { id: 'x' }), 'evidence', /^its run differs/],
    [
      'with another cause of a failure',
      withOtherCause,
      'evidence',
      /: .+ is found, not nothing; .*: the weather is noth/,
    ],
  ])('%s', async (_what, change, name, detail) => {
    const text = Buffer.from(JSON.stringify(changed(faulty.result, change)));
    expect(failing(await verifyResult(text, faulty.har))).toEqual([
      { name, holds: false, detail: expect.stringMatching(detail) },
    ]);
  });
});

describe('verify', () => {
  test('needs no key if its argument is a result file, and --evidence is set', async () => {
    const { code, stdout, stderr } = await call('verify faulty/result.json --evidence');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^✓ /gm)).toHaveLength(4);
    const json = JSON.parse((await call('verify faulty/result.json --evidence --json')).stdout);
    expect(json).toMatchObject({ result: 'faulty/result.json', reproduced: true, verdict: 'non-conformant' });
    expect(json).not.toHaveProperty('verified');
  });

  test('exits with 1 if the result is not reproduced', async () => {
    write('faulty/other.json', { ...faulty.result, verdict: 'conformant' });
    const { code, stdout } = await call('verify faulty/other.json --evidence');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ verdict {4}the verdict is non-conformant, not conformant\n\nNOT REPRODUCED\n$/m);
  });

  test.each([
    ['without its evidence', 'faulty/result.json'],
    ['for a folder', 'faulty --evidence'],
    ['for the result of a certificate', 'faulty/certificate.json --evidence --result faulty/result.json'],
  ])('requires a key %s', async (_what, args) => {
    const stderr = 'Name a trusted public key: --key FILE, or --trust FILE.\n';
    expect(await refused(`verify ${args}`)).toBe(stderr);
  });
});
