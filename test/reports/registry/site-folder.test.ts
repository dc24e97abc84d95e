import { mkdirSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Occupant,
  occupantOf,
  type StagedSite,
  stageSite,
} from '../../../reports/registry/site-folder.ts';
import { workspace } from '../../cli/workspace.ts';

const { at, read, write } = workspace('test');
const indexOf = (...folders: readonly string[]) => ({
  kind: 'm2m-conformance-registry',
  implementations: folders.map((folder) => ({ folder })),
});
const all = (path: string) => (readdirSync(path, { recursive: true }) as string[]).sort();

async function staged(site: string, ...pages: readonly string[]): Promise<StagedSite> {
  const stage = await stageSite(
    site,
    (await occupantOf(site)) as Exclude<Occupant, { is: 'other' }>,
  );
  for (const page of pages)
    await stage.write({ path: `${page}/index.html`, text: `page of ${page}` });
  return stage;
}

async function publish(site: string, ...folders: readonly string[]): Promise<void> {
  const stage = await staged(site, ...folders);
  await stage.write({ path: 'index.html', text: `page of ${folders.join()}` });
  await stage.write({ path: 'index.json', text: JSON.stringify(indexOf(...folders)) });
  expect(await stage.obstacle()).toBeUndefined();
  await stage.publish();
}

test('a folder contains nothing, a registry, or something else', async () => {
  expect(await occupantOf(at('missing'))).toEqual({ is: 'nothing' });
  expect(await occupantOf(at())).toEqual({ is: 'nothing' });
  mkdirSync(at('.m2m-registry-killed'));
  expect(await occupantOf(at())).toEqual({ is: 'nothing' });
  for (const text of [
    '',
    'null',
    '[]',
    '{"kind":"m2m-conformance-registry"}',
    '{"implementations":[]}',
  ]) {
    write('index.json', text);
    expect(await occupantOf(at())).toEqual({ is: 'other' });
  }
  write('index.json', indexOf('a', 'b-2'));
  expect(await occupantOf(at())).toEqual({ is: 'registry', folders: ['a', 'b-2'] });
  await expect(occupantOf(at('index.json'))).rejects.toThrow(/ENOTDIR/);
});

test('the index of a site cannot name files elsewhere to remove', async () => {
  const names = ['..', '.', '', '/', 'a/../..', '../x', 'A', '.git', 'a\\..\\..', 'a\n'];
  write('index.json', indexOf(...names, 'sound'));
  expect(await occupantOf(at())).toEqual({ is: 'registry', folders: ['sound'] });
});

test('a site is published as a whole, into a folder that is created for it', async () => {
  await publish(at('deep', 'site'), 'a');
  expect(all(at('deep', 'site'))).toEqual(['a', 'a/index.html', 'index.html', 'index.json']);
});

test('a site replaces the previous one: stale pages are removed, files of others stay', async () => {
  await publish(at('site'), 'a', 'b');
  write('site/CNAME', 'registry.example.com');
  mkdirSync(at('site', 'theirs'));
  await publish(at('site'), 'b', 'c');
  const pages = ['b', 'b/index.html', 'c', 'c/index.html', 'index.html', 'index.json'];
  expect(all(at('site'))).toEqual(['CNAME', ...pages, 'theirs']);
  expect(read('site', 'index.html')).toBe('page of b,c');
});

test('a site is not visible before it is published, and a discarded one leaves nothing', async () => {
  const site = at('deep', 'site');
  const fresh = await staged(site, 'a');
  expect(readdirSync(site).filter((name) => !name.startsWith('.'))).toEqual([]);
  await fresh.discard();
  expect(readdirSync(at())).toEqual([]);
  await publish(site, 'a');
  await (await staged(site, 'b')).discard();
  expect(readdirSync(site)).toEqual(['a', 'index.html', 'index.json']);
});

test('publishing a site removes the files that a killed command left', async () => {
  await staged(at('site'), 'a');
  await publish(at('site'), 'a');
  expect(readdirSync(at('site'))).toEqual(['a', 'index.html', 'index.json']);
});

test('a site names a folder of others that it would overwrite', async () => {
  await publish(at(), 'a');
  mkdirSync(at('b'));
  const stage = await staged(at(), 'a');
  expect(await stage.obstacle()).toBeUndefined();
  await stage.write({ path: 'b/index.html', text: '' });
  expect(await stage.obstacle()).toBe('b');
});
