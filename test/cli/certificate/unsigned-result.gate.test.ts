import { beforeAll, describe, expect, test } from 'vitest';
import { reproductionText, verificationText } from '../../../cli/certificate/text.ts';
import { type Reproduction, verifyResult } from '../../../cli/certificate/verify.ts';
import { published } from '../../../cli/publish.ts';
import { evidenceDigest } from '../../../cli/result-folder.ts';
import type { Config } from '../../../engine/config/config.ts';
import type { Result } from '../../../engine/result.ts';
import type { Compose } from '../../../fixtures/reference/index.ts';
import { variants } from '../../../fixtures/variants/index.ts';
import { certify } from '../../engine/session/in-process.ts';
import { breaking, workspace } from '../workspace.ts';
import {
  changed,
  conformantRun,
  type Draft,
  failed,
  holder,
  ofOtherCatalogue,
  stored,
  textOf,
  verifyAs,
} from './certified.ts';

const { at, call, read, write } = workspace();

/** Stores a run. Resolves to the path of its evidence and to its result. */
async function record(
  name: string,
  changes: Partial<Config>,
  compose: Compose | readonly Compose[] = [],
) {
  write(`${name}/.keep`, '');
  const certified = await certify({ claim: ['portfolios'], ...changes }, { compose });
  return { har: at(name, 'exchanges.har'), result: await stored(at(name), certified) };
}

let faulty: Awaited<ReturnType<typeof record>>;
beforeAll(async () => {
  faulty = await record('faulty', {}, breaking('auth/missing'));
});

const failing = ({ checks }: Reproduction) => checks.filter(({ holds }) => !holds);

/**
 * Stores other evidence. Resolves to its path and to the failed checks of a result that names it.
 */
async function withEvidence(name: string, text: string, more: Partial<Result> = {}) {
  write(name, text);
  const result = { ...faulty.result, ...more, evidence: await evidenceDigest(at(name)) };
  return failing(await verifyResult(textOf(result), at(name)));
}

describe('a result without a certificate is reproduced from its evidence', () => {
  test('if it is not conformant', async () => {
    const reproduction = await verifyResult(textOf(faulty.result), faulty.har);
    expect(reproduction).toMatchObject({ reproduced: true, result: { verdict: 'non-conformant' } });
    expect(reproduction.checks.map(({ name }) => name)).toEqual([
      'result',
      'catalogue',
      'verdict',
      'evidence',
    ]);
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
    expect(
      await withEvidence('cut.har', cut, { interrupted: 'the worker ended before the run did' }),
    ).toEqual([]);
  });
});

describe('a result is not reproduced', () => {
  const withoutFailure = (result: Draft<Result>) => {
    result.part.findings = {};
    result.failures = [];
  };
  test.each<
    [what: string, change: (result: Draft<Result>) => unknown, name: string, detail: RegExp]
  >([
    [
      'what is no result',
      (of) => Object.assign(of, { formatVersion: 1 }),
      'result',
      /formatVersion/,
    ],
    [
      'masked',
      (of) => Object.assign(of, published(of as Result)),
      'result',
      /^it is masked and cannot be audited/,
    ],
    [
      'of another catalogue',
      ofOtherCatalogue,
      'catalogue',
      /^it is not the catalogue of this.+ version 0\.0\.7/,
    ],
    [
      'another verdict',
      (of) => Object.assign(of, { verdict: 'conformant' }),
      'verdict',
      /is non-conformant, not conf/,
    ],
    [
      'of another run',
      ({ run }) => Object.assign(run, { id: 'x' }),
      'evidence',
      /^its run differs/,
    ],
    ['no failure', withoutFailure, 'evidence', /: accepted is found, not nothing/],
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
    expect(json).toMatchObject({
      result: 'faulty/result.json',
      reproduced: true,
      verdict: 'non-conformant',
    });
    expect(json).not.toHaveProperty('verified');
  });

  test('exits with 1 if the result is not reproduced', async () => {
    write('faulty/other.json', { ...faulty.result, verdict: 'conformant' });
    const { code, stdout } = await call('verify faulty/other.json --evidence');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^✗ verdict {4}the verdict is non-conformant, not conformant\n\nNOT REPRODUCED\n$/m,
    );
  });
});

const run = await conformantRun();
const alice = await holder('alice.pub.pem');
type Change = (result: Draft<Result>) => unknown;
type Requirement = Draft<Result>['requirements'][number];

const unitsOf = ({ part }: Draft<Result>) => Object.keys(part.tallies);
const find = (isMeant: (requirement: Requirement) => boolean) => (result: Draft<Result>) =>
  result.requirements.find(isMeant) ?? expect.fail('no requirement is meant');
const passing = find(({ outcome }) => outcome === 'pass');
const observing = find(({ outcome }) => outcome === 'observed');
const tally = (nth: number) => (result: Draft<Result>) =>
  result.part.tallies[unitsOf(result)[nth] ?? ''] ?? {};
const firstPlace = ({ requirements }: Draft<Result>) => requirements[0]?.endpoints[0] ?? {};
const set = (part: (result: Draft<Result>) => object, members: object) => (result: Draft<Result>) =>
  Object.assign(part(result), members);
