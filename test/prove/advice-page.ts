import { code, heading, pageOf, paragraph, table, text } from '../markdown-page.ts';
import type { CheckHead } from './heads.ts';
import type { Row } from './row.ts';

/**
 * Returns a page with each cause of each requirement, the fault of the corpus that shows it with
 * the fewest findings, and the first advice there, as Markdown. Authors read it whole.
 */
export function advicePage(
  requirements: readonly Pick<CheckHead, 'id' | 'causes'>[],
  rows: readonly Row[],
): string {
  const said = rows
    .flatMap(({ id, findings = [] }) => findings.map((found) => ({ fault: id, found, findings })))
    .sort((left, right) => left.findings.length - right.findings.length);
  const lines = requirements.flatMap(({ id, causes }) =>
    causes.map((cause) => {
      const its = said.filter(({ found }) => found.requirement === id && found.cause === cause);
      return { id, cause, first: its.find(({ found }) => found.advice.length > 0) ?? its[0] };
    }),
  );
  const shown = lines.filter(({ first }) => first).length;
  return pageOf([
    heading(1, 'First advice'),
    paragraph(text(`${shown} of ${lines.length} causes were shown by ${rows.length} runs.`)),
    table(
      ['left', 'left', 'left', 'left'],
      ['Cause', 'Fault', 'Title', 'First advice'].map(text),
      lines.map(({ id, cause, first }) => [
        code(`${id}#${cause}`),
        first ? code(first.fault) : text('none'),
        text(first?.found.title ?? ''),
        text(first?.found.advice[0] ?? ''),
      ]),
    ),
  ]);
}
