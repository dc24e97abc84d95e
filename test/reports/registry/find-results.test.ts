import { mkdirSync, symlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findResults } from '../../../reports/registry/find-results.ts';
import { workspace } from '../../cli/workspace.ts';

const { at, write } = workspace();

beforeAll(() => {
  for (const file of ['a/index', 'a/allure-results/0-result']) write(`${file}.json`, '{}');
  for (const folder of ['b', 'a/deep', '.', 'site/x/y', 'sites', 'node_modules/x'])
    write(`${folder}/result.json`, '{}');
  for (const folder of ['c/result.json', 'd']) mkdirSync(at(folder), { recursive: true });
  symlinkSync(at('b'), at('link'));
  symlinkSync(at('b', 'result.json'), at('d', 'result.json'));
});

test.each([
  [
    'the files named result.json, outside the site, node_modules and links',
    '',
    'site',
    'a/deep b . sites',
  ],
  ['those of another site too', '', 'other/not/there', 'a/deep b . site/x/y sites'],
  ['none in the site itself', 'site', 'site', ''],
  ['none in the site behind a link', 'b', 'link', ''],
  ['those of a folder whose name begins like the site', 'sites', 'site', '.'],
])('finds %s', async (_what, from, except, folders) => {
  const found: string[] = [];
  for await (const file of findResults(at(from), at(except), () => undefined))
    found.push(relative(at(from), file));
  expect(found).toEqual(
    folders.split(' ').flatMap((one) => (one === '' ? [] : `${one}/result.json`.replace('./', ''))),
  );
});