const whole = (result: Draft<Result>) => result;
const runOf = ({ run: of }: Draft<Result>) => of;

const betterOutcome: Change = (result) => {
  Object.assign(observing(result), { outcome: 'pass' });
  result.totals.pass++;
  result.totals.observed--;
};
const withoutUnit: Change = (result) => {
  delete result.part.tallies['auth/missing|GET /portfolios'];
  const requirement = find(({ id }) => id === 'auth/missing')(result);
  const [unit] = requirement.endpoints.filter(({ endpoint }) => endpoint === 'GET /portfolios');
  requirement.endpoints = requirement.endpoints.filter((one) => one !== unit);
  requirement.cases -= unit?.cases ?? 0;
  requirement.durationMs = (requirement.durationMs ?? 0) - (unit?.durationMs ?? 0);
};
const withFinding: Change = ({ part }) => {
  const found = {
    requirement: 'cash/ok',
    endpoint: 'GET /cash',
    cause: 'x',
    facts: {},
  };
  Object.assign(part.findings, { x: { ...found, count: 1, reproduced: { of: 1, times: 1 } } });
};
const asSelection: Change = (result) => {
  const [place = {}] = find(({ level }) => level === 'should')(result).endpoints;
  Object.assign(place, { outcome: 'not-run' });
  Object.assign(find(({ level }) => level === 'should')(result), { notSelected: true });
};

const otherRequirements = /^the requirements are not those of the catalogue in its order$/;
const unlikePart = /^token\/issued: differs from the value recomputed from the member "part"$/;
const inconclusive = /^the verdict is inconclusive, not conformant; /;
const nonConformant =
  /^the verdict is non-conformant, not conformant; token\/issued: the outcome is fail, not pass/;
const harnessError = { where: 'x', message: 'y' };
const changes: readonly (readonly [name: string, change: Change, detail: RegExp])[] = [
  ['a requirement is missing', ({ requirements }) => requirements.shift(), otherRequirements],
  [
    'a level is lower',
    set(passing, { level: 'observe' }),
    /^token\/issued: the level is must, not observe$/,
  ],
  [
    'an outcome is better, and the totals too',
    betterOutcome,
    /: the outcome is observed, not pass; totals: differs/,
  ],
  ['an outcome on one endpoint differs', set(firstPlace, { outcome: 'warn' }), unlikePart],
  [
    'there are more requests',
    ({ run: of }) => (of.requests += 1),
    /^the number of requests is \d+, not \d+$/,
  ],
  [
    'a tally is gone',
    ({ part }) => delete part.tallies['cash/ok|GET /cash'],
    /cash\/ok has no tally on GET \/cash$/,
  ],
  ['nothing has a tally', ({ part }) => Object.assign(part, { tallies: {} }), inconclusive],
  ['a unit is missing everywhere', withoutUnit, /^auth\/missing has no tally on GET \/portfolios$/],
  ['a violation was tallied', set(tally(0), { violated: 1 }), nonConformant],
  [
    'a finding was made',
    withFinding,
    /^failures: differs from the value recomputed from the member "part"$/,
  ],
  ['the harness failed', ({ part }) => part.harnessErrors.push(harnessError), inconclusive],
  ['the claim is wider', ({ claim }) => claim.push('learn'), inconclusive],
  [
    'its part is invalid',
    ({ part }) => Object.assign(part, { tallies: { a: null } }),
    /^its part cannot be read: /,
  ],
  ['it ended early', set(whole, { interrupted: 'SIGINT' }), /^the run ended early$/],
  [
    'it is a shard',
    set(runOf, { shard: { index: 1, total: 2 } }),
    /^the result is that of a shard/,
  ],
  ['it is a selection', asSelection, /^--only left requirements out$/],
];

/**
 * `verify` computes the verdict again, so it refuses each of these although the signature is valid.
 */
test.each(changes)('%s', async (_name, change, detail) => {
  const { verified, checks } = await verifyAs(alice, changed(run.result, change));
  expect(verified).toBe(false);
  expect(checks.filter(({ holds }) => holds === false)).toEqual([
    { name: 'verdict', holds: false, detail: expect.stringMatching(detail) },
  ]);
});

test.each([
  ['not conformant', (result: Draft<Result>) => Object.assign(result, { verdict: 'inconclusive' })],
  ['without evidence', (result: Draft<Result>) => Reflect.deleteProperty(result, 'evidence')],
  [
    'with a requirement twice',
    ({ requirements }: Draft<Result>) => requirements.unshift(...requirements.slice(0, 1)),
  ],
])('a certificate of a result %s fails the check of the statement', async (_name, change) => {
  expect(failed(await verifyAs(alice, changed(run.result, change)))).toEqual(['statement']);
});

test('a certificate of another catalogue fails, and the output names the version to verify it with', async () => {
  const verification = await verifyAs(alice, changed(run.result, ofOtherCatalogue));
  expect(failed(verification)).toEqual(['catalogue']);
  expect(verificationText(verification, false)).toContain(
    'Verify with version 0.0.7 of the harness',
  );
});
