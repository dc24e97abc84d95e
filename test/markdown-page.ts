import type { PhrasingContent, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';

export const text = (value: string): PhrasingContent => ({ type: 'text', value });
export const code = (value: string): PhrasingContent => ({ type: 'inlineCode', value });

export function heading(depth: 1 | 2, value: string): RootContent {
  return { type: 'heading', depth, children: [text(value)] };
}

export function paragraph(...children: PhrasingContent[]): RootContent {
  return { type: 'paragraph', children };
}

export function table(
  align: readonly ('left' | 'right')[],
  header: readonly PhrasingContent[],
  rows: readonly (readonly PhrasingContent[])[],
): RootContent {
  return {
    type: 'table',
    align: align.map((side) => (side === 'left' ? null : side)),
    children: [header, ...rows].map((cells) => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: [cell] })),
    })),
  };
}

/** Returns a page of documentation as Markdown. */
export function pageOf(children: RootContent[]): string {
  const extensions = [gfmTableToMarkdown({ tablePipeAlign: false })];
  return toMarkdown({ type: 'root', children }, { bullet: '-', extensions });
}
