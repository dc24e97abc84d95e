import type { PhrasingContent, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Fault } from '../../fixtures/faults/fault.ts';
import type { Variant } from '../../fixtures/variants/variant.ts';
import type { CheckHead } from './heads.ts';

/** At the root of the project. */
export const pageName = 'FAULTS.md';

const text = (value: string): PhrasingContent => ({ type: 'text', value });
const code = (value: string): PhrasingContent => ({ type: 'inlineCode', value });

/** The page that lists every fault and every variant, as GitHub shows it. */
export function faultsPage(
  checks: readonly CheckHead[],
  faults: readonly Fault[],
  variants: readonly Variant[],
): string {
  const groups = [...new Set(checks.map(({ group }) => group))].filter((group) => ofGroup(faults, group).length > 0);
  const children: RootContent[] = [
    heading(1, 'Faults and variants'),
    paragraph(
      text('The harness is itself tested: '),
      code('npm run prove'),
      text(
        ' certifies the reference implementation with each of these defects, and each has to be found by the requirement ' +
          'that it breaks and by no other; then in each of these variations, and none may be accused of anything. ' +
          'This page is generated from ',
      ),
      code('fixtures/faults'),
      text(' and '),
      code('fixtures/variants'),
      text(' by '),
      code('npm run prove -- --docs'),
      text('.'),
    ),
    table(
      ['left', 'right', 'right'],
      [text('Group'), text('Requirements'), text('Faults')],
      groups.map((group) => [
        { type: 'link', url: `#${group}`, children: [code(group)] },
        text(String(checks.filter((check) => check.group === group).length)),
        text(String(ofGroup(faults, group).length)),
      ]),
    ),
    heading(2, `${faults.length} faults`),
    paragraph(
      text('What a run has to allow or be given for a defect to show stands in the last column: '),
      code('writes'),
      text(' and '),
      code('orders'),
      text(' are permissions, '),
      code('profile'),
      text(' is what the reference declares of itself, '),
      code('declared-scopes'),
      text(' and '),
      code('guide-order'),
      text(' are parts of a profile.'),
    ),
    ...groups.flatMap((group) => [
      heading(3, group),
      table(
        ['left', 'left', 'left', 'left'],
        ['Fault', 'What the server does wrong', 'Found by', 'Needs'].map(text),
        inOrder(ofGroup(faults, group), checks).map(({ id, title, breaks, needs = [] }) => [
          code(id),
          text(title),
          code(breaks[0]),
          listed(needs),
        ]),
      ),
    ]),
    heading(2, `${variants.length} variants`),
    paragraph(
      text(
        'Other implementations, as correct as the reference: they differ where the specification and the RFCs leave the choice.',
      ),
    ),
    table(
      ['left', 'left', 'left'],
      ['Variant', 'What it does differently', 'Needs'].map(text),
      variants.map(({ id, title, needs = [] }) => [code(id), text(title), listed(needs)]),
    ),
  ];
  return toMarkdown({ type: 'root', children }, { extensions: [gfmTableToMarkdown({ tablePipeAlign: false })] });
}

function ofGroup(faults: readonly Fault[], group: string): Fault[] {
  return faults.filter(({ breaks }) => breaks[0].startsWith(`${group}/`));
}

/** In the order of the requirements that find them. */
function inOrder(faults: readonly Fault[], checks: readonly CheckHead[]): Fault[] {
  const placeOf = new Map(checks.map(({ id }, at) => [id, at]));
  const place = ({ breaks }: Fault) => placeOf.get(breaks[0]) ?? checks.length;
  return [...faults].sort((left, right) => place(left) - place(right));
}

function heading(depth: 1 | 2 | 3, value: string): RootContent {
  return { type: 'heading', depth, children: [text(value)] };
}

function paragraph(...children: PhrasingContent[]): RootContent {
  return { type: 'paragraph', children };
}

function listed(values: readonly string[]): PhrasingContent {
  return values.length === 0 ? text('') : code(values.join(', '));
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
