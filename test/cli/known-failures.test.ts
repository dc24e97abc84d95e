import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainProblems } from '../../engine/schema/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { command, emptyFolder, resultIn, variablesOf } from './command.ts';

let folder: ReturnType<typeof emptyFolder>;
let sound: RunningReference;
let faulty: RunningReference;

beforeAll(async () => {
  sound = await startReference();
  const fault = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
  faulty = await startReference(fault ? { compose: fault.compose } : {});
});

afterAll(async () => {
  await sound.close();
  await faulty.close();
});

beforeEach(() => {
  folder = emptyFolder();
});

afterEach(() => {
  folder.remove();
});

async function run(target: RunningReference, knownFailures: readonly object[], ...args: readonly string[]) {
  writeFileSync(join(folder.path, 'known.json'), JSON.stringify({ knownFailures }));
  const all = ['run', '--depth', 'quick', '--seed', '3', '--known-failures', 'known.json', ...args];
  const finished = await command(folder.path, all, variablesOf(target));
  return { ...finished, result: resultIn(folder.path) };
}

const reason = 'fixed in the next release';

describe('--known-failures', () => {
  test('what is listed does not change the exit code, and never the verdict', async () => {
    const first = await run(faulty, [], '--claim', 'portfolios,learn');
    expect(first.code).toBe(1);
    const places = first.result.knownFailures?.unlisted ?? [];
    expect(places.map(({ requirement }) => requirement)).toContain('auth/missing');
    expect(first.stdout).toContain(`Not a known failure: auth/missing on ${places[0]?.endpoint}`);

    const list = places.map((place) => ({ ...place, reason }));
    const listed = await run(faulty, list, '--claim', 'portfolios,learn');
    expect(listed.stdout).toContain(`NON-CONFORMANT, but only by ${list.length} known failures`);
    expect(listed.stdout).toContain(`(${reason})`);
    expect(listed.code).toBe(0);
    expect(listed.result).toMatchObject({ verdict: 'non-conformant', knownFailures: { matched: list, unlisted: [] } });
    expect(explainProblems(listed.result)).toEqual([]);
    expect(existsSync(join(folder.path, 'reports', 'latest', 'certificate.json'))).toBe(false);
  });

  test('what is known of one endpoint is new on another', async () => {
    const elsewhere = { requirement: 'auth/missing', endpoint: 'GET /daily-summaries', reason };
    const { code, stdout, result } = await run(faulty, [elsewhere], '--only', 'auth/missing,guides/ok');
    expect(result.knownFailures?.unlisted).toEqual([{ requirement: 'auth/missing', endpoint: 'GET /portfolios' }]);
    expect(stdout).not.toMatch(/but only/);
    expect(code).toBe(1);
  });

  test('a list that is not true is exit 1, entry by entry', async () => {
    const entries = [
      { requirement: 'portfolios/ok', reason },
      { requirement: 'portfolios/okay', reason },
      { requirement: 'portfolios/ok', endpoint: 'GET /cash', reason },
      { requirement: 'portfolios/ok', reason, until: '2020-01-31' },
    ];
    const { code, stdout, result } = await run(sound, entries, '--claim', 'portfolios');
    expect(code).toBe(1);
    expect(result.verdict).toBe('conformant');
    expect(stdout).toMatch(/Stale known failure: portfolios\/ok did not fail\. Remove it/);
    expect(stdout).toMatch(/portfolios\/okay: there is no such requirement; did you mean portfolios\/ok\?/);
    expect(stdout).toMatch(/portfolios\/ok on GET \/cash: it does not concern that endpoint/);
    expect(stdout).toMatch(/portfolios\/ok: it expired on 2020-01-31/);
    expect(explainProblems(result)).toEqual([]);
  });

  test('what was not run is not stale', async () => {
    const { code, result } = await run(sound, [{ requirement: 'auth/missing', reason }], '--only', 'guides/*');
    expect(result.knownFailures).toEqual({ matched: [], stale: [], unknown: [], unlisted: [] });
    expect(code).toBe(3);
  });

  const wrong = [
    ['{', /known\.json is no JSON/],
    ['[]', /known\.json is no list of known failures: it must be object/],
    ['{"knownFailures":[{"requirement":"guides/ok"}]}', /\/knownFailures\/0 must have required property 'reason'/],
    ['{"knownFailures":[{"requirement":"a/b","reason":"r","endpiont":"x"}]}', /additional properties \("endpiont"\)/],
    ['{"knownFailures":[{"requirement":"a/b","reason":"r","until":"soon"}]}', /until must match format "date"/],
  ] as const;
  test.each(sample('wrong lists of known failures', wrong, 3))(
    'a file that holds %s is one clear error, and nothing is sent',
    async (text, message) => {
      writeFileSync(join(folder.path, 'known.json'), text);
      const { code, stdout, stderr } = await command(folder.path, ['run', '--known-failures', 'known.json']);
      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(existsSync(join(folder.path, 'reports'))).toBe(false);
    },
  );
});
