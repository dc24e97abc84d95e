import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findResults } from '../../../reports/registry/find-results.ts';
import { emptyFolder } from '../../cli/command.ts';

const folder = emptyFolder();
afterAll(folder.remove);

const files = [
  'b/result.json',
  'a/deep/result.json',
  'result.json',
  'a/index.json',
  'a/allure-results/0-result.json',
  'site/x/y/result.json',
  'sites/result.json',
  'node_modules/x/result.json',
];
for (const file of files) {
  mkdirSync(join(folder.path, file, '..'), { recursive: true });
  writeFileSync(join(folder.path, file), '{}');
}
mkdirSync(join(folder.path, 'c', 'result.json'), { recursive: true });
symlinkSync(join(folder.path, 'b'), join(folder.path, 'link'));
mkdirSync(join(folder.path, 'd'));
symlinkSync(join(folder.path, 'b', 'result.json'), join(folder.path, 'd', 'result.json'));

async function found(from: string, except: string): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const file of findResults(from, except, () => undefined)) all.push(relative(from, file));
  return all;
}

describe('the results of a folder', () => {
  it('are the files named result.json, in order, outside the site, node_modules and links', async () => {
    const all = await found(folder.path, join(folder.path, 'site'));
    expect(all).toEqual(['a/deep/result.json', 'b/result.json', 'result.json', 'sites/result.json']);
  });

  it('include those of a site that is not the one to be written', async () => {
    expect(await found(folder.path, join(folder.path, 'other', 'not', 'there'))).toContain('site/x/y/result.json');
  });

  it('are none in the site itself and below it, also where a link leads there', async () => {
    expect(await found(join(folder.path, 'site'), join(folder.path, 'site'))).toEqual([]);
    expect(await found(join(folder.path, 'site', 'x'), join(folder.path, 'site'))).toEqual([]);
    expect(await found(join(folder.path, 'b'), join(folder.path, 'link'))).toEqual([]);
    expect(await found(join(folder.path, 'sites'), join(folder.path, 'site'))).toEqual(['result.json']);
  });

  it('cannot be found in a folder that is not there', async () => {
    await expect(found(join(folder.path, 'missing'), folder.path.concat('-site'))).rejects.toThrow(/ENOENT/);
  });
});
