import type { List, ListItem, PhrasingContent, RootContent, Table } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { clipped } from './clipped.ts';
import { plain } from './plain.ts';

// Markdown is built as a syntax tree, so that the serialiser escapes it. Strings from the target,
// the operator or a forged file are always inline code. In inline code, GitHub renders no links,
// mentions, issue references, formulas or markup.

const longestCode = 400;
const itemsOfList = 50;

export const markdown = (block: RootContent): string =>
  toMarkdown(
    { type: 'root', children: [block] },
    { bullet: '-', extensions: [gfmTableToMarkdown()] },
  );

/** Plain text. Use it only for the harness's own words. */
export const text = (value: string): PhrasingContent => ({ type: 'text', value });

/** What Markdown or GitHub renders as more than its characters. */
const rendered = /[@#$<>`[\]~\\|*_\p{C}]|:\/\/|www\.|:\w+:|[\da-f]{7,}|^\s*(?:[-+>]|\d+[.)])/iu;

/** A sentence of a result file: plain text unless it contains what Markdown renders. */
export const prose = (value: string): PhrasingContent =>
  rendered.test(value) ? code(value) : text(value);

export function code(value: string): PhrasingContent {
  const shown = clipped(value, longestCode);
  return shown.trim() === '' ? text('(blank)') : { type: 'inlineCode', value: shown };
}

export const codes = (values: readonly string[]): PhrasingContent[] =>
  values.flatMap((value, at) => (at === 0 ? [code(value)] : [text(', '), code(value)]));

/** Builds a line: the strings in the template are inline code. */
export const phrase = (
  parts: TemplateStringsArray,
  ...values: readonly (string | PhrasingContent | readonly PhrasingContent[])[]
): PhrasingContent[] =>
  parts.flatMap((part, at) => {
    const value = values[at - 1] ?? [];
    const shown = typeof value === 'string' ? code(value) : value;
    return [shown, part === '' ? [] : text(part)].flat();
  });

export const strong = (value: string): PhrasingContent => ({
  type: 'strong',
  children: [text(value)],
});

export const heading = (depth: 2 | 3, value: string): RootContent => ({
  type: 'heading',
  depth,
  children: [text(value)],
});

export const paragraph = (...children: PhrasingContent[]): RootContent => ({
  type: 'paragraph',
  children,
});

/** Splits the items into several lists, so that a long summary can be cut between two of them. */
export function lists(items: readonly ListItem[]): List[] {
  const count = Math.ceil(items.length / itemsOfList);
  return Array.from({ length: count }, (_, at) => ({
    type: 'list',
    spread: false,
    children: items.slice(at * itemsOfList, (at + 1) * itemsOfList),
  }));
}

export const item = (children: PhrasingContent[], inner: readonly ListItem[] = []): ListItem => ({
  type: 'listItem',
  spread: false,
  children: [{ type: 'paragraph', children }, ...lists(inner)],
});

/** Builds a table. The first row is the header; all columns except the first contain numbers. */
export const table = (rows: readonly (readonly PhrasingContent[])[]): Table => ({
  type: 'table',
  align: (rows[0] ?? []).map((_, at) => (at === 0 ? null : 'right')),
  children: rows.map((cells) => ({
    type: 'tableRow',
    children: cells.map((cell) => ({ type: 'tableCell', children: [cell] })),
  })),
});

/** Folds commands for a shell. Returns blocks that must stay together. */
export const folded = (commands: readonly string[]): RootContent[] => [
  { type: 'html', value: '<details><summary>Reproduce it</summary>' },
  { type: 'code', lang: 'sh', value: commands.map(plain).join('\n') },
  { type: 'html', value: '</details>' },
];
