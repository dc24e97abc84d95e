import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { violations } from '../../engine/schema/validate.ts';
import schema from '../../schemas/registry.schema.json' with { type: 'json' };
import { dated } from '../reports/registry/site.ts';
import { conformant, empty, inconclusive } from '../reports/results.ts';
import { command, emptyFolder } from './command.ts';

let folder: ReturnType<typeof emptyFolder>;
beforeEach(() => {
  folder = emptyFolder();
});
afterEach(() => folder.remove());

function put(out: string, result: Result | string): void {
  mkdirSync(join(folder.path, out), { recursive: true });
  writeFileSync(join(folder.path, out, 'result.json'), typeof result === 'string' ? result : JSON.stringify(result));
}

const registry = (from = 'results', out = 'site') => command(folder.path, ['registry', from, '--out', out]);

interface Index {
  readonly implementations: readonly {
    readonly name: string;
    readonly latest: { readonly verdict: string };
    readonly runs: readonly { readonly incomplete?: string }[];
  }[];
}

const indexIn = (site = 'site') => JSON.parse(readFileSync(join(folder.path, site, 'index.json'), 'utf8')) as Index;

/** Every file below a folder with its text. */
function contents(site: string): Record<string, string> {
  const path = join(folder.path, site);
  const files = (readdirSync(path, { recursive: true }) as string[]).filter((name) =>
    statSync(join(path, name)).isFile(),
  );
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

describe('registry', () => {
  test('makes a site of the results below a folder', async () => {
    put('results/a/1', dated(await inconclusive(), 'Alpha', '2026-01-01T00:00:00.000Z'));
    put('results/a/2', dated(await conformant(), 'Alpha', '2026-01-02T00:00:00.000Z'));
    await command(folder.path, ['run', '--depth', 'quick', '--only', 'guides/*', '--out', 'results/embedded']);
    writeFileSync(join(folder.path, 'results', 'a', '2', 'exchanges.har'), 'evidence of the run');
    const { code, stdout, stderr } = await registry();
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '2 implementations, 3 runs, personal data masked: site/index.html\n',
      stderr: '',
    });
    expect(violations(schema, indexIn(), 'all')).toEqual([]);
    const [alpha, embedded] = indexIn().implementations;
    expect(alpha).toMatchObject({ name: 'Alpha', latest: { verdict: 'conformant' } });
    expect(embedded).toMatchObject({ latest: { verdict: 'inconclusive' }, runs: [{ incomplete: 'selection' }] });
    const site = contents('site');
    expect(
      Object.keys(site).filter((name) => !/(^|\/)(index\.html|index\.json|result\.json|badge\.svg)$/.test(name)),
    ).toEqual([]);
    expect(Object.values(site).join('')).not.toContain('evidence of the run');
  });

  test('names what it leaves out, a line each, and shows the rest', async () => {
    const result = dated(await empty(), 'alpha', '2026-01-01T00:00:00.000Z');
    put('results/a', result);
    put('results/b', '{"formatVersion":');
    put('results/c', { ...result, formatVersion: 2 } as never);
    put('results/d', { ...result, run: { ...result.run, shard: { index: 1, total: 3 } } });
    put('results/e\u001b[31m', '[]');
    put('results/f', { ...result, profile: {} } as never);
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

  test('takes the same run twice for one, and names another result of the same run', async () => {
    const result = dated(await empty(), 'alpha', '2026-01-01T00:00:00.000Z');
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

  test('writes the same bytes for the same results, into the site that it wrote before', async () => {
    put('results/a', dated(await empty(), 'alpha', '2026-01-01T00:00:00.000Z'));
    await registry();
    const before = contents('site');
    expect((await registry()).code).toBe(0);
    expect(contents('site')).toEqual(before);
    expect((await registry('results', 'elsewhere/deep')).code).toBe(0);
    expect(contents('elsewhere/deep')).toEqual(before);
  });

  test('removes what is stale, also where the site lies in the folder of the results', async () => {
    put('results/a', dated(await empty(), 'alpha', '2026-01-01T00:00:00.000Z'));
    put('results/b', dated(await empty(), 'beta', '2026-01-01T00:00:00.000Z'));
    await registry('results', 'results/site');
    expect(indexIn('results/site').implementations).toHaveLength(2);
    expect(existsSync(join(folder.path, 'results/site/beta/index.html'))).toBe(true);
    rmSync(join(folder.path, 'results/b'), { recursive: true });
    expect(await registry('results', 'results/site')).toMatchObject({ code: 0, stderr: '' });
    expect(indexIn('results/site').implementations.map(({ name }) => name)).toEqual(['alpha']);
    expect(readdirSync(join(folder.path, 'results/site')).sort()).toEqual(['alpha', 'index.html', 'index.json']);
  });

  test.each([
    ['a folder of something else', 'theirs', /^theirs holds something else than a registry, .*\n$/],
    ['a file', 'file', /^The folder file cannot be written \(ENOTDIR\)\..*\n$/],
    ['a folder in a file', 'file/site', /^The folder file\/site cannot be written \(ENOTDIR\)\..*\n$/],
  ])('refuses to write into %s', async (_what, out, message) => {
    put('results/a', dated(await empty(), 'alpha', '2026-01-01T00:00:00.000Z'));
    mkdirSync(join(folder.path, 'theirs'));
    writeFileSync(join(folder.path, 'theirs', 'index.json'), '{"of":"another program"}');
    writeFileSync(join(folder.path, 'file'), '');
    const before = contents('.');
    const { code, stdout, stderr } = await registry('results', out);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(contents('.')).toEqual(before);
  });

  test('refuses to write over what somebody else put into the site', async () => {
    put('results/a', dated(await empty(), 'alpha', '2026-01-01T00:00:00.000Z'));
    await registry();
    mkdirSync(join(folder.path, 'site', 'beta'));
    writeFileSync(join(folder.path, 'site', 'beta', 'notes.txt'), 'mine');
    put('results/b', dated(await empty(), 'beta', '2026-01-01T00:00:00.000Z'));
    const before = contents('site');
    const { code, stderr } = await registry();
    expect(stderr).toMatch(/^site\/beta is in the way, and no registry made it\. .*\n$/);
    expect(code).toBe(2);
    expect(contents('site')).toEqual(before);
  });

  test.each([
    ['a folder that is not there', 'missing', /^missing cannot be read \(ENOENT\)\./],
    ['a file', 'results/d/result.json', /^results\/d\/result\.json is no folder\./],
    ['a folder without results', 'nothing', /^nothing holds no result for a registry\./],
    ['a folder of shards', 'results', /shard 1 of 2.*\nresults holds no result for a registry\./],
    ['the folder of the site', 'site', /^site holds no result for a registry\. .* what lies in site is not read\.$/m],
  ])('refuses %s, and writes nothing', async (_what, from, message) => {
    const result = dated(await empty(), 'alpha', '2026-01-01T00:00:00.000Z');
    put('whole', result);
    await registry('whole');
    put('results/d', { ...result, run: { ...result.run, shard: { index: 1, total: 2 } } });
    mkdirSync(join(folder.path, 'nothing'));
    const before = contents('.');
    for (const out of from === 'site' ? ['site'] : ['site', 'fresh/site']) {
      const { code, stdout, stderr } = await registry(from, out);
      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
    expect(contents('.')).toEqual(before);
    expect(existsSync(join(folder.path, 'fresh'))).toBe(false);
  });

  test('asks for a folder for the site', async () => {
    const { code, stderr } = await command(folder.path, ['registry', 'results']);
    expect(stderr).toContain("required option '--out <site>'");
    expect(code).toBe(2);
  });
});
