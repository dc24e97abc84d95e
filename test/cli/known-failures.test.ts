import { beforeAll, describe, expect, test } from 'vitest';
import { explainProblems } from '../../engine/schema/result.ts';
import type { RunningReference } from '../../fixtures/reference/index.ts';
import { variablesOf } from './command.ts';
import { breaking, workspace } from './workspace.ts';

const { call, has, refused, remove, result, serve, write } = workspace();
const reason = 'fixed in the next release';
let sound: RunningReference;
let faulty: RunningReference;

beforeAll(async () => {
  sound = await serve();
  faulty = await serve(breaking('auth/missing'));
});

async function run(target: RunningReference, knownFailures: readonly object[], select: string) {
  write('known.json', { knownFailures });
  const args = `run --depth quick --seed 3 --no-allure --out out --known-failures known.json ${select}`;
  return { ...(await call(args, variablesOf(target))), result: result('out') };
}

describe('--known-failures', () => {
  test('a listed failure does not change the exit code, and never changes the verdict', async () => {
    const first = await run(faulty, [], '--claim portfolios,cash');
    expect(first.code).toBe(1);
    const places = first.result.knownFailures?.unlisted ?? [];
    expect(places.map(({ requirement }) => requirement)).toContain('auth/missing');
    expect(first.stdout).toContain(`Not on the list of known failures: auth/missing on ${places[0]?.endpoint}`);

    const list = places.map((place) => ({ ...place, reason }));
    const listed = await run(faulty, list, '--claim portfolios,cash');
    expect(listed.stdout).toMatch(new RegExp(`NON-CONFORMANT, only because of ${list.length} known failure`));
    expect(listed.stdout).toContain(`(${reason})`);
    expect(listed.code).toBe(0);
    expect(listed.result).toMatchObject({ verdict: 'non-conformant', knownFailures: { matched: list, unlisted: [] } });
    expect(explainProblems(listed.result)).toEqual([]);
    expect(has('out', 'certificate.json')).toBe(false);
  });

  test('a failure that is known on one endpoint is new on another', async () => {
    const elsewhere = { requirement: 'auth/missing', endpoint: 'GET /daily-summaries', reason };
    const ended = await run(
      faulty,
      [elsewhere],
      '--claim portfolios,daily-summaries --only auth/missing,portfolios/ok',
    );
    expect(ended.result.knownFailures?.unlisted).toEqual([
      { requirement: 'auth/missing', endpoint: 'GET /portfolios' },
    ]);
    expect(ended.stdout).not.toMatch(/but only/);
    expect(ended.code).toBe(1);
  });

  test('a list that is not true is exit 1, entry by entry', async () => {
    const entries = [
      { requirement: 'portfolios/ok', reason },
      { requirement: 'portfolios/okay', reason },
      { requirement: 'portfolios/ok', endpoint: 'GET /cash', reason },
      { requirement: 'portfolios/ok', reason, until: '2020-01-31' },
    ];
    const ended = await run(sound, entries, '--claim portfolios,cash');
    expect(ended.code).toBe(1);
    expect(ended.result.verdict).toBe('conformant');
    expect(ended.stdout).toMatch(/Stale known failure: portfolios\/ok did not fail\. Remove it/);
    expect(ended.stdout).toMatch(/portfolios\/okay: there is no such requirement; did you mean portfolios\/ok\?/);
    expect(ended.stdout).toMatch(/portfolios\/ok on GET \/cash: it does not apply to that endpoint/);
    expect(ended.stdout).toMatch(/portfolios\/ok: it expired on 2020-01-31/);
    expect(explainProblems(ended.result)).toEqual([]);
  });

  test('an entry whose requirement was not run is not stale', async () => {
    const ended = await run(sound, [{ requirement: 'auth/missing', reason }], '--only guides/ok');
    expect(ended.result.knownFailures).toEqual({ matched: [], stale: [], unknown: [], unlisted: [] });
    expect(ended.code).toBe(3);
  });

  test.each([
    ['[]', /known\.json is not a list of known failures: it must be object/],
    ['{"knownFailures":[{"requirement":"a/b","reason":"r","endpiont":"x"}]}', /additional properties \("endpiont"\)/],
    ['{"knownFailures":[{"requirement":"a/b","reason":"r","until":"soon"}]}', /until must match format "date"/],
  ])('a file with %s is one clear error, and nothing is sent', async (text, message) => {
    write('known.json', text);
    remove('out');
    expect(await refused('run --known-failures known.json --out out')).toMatch(message);
    expect(has('out')).toBe(false);
  });
});
