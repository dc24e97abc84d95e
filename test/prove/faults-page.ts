import type { PhrasingContent, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Fault } from '../../fixtures/faults/fault.ts';
import { mechanisms } from '../../fixtures/faults/mechanisms.ts';
import { kinds } from '../../fixtures/variants/kinds.ts';
import type { Variant } from '../../fixtures/variants/variant.ts';
import { groupOf } from './heads.ts';

export const pageName = 'docs/faults.md';

const text = (value: string): PhrasingContent => ({ type: 'text', value });
const code = (value: string): PhrasingContent => ({ type: 'inlineCode', value });

/** Returns the page that lists faults by mechanism and variants by kind, as Markdown. */
export function faultsPage(faults: readonly Fault[], variants: readonly Variant[]): string {
  const children: RootContent[] = [
    heading(1, 'Faults and variants'),
    paragraph(
      code('npm run prove'),
      text(
        ' certifies the reference implementation with each fault. The requirement that the fault breaks must report it. ',
      ),
      text('The command then certifies each variant. No requirement may fail. To list all faults, run '),
      code('m2m-conformance serve --faults'),
      text('. To run a server with one of them, run '),
      code('m2m-conformance serve --fault ID'),
      text('. '),
      code('npm run prove -- --docs'),
      text(' generates this page.'),
    ),
    heading(2, `${faults.length} faults`),
    table(
      ['left', 'left', 'right', 'left'],
      ['Mechanism', 'Cause', 'Faults', 'Reported by'].map(text),
      Object.entries(mechanisms).map(([name, cause]) => {
        const own = faults.filter(({ mechanism }) => mechanism === name);
        const groups = [...new Set(own.map(({ breaks }) => groupOf(breaks[0])))].sort();
        return [source('faults', name), text(cause), text(String(own.length)), text(groups.join(', '))];
      }),
    ),
    heading(2, `${variants.length} variants`),
    paragraph(text('Variants are correct. They differ only in what the specification and the RFCs leave unspecified.')),
    table(
      ['left', 'left', 'right'],
      ['Kind', 'Difference', 'Variants'].map(text),
      Object.entries(kinds).map(([name, difference]) => {
        const own = variants.filter(({ kind }) => kind === name);
        return [source('variants', name), text(difference), text(String(own.length))];
      }),
    ),
  ];
  return toMarkdown({ type: 'root', children }, { extensions: [gfmTableToMarkdown({ tablePipeAlign: false })] });
}

function source(folder: 'faults' | 'variants', name: string): PhrasingContent {
  return { type: 'link', url: `../fixtures/${folder}/${name}.ts`, children: [code(name)] };
}

function heading(depth: 1 | 2, value: string): RootContent {
  return { type: 'heading', depth, children: [text(value)] };
}

function paragraph(...children: PhrasingContent[]): RootContent {
  return { type: 'paragraph', children };
}

function table(
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
