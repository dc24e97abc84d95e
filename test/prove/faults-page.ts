import type { PhrasingContent } from 'mdast';
import type { Fault } from '../../fixtures/faults/fault.ts';
import { mechanisms } from '../../fixtures/faults/mechanisms.ts';
import { kinds } from '../../fixtures/variants/kinds.ts';
import type { Variant } from '../../fixtures/variants/variant.ts';
import { code, heading, pageOf, paragraph, table, text } from '../markdown-page.ts';
import { groupOf } from './heads.ts';

export const pageName = 'docs/faults.md';

/** Returns the page that lists faults by mechanism and variants by kind, as Markdown. */
export function faultsPage(faults: readonly Fault[], variants: readonly Variant[]): string {
  return pageOf([
    heading(1, 'Faults and variants'),
    paragraph(
      code('npm run prove'),
      text(
        ' certifies the reference implementation with each fault. The requirement that the fault breaks must report it. ',
      ),
      text(
        'The command then certifies each variant. No requirement may fail. To list all faults, run ',
      ),
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
        return [
          source('faults', name),
          text(cause),
          text(String(own.length)),
          text(groups.join(', ')),
        ];
      }),
    ),
    heading(2, `${variants.length} variants`),
    paragraph(
      text(
        'Variants are correct. They differ only in what the specification and the RFCs leave unspecified.',
      ),
    ),
    table(
      ['left', 'left', 'right'],
      ['Kind', 'Difference', 'Variants'].map(text),
      Object.entries(kinds).map(([name, difference]) => {
        const own = variants.filter(({ kind }) => kind === name);
        return [source('variants', name), text(difference), text(String(own.length))];
      }),
    ),
  ]);
}

function source(folder: 'faults' | 'variants', name: string): PhrasingContent {
  return { type: 'link', url: `../fixtures/${folder}/${name}.ts`, children: [code(name)] };
}
