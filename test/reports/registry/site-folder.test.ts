import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Occupant, occupantOf, type StagedSite, stageSite } from '../../../reports/registry/site-folder.ts';
import { emptyFolder } from '../../cli/command.ts';

let folder: ReturnType<typeof emptyFolder>;
beforeEach(() => {
  folder = emptyFolder();
});
afterEach(() => folder.remove());

const indexOf = (...folders: readonly string[]) =>
  JSON.stringify({ kind: 'm2m-conformance-registry', implementations: folders.map((one) => ({ folder: one })) });

const all = (path: string) => (readdirSync(path, { recursive: true }) as string[]).sort();

async function staged(site: string): Promise<StagedSite> {
  const occupant = await occupantOf(site);
  return stageSite(site, occupant as Exclude<Occupant, { is: 'other' }>);
}

async function publish(site: string, ...folders: readonly string[]): Promise<void> {
  const stage = await staged(site);
  for (const one of folders) await stage.write({ path: `${one}/index.html`, text: `page of ${one}` });
  await stage.write({ path: 'index.html', text: `page of ${folders.join()}` });
  await stage.write({ path: 'index.json', text: indexOf(...folders) });
  expect(await stage.obstacle()).toBeUndefined();
  await stage.publish();
}

describe('a folder for a site', () => {
  it('holds nothing, a registry, or something else', async () => {
    const { path } = folder;
    expect(await occupantOf(join(path, 'missing'))).toEqual({ is: 'nothing' });
    expect(await occupantOf(path)).toEqual({ is: 'nothing' });
    mkdirSync(join(path, '.m2m-registry-killed'));
    expect(await occupantOf(path)).toEqual({ is: 'nothing' });
    for (const text of ['', 'null', '[]', '{"kind":"m2m-conformance-registry"}', '{"implementations":[]}']) {
      writeFileSync(join(path, 'index.json'), text);
      expect(await occupantOf(path)).toEqual({ is: 'other' });
    }
    writeFileSync(join(path, 'index.json'), indexOf('a', 'b-2'));
    expect(await occupantOf(path)).toEqual({ is: 'registry', folders: ['a', 'b-2'] });
    await expect(occupantOf(join(path, 'index.json'))).rejects.toThrow(/ENOTDIR/);
  });

  it('is not told by the index of a site to remove what lies elsewhere', async () => {
    const names = ['..', '.', '', '/', 'a/../..', '../x', 'A', '.git', 'a\\..\\..', 'a\n'];
    writeFileSync(join(folder.path, 'index.json'), indexOf(...names, 'sound'));
    expect(await occupantOf(folder.path)).toEqual({ is: 'registry', folders: ['sound'] });
  });
});

describe('a site', () => {
  it('appears as a whole, in a folder that is made for it', async () => {
    const site = join(folder.path, 'deep', 'site');
    await publish(site, 'a');
    expect(all(site)).toEqual(['a', 'a/index.html', 'index.html', 'index.json']);
  });

  it('takes the place of the one before: stale pages go, what others put there stays', async () => {
    const site = join(folder.path, 'site');
    await publish(site, 'a', 'b');
    writeFileSync(join(site, 'CNAME'), 'registry.example.com');
    mkdirSync(join(site, 'theirs'));
    await publish(site, 'b', 'c');
    expect(all(site)).toEqual([
      'CNAME',
      'b',
      'b/index.html',
      'c',
      'c/index.html',
      'index.html',
      'index.json',
      'theirs',
    ]);
    expect(readFileSync(join(site, 'index.html'), 'utf8')).toBe('page of b,c');
  });

  it('is not seen before it is published, and nothing is left of one that was discarded', async () => {
    const site = join(folder.path, 'deep', 'site');
    const fresh = await staged(site);
    await fresh.write({ path: 'a/index.html', text: '' });
    expect(readdirSync(site).filter((name) => !name.startsWith('.'))).toEqual([]);
    await fresh.discard();
    expect(readdirSync(folder.path)).toEqual([]);
    await publish(site, 'a');
    const second = await staged(site);
    await second.write({ path: 'b/index.html', text: '' });
    await second.discard();
    expect(readdirSync(site)).toEqual(['a', 'index.html', 'index.json']);
  });

  it('removes what a command left that was killed', async () => {
    const site = join(folder.path, 'site');
    await (await staged(site)).write({ path: 'a/index.html', text: '' });
    await publish(site, 'a');
    expect(readdirSync(site)).toEqual(['a', 'index.html', 'index.json']);
  });

  it('knows what is in its way', async () => {
    await publish(folder.path, 'a');
    mkdirSync(join(folder.path, 'b'));
    const stage = await staged(folder.path);
    await stage.write({ path: 'a/index.html', text: '' });
    expect(await stage.obstacle()).toBeUndefined();
    await stage.write({ path: 'b/index.html', text: '' });
    expect(await stage.obstacle()).toBe('b');
  });
});
