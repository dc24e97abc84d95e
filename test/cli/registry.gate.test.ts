import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { violations } from '../../engine/schema/validate.ts';
import schema from '../../schemas/registry.schema.json' with { type: 'json' };
import { dated, type Index } from '../reports/registry/site.ts';
import { conformant, empty, inconclusive, withFew } from '../reports/results.ts';
import { workspace } from './workspace.ts';

const { at, call, has, read, refused, write } = workspace('test');
const put = (out: string, result: Result | object) => write(`${out}/result.json`, result);
const registry = (from = 'results', out = 'site') => call(['registry', from, '--out', out]);
const few = withFew(empty);
const emptyOf = (name: string) => dated(few, name, '2026-01-01T00:00:00.000Z');

const indexIn = (site = 'site') => JSON.parse(read(site, 'index.json')) as Index;

/** Returns the text of every file below a folder, by path. */
function contents(folder: string): Record<string, string> {
  const names = (readdirSync(at(folder), { recursive: true }) as string[]).sort();
  const files = names.map((name) => [name, join(at(folder), name)] as const);
  return Object.fromEntries(
    files
      .filter(([, file]) => statSync(file).isFile())
      .map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );
}

/** Expects that the command fails with that message and changes no file. */
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
    expect(embedded).toMatchObject({
      latest: { verdict: 'inconclusive' },
      runs: [{ incomplete: 'selection' }],
    });
    const site = contents('site');
    const ours = /(^|\/)(index\.html|index\.json|result\.json|badge\.svg)$/;
    expect(Object.keys(site).filter((name) => !ours.test(name))).toEqual([]);
    expect(Object.values(site).join('')).not.toContain('evidence of the run');
  });

  test('names each result that it leaves out, and shows the rest', async () => {
    const result = emptyOf('alpha');
    put('results/a', result);
    write('results/b/result.json', '{"formatVersion":');
    put('results/c', { ...result, formatVersion: 1 });
    put('results/d', { ...result, run: { ...result.run, shard: { index: 1, total: 3 } } });
    put('results/e\u001b[31m', []);
    put('results/f', { ...result, profile: {} });
    const { code, stdout, stderr } = await registry();
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '1 implementation, 1 run, personal data masked: site/index.html\n',
    });
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^results\/b\/result\.json is not valid JSON: .* Left out\.$/),
      expect.stringMatching(
        /^results\/c\/result\.json is not a result of this harness: .* Left out\.$/,
      ),
      'results/d/result.json: it is shard 1 of 3: merge the shards first. Left out.',
      expect.stringMatching(
        /^results\/e\\u001b\[31m\/result\.json is not a result of this harness: .* Left out\.$/,
      ),
      expect.stringMatching(
        /^results\/f\/result\.json is not a result of this harness: \/profile must .* Left out\.$/,
      ),
      '',
    ]);
  });

  test('counts copies of a run once, and reports a different result of that run', async () => {
    const result = emptyOf('alpha');
    put('results/a', result);
    put('results/b', result);
    const once = await registry();
    expect(once).toMatchObject({ code: 0, stderr: '' });
    expect(once.stdout).toMatch(/^1 implementation, 1 run,/);
    put('results/c', { ...result, run: { ...result.run, durationMs: 1 } });
    const twice = await registry();
    expect(twice.stdout).toBe(once.stdout);
    expect(twice.stderr).toMatch(
      /^results\/c\/result\.json: the registry already contains another result of run run of alpha .* Left out\.\n$/,
    );
  });

  test.each([
    ['theirs', /^theirs contains files that are not a registry .*\n$/],
    ['file', /^The folder file cannot be written \(ENOTDIR\)\..*\n$/],
    ['site', /^site\/beta would be overwritten and is not part of a registry\. .*\n$/],
  ])('refuses to overwrite files of others in %s', async (out, message) => {
    put('results/a', emptyOf('alpha'));
    write('theirs/index.json', '{"of":"another program"}');
    write('file', '');
    await registry();
    write('site/beta/notes.txt', 'mine');
    put('results/b', emptyOf('beta'));
    await expectUntouched(`registry results --out ${out}`, message);
  });

  test.each([
    [
      'a folder of shards',
      'results',
      /shard 1 of 2.*\nresults contains no result for a registry\./,
    ],
    [
      'the folder of the site',
      'site',
      /^site contains no result for a registry\. .* Files in site are not read\.$/m,
    ],
  ])('refuses %s, and writes nothing', async (_what, from, message) => {
    const result = emptyOf('alpha');
    put('whole', result);
    await registry('whole');
    put('results/d', { ...result, run: { ...result.run, shard: { index: 1, total: 2 } } });
    for (const out of from === 'site' ? ['site'] : ['site', 'fresh/site'])
      await expectUntouched(`registry ${from} --out ${out}`, message);
    expect(has('fresh')).toBe(false);
  });
});
