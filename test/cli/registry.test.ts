import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { violations } from '../../engine/schema/validate.ts';
import schema from '../../schemas/registry.schema.json' with { type: 'json' };
import { dated } from '../reports/registry/site.ts';
import { conformant, empty, inconclusive } from '../reports/results.ts';
import { workspace } from './workspace.ts';

const { at, call, has, read, refused, remove, write } = workspace('test');
const put = (out: string, result: Result | object) => write(`${out}/result.json`, result);
const registry = (from = 'results', out = 'site') => call(['registry', from, '--out', out]);
const emptyOf = async (name: string) => dated(empty, name, '2026-01-01T00:00:00.000Z');

interface Index {
  readonly implementations: readonly {
    readonly name: string;
    readonly latest: { readonly verdict: string };
    readonly runs: readonly { readonly incomplete?: string }[];
  }[];
}

const indexIn = (site = 'site') => JSON.parse(read(site, 'index.json')) as Index;

/** Every file below a folder with its text. */
function contents(folder: string): Record<string, string> {
  const names = (readdirSync(at(folder), { recursive: true }) as string[]).sort();
  const files = names.map((name) => [name, join(at(folder), name)] as const);
  return Object.fromEntries(
    files.filter(([, file]) => statSync(file).isFile()).map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );
}

/** Expects that the command is refused with that message, and that no file changes. */
async function expectUntouched(args: string, message: RegExp): Promise<void> {
  const before = contents('.');
  expect(await refused(args)).toMatch(message);
  expect(contents('.')).toEqual(before);
}

describe('registry', () => {
  test('makes a site of the results below a folder', async () => {
    put('results/a/1', dated(inconclusive, 'Alpha', '2026-01-01T00:00:00.000Z'));
    put('results/a/2', dated(conformant, 'Alpha', '2026-01-02T00:00:00.000Z'));
    await call('run --depth quick --only guides/ok --no-allure --out results/embedded');
    write('results/a/2/exchanges.har', 'evidence of the run');
    expect(await registry()).toEqual({
      code: 0,
      stdout: '2 implementations, 3 runs, personal data masked: site/index.html\n',
      stderr: '',
    });
    expect(violations(schema, indexIn(), 'all')).toEqual([]);
    const [alpha, embedded] = indexIn().implementations;
    expect(alpha).toMatchObject({ name: 'Alpha', latest: { verdict: 'conformant' } });
    expect(embedded).toMatchObject({ latest: { verdict: 'inconclusive' }, runs: [{ incomplete: 'selection' }] });
    const site = contents('site');
    const ours = /(^|\/)(index\.html|index\.json|result\.json|badge\.svg)$/;
    expect(Object.keys(site).filter((name) => !ours.test(name))).toEqual([]);
    expect(Object.values(site).join('')).not.toContain('evidence of the run');
  });

  test('names each result that it leaves out, and shows the rest', async () => {
    const result = await emptyOf('alpha');
    put('results/a', result);
    write('results/b/result.json', '{"formatVersion":');
    put('results/c', { ...result, formatVersion: 2 });
    put('results/d', { ...result, run: { ...result.run, shard: { index: 1, total: 3 } } });
    put('results/e\u001b[31m', []);
    put('results/f', { ...result, profile: {} });
    const { code, stdout, stderr } = await registry();
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '1 implementation, 1 run, personal data masked: site/index.html\n',
    });
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^results\/b\/result\.json is no complete JSON: .* Left out\.$/),
      expect.stringMatching(/^results\/c\/result\.json is no result of this harness: .* Left out\.$/),
      'results/d/result.json: it is shard 1 of 3, and a shard is no verdict: merge them. Left out.',
      expect.stringMatching(/^results\/e\\u001b\[31m\/result\.json is no result of this harness: .* Left out\.$/),
      expect.stringMatching(/^results\/f\/result\.json is no result of this harness: \/profile must .* Left out\.$/),
      '',
    ]);
  });

  test('counts the same run once, and names another result of that run', async () => {
    const result = await emptyOf('alpha');
    put('results/a', result);
    put('results/b', result);
    const once = await registry();
    expect(once).toMatchObject({ code: 0, stderr: '' });
    expect(once.stdout).toMatch(/^1 implementation, 1 run,/);
    put('results/c', { ...result, run: { ...result.run, durationMs: 1 } });
    const twice = await registry();
    expect(twice.stdout).toBe(once.stdout);
    expect(twice.stderr).toMatch(/^results\/c\/result\.json: another result of its run, run of alpha .* Left out\.\n$/);
  });

  test('writes the same bytes for the same results, also over the site that it wrote before', async () => {
    put('results/a', await emptyOf('alpha'));
    await registry();
    const before = contents('site');
    for (const out of ['site', 'elsewhere/deep']) {
      expect((await registry('results', out)).code).toBe(0);
      expect(contents(out)).toEqual(before);
    }
  });

  test('removes stale pages, also if the site lies in the folder of the results', async () => {
    put('results/a', await emptyOf('alpha'));
    put('results/b', await emptyOf('beta'));
    await registry('results', 'results/site');
    expect(indexIn('results/site').implementations).toHaveLength(2);
    expect(has('results/site/beta/index.html')).toBe(true);
    remove('results/b');
    expect(await registry('results', 'results/site')).toMatchObject({ code: 0, stderr: '' });
    expect(indexIn('results/site').implementations.map(({ name }) => name)).toEqual(['alpha']);
    expect(readdirSync(at('results/site')).sort()).toEqual(['alpha', 'index.html', 'index.json']);
  });

  test.each([
    ['a folder of something else', 'theirs', /^theirs holds something else than a registry, .*\n$/],
    ['a file', 'file', /^The folder file cannot be written \(ENOTDIR\)\..*\n$/],
    ['a folder in a file', 'file/site', /^The folder file\/site cannot be written \(ENOTDIR\)\..*\n$/],
  ])('refuses to write into %s', async (_what, out, message) => {
    put('results/a', await emptyOf('alpha'));
    write('theirs/index.json', '{"of":"another program"}');
    write('file', '');
    await expectUntouched(`registry results --out ${out}`, message);
  });

  test('refuses to overwrite what somebody else put into the site', async () => {
    put('results/a', await emptyOf('alpha'));
    await registry();
    write('site/beta/notes.txt', 'mine');
    put('results/b', await emptyOf('beta'));
    await expectUntouched('registry results --out site', /^site\/beta is in the way, and no registry made it\. .*\n$/);
  });

  test.each([
    ['a folder that is not there', 'missing', /^missing cannot be read \(ENOENT\)\./],
    ['a file', 'results/d/result.json', /^results\/d\/result\.json is no folder\./],
    ['a folder without results', 'nothing', /^nothing holds no result for a registry\./],
    ['a folder of shards', 'results', /shard 1 of 2.*\nresults holds no result for a registry\./],
    ['the folder of the site', 'site', /^site holds no result for a registry\. .* what lies in site is not read\.$/m],
  ])('refuses %s, and writes nothing', async (_what, from, message) => {
    const result = await emptyOf('alpha');
    put('whole', result);
    await registry('whole');
    put('results/d', { ...result, run: { ...result.run, shard: { index: 1, total: 2 } } });
    mkdirSync(at('nothing'));
    for (const out of from === 'site' ? ['site'] : ['site', 'fresh/site'])
      await expectUntouched(`registry ${from} --out ${out}`, message);
    expect(has('fresh')).toBe(false);
  });

  test('requires a folder for the site', async () => {
    expect(await refused('registry results')).toContain("required option '--out <site>'");
  });
});
