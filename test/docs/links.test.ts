import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Slugger from 'github-slugger';
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { nodesOf, pages, readPage, root } from './pages.ts';

const targets = new Map(pages.map((page) => [page, linksOf(page)]));

test.each(pages)('%s links only to files and headings that exist', (page) => {
  const broken = (targets.get(page) ?? []).filter((url) => {
    const [path = '', anchor] = url.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !headingsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('each page of docs is linked from README', () => {
  const fromReadme = new Set((targets.get('README.md') ?? []).map((url) => url.split('#')[0]));
  expect(
    pages.filter((page) => page.startsWith('docs/') && !fromReadme.has(relative('', page))),
  ).toEqual([]);
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only files that exist', (page) => {
  const named = nodesOf(readPage(page)).flatMap((node) =>
    node.type === 'inlineCode' && /^[\w.-]+\/[\w./-]+\.(?:tsx?|mjs|json)$/.test(node.value)
      ? [node.value]
      : [],
  );
  expect(named.length).toBeGreaterThan(5);
  const sources = ['', 'engine', 'test'].map((folder) => join(root, folder));
  const isThere = (file: string) => sources.some((folder) => existsSync(join(folder, file)));
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

/** The URLs of links and images without those that leave the project. */
function linksOf(page: string): readonly string[] {
  return nodesOf(readPage(page)).flatMap((node) =>
    (node.type === 'link' || node.type === 'image') && !/^[a-z]+:/.test(node.url) ? [node.url] : [],
  );
}

function headingsOf(page: string): readonly string[] {
  const slugger = new Slugger();
  return nodesOf(readPage(page)).flatMap((node) =>
    node.type === 'heading' ? [slugger.slug(textOf(node))] : [],
  );
}

function textOf(heading: Nodes): string {
  return nodesOf([heading])
    .map((node) => (node.type === 'text' || node.type === 'inlineCode' ? node.value : ''))
    .join('');
}
