import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

export const root = join(import.meta.dirname, '..', '..');

/** The Markdown pages of the project, relative to its root. */
export const pages: readonly string[] = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(root, 'docs')).flatMap((file) =>
    file.endsWith('.md') ? [join('docs', file)] : [],
  ),
];

/**
 * A shell block of a page. A comment in front of it, such as `<!-- skip: reason -->`, says how it
 * is run.
 */
export interface Block {
  readonly script: string;
  /** Why the test does not run it. */
  readonly skip?: string;
  /** The fault of the server that it runs against. */
  readonly fault?: string;
  /** Its exit code, if it is not 0. */
  readonly exit?: string;
}

export function readPage(page: string): readonly RootContent[] {
  const text = readFileSync(join(root, page), 'utf8');
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children;
}

/** All nodes below and with those given, in document order. */
export function nodesOf(nodes: readonly Nodes[]): readonly Nodes[] {
  return nodes.flatMap((node) => [node, ...('children' in node ? nodesOf(node.children) : [])]);
}

export function blocksOf(page: string): readonly Block[] {
  const content = readPage(page);
  return content.flatMap((node, at): Block[] => {
    if (node.type !== 'code' || node.lang !== 'sh') return [];
    const before = content[at - 1];
    const [, how, rest] =
      (before?.type === 'html' && /^<!-- (skip|fault|exit): (.*) -->$/.exec(before.value)) || [];
    return [{ script: node.value, ...(how === undefined ? {} : { [how]: rest }) }];
  });
}
