import type { PhrasingContent, TableRow } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { expect, test } from 'vitest';
import { describeVariables } from '../../cli/config/settings.ts';

/** `vitest -u` writes the page. */
test('the page of variables is up to date', async () => {
  await expect(variablesPage()).toMatchFileSnapshot('../../docs/variables.md');
});

function variablesPage(): string {
  const intro = `To set a variable for all commands, export it or write it to \`.env\`:

\`\`\`sh
echo 'M2M_DEPTH=quick' >> .env
npx --no -- m2m-conformance run --dry
\`\`\`

In \`.env\`, write a value that contains \`#\`, a quotation mark or a backslash in single quotes. Elsewhere, quotation marks belong to the value: Docker's \`--env-file\` and Kubernetes secrets keep them.

An option overrides the variable of the same meaning.`;
  const rows = describeVariables().map(({ name, flag, meaning }) =>
    row([{ type: 'inlineCode', value: name }], flag ? [{ type: 'inlineCode', value: flag }] : [], [
      text(meaning),
    ]),
  );
  const table = {
    type: 'table' as const,
    children: [row([text('variable')], [text('option')], [text('meaning')]), ...rows],
  };
  return `# Variables\n\n${intro}\n\n${toMarkdown(table, { extensions: [gfmTableToMarkdown()] })}`;
}

function row(...cells: readonly PhrasingContent[][]): TableRow {
  return { type: 'tableRow', children: cells.map((children) => ({ type: 'tableCell', children })) };
}

function text(value: string): PhrasingContent {
  return { type: 'text', value };
}
