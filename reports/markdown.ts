import type { List, ListItem, PhrasingContent, RootContent, Table } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { clipped } from './clipped.ts';

// Markdown is built as a tree, so that escaping is the serialiser's. What a target, an operator or a forger of the file
// says stands in inline code only: there nothing is a link, a mention, an issue, a formula or markup.

const longestCode = 400;
const itemsOfList = 50;

/** A block as GitHub-flavoured Markdown that ends in a line break. */
export function markdown(block: RootContent): string {
  return toMarkdown({ type: 'root', children: [block] }, { bullet: '-', extensions: [gfmTableToMarkdown()] });
}

/** Words of ours, never of anybody else. */
export function text(value: string): PhrasingContent {
  return { type: 'text', value };
}

/** What somebody else says, on one line and cut short. */
export function code(value: string): PhrasingContent {
  const shown = clipped(value, longestCode);
  return shown.trim() === '' ? text('(blank)') : { type: 'inlineCode', value: shown };
}

/** What several others say, with commas between. */
export function codes(values: readonly string[]): PhrasingContent[] {
  return values.flatMap((value, at) => (at === 0 ? [code(value)] : [text(', '), code(value)]));
}

export function strong(value: string): PhrasingContent {
  return { type: 'strong', children: [text(value)] };
}

export function heading(depth: 2 | 3, value: string): RootContent {
  return { type: 'heading', depth, children: [text(value)] };
}

export function paragraph(...children: PhrasingContent[]): RootContent {
  return { type: 'paragraph', children };
}

/** Lists that together hold the items, so that a long one can be cut off between two of them. */
export function lists(items: readonly ListItem[]): List[] {
  const count = Math.ceil(items.length / itemsOfList);
  return Array.from({ length: count }, (_, at) => ({
    type: 'list',
    spread: false,
    children: items.slice(at * itemsOfList, (at + 1) * itemsOfList),
  }));
}

export function item(children: PhrasingContent[], inner: readonly ListItem[] = []): ListItem {
  return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children }, ...lists(inner)] };
}

/** A table whose first row is the header and whose columns but the first are numbers. */
export function table(rows: readonly (readonly PhrasingContent[])[]): Table {
  return {
    type: 'table',
    align: (rows[0] ?? []).map((_, at) => (at === 0 ? null : 'right')),
    children: rows.map((cells) => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: [cell] })),
    })),
  };
}
