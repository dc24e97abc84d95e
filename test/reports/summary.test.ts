import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { renderSummary } from '../../reports/summary.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { conformant, empty, inconclusive, interrupted, nonConformant, results } from './results.ts';

/** Every node of the text as GitHub reads it. */
function nodesOf(markdown: string): readonly Nodes[] {
  const all = (node: Nodes): Nodes[] => [node, ...('children' in node ? node.children.flatMap(all) : [])];
  return all(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
}

/** What GitHub makes of plain text: mentions, issues, commits, addresses, shortcodes, formulas. */
const livePatterns = [
  /(^|[^\w`])@\w/,
  /(^|\W)#\d/,
  /\bGH-\d/i,
  /\b[0-9a-f]{7,40}\b/,
  /https?:|www\.|\w@\w/i,
  /:[a-z_]+:/,
  /\$/,
] as const;

/** Why the text does more than show what it says. */
function dangers(nodes: readonly Nodes[]): readonly string[] {
  const harmless = new Set([
    ...['root', 'heading', 'paragraph', 'text', 'strong', 'inlineCode', 'list', 'listItem'],
    ...['table', 'tableRow', 'tableCell'],
  ]);
  return nodes.flatMap((node) => {
    if (!harmless.has(node.type)) return [`a node of type ${node.type}`];
    const live = node.type === 'text' ? livePatterns.find((pattern) => pattern.test(node.value)) : undefined;
    return live ? [`${live} in ${JSON.stringify(node)}`] : [];
  });
}

describe('the summary', () => {
  test.each(results)('of a result that is %s is harmless Markdown', async (_name, result) => {
    expect(dangers(nodesOf(renderSummary(result)))).toEqual([]);
  });

  test.each([
    ['[x](https://example.com)', 'a link'],
    ['![x](x.png)', 'an image'],
    ['a <b>bold</b> claim', 'markup'],
    ['<details>', 'a block of markup'],
    ['> quoted', 'a quotation'],
    ['```\ncode\n```', 'a fence'],
    ['thanks to @someone', 'a mention'],
    ['fixes #12', 'an issue'],
    ['see https://example.com', 'an address'],
    ['~~no~~', 'a deletion'],
    ['commit 0123456789abcdef0123456789abcdef01234567', 'a commit'],
    ['so :tada: it is', 'a shortcode'],
    ['$x^2$', 'a formula'],
  ])('that would hold %j is seen to hold %s', (markdown) => {
    expect(dangers(nodesOf(markdown))).not.toEqual([]);
  });

  test('has the same form whatever a target says', async () => {
    const result = await few();
    const typesOf = (nodes: readonly Nodes[]) => nodes.map(({ type }) => type);
    const wanted = typesOf(nodesOf(renderSummary(poison(result, 'text'))));
    for (const payload of hostileStrings) {
      const markdown = renderSummary(poison(result, payload));
      const nodes = nodesOf(markdown);
      expect(dangers(nodes), payload).toEqual([]);
      expect(typesOf(nodes), payload).toEqual(wanted);
      expect(
        markdown.split('\n').filter((line) => /^\s*(::|##\[|\x1b)/.test(line)),
        payload,
      ).toEqual([]);
    }
  });

  test('holds nothing that cannot be seen', async () => {
    const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    for (const payload of hostileStrings) expect(renderSummary(poison(await few(), payload))).not.toMatch(invisible);
    expect('a\u202Eb').toMatch(invisible);
  });

  test('keeps a cell of the table a cell', async () => {
    const result = await few();
    const forged = {
      ...result,
      requirements: result.requirements.map((one) => ({ ...one, area: 'a | b `|` c' as 'cash' })),
    };
    const table = renderSummary(forged)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(table.length).toBeGreaterThan(2);
    for (const row of table) expect(row.match(/(?<!\\)\|/g)).toHaveLength(8);
  });

  test('says verdict, counts, claim and seed first', async () => {
    const result = nonConformant;
    const beginning = renderSummary(result).split('\n').slice(0, 12).join('\n');
    expect(beginning).toMatch(/^## m2m conformance: Non-conformant\n/);
    expect(beginning).toContain(`${result.totals.fail} requirements fail`);
    expect(beginning).toContain('`daily-summaries`');
    expect(beginning).toContain(`Seed ${result.run.seed}`);
    expect(beginning).toContain('| Area ');
  });

  test('counts every claimed requirement once', async () => {
    const result = nonConformant;
    const sum = /^\| all +(\|.*)$/m.exec(renderSummary(result))?.[1] ?? '';
    const counts = sum.split('|').map((cell) => Number(cell.trim()));
    expect(counts.reduce((total, count) => total + count, 0)).toBe(
      result.requirements.filter(({ claimed }) => claimed).length,
    );
  });

  test('names every finding by its number, and details twenty', async () => {
    const result = nonConformant;
    const markdown = renderSummary(result);
    for (const [at, { requirement }] of result.failures.entries()) {
      expect(markdown).toMatch(new RegExp(`\\*\\*Finding ${at + 1}( \\(warning\\))?\\*\\* \`${requirement}\``));
    }
    expect(markdown.match(/^ {2}- Expected /gm)).toHaveLength(20);
    expect(markdown).toContain('`m2m-conformance replay result.json --failure 1`');
  });

  test('puts failures before warnings', async () => {
    const heads = renderSummary(nonConformant).match(/\*\*Finding \d+( \(warning\))?\*\*/g) ?? [];
    const firstWarning = heads.findIndex((head) => head.includes('warning'));
    expect(firstWarning).toBeGreaterThan(0);
    expect(heads.slice(firstWarning).every((head) => head.includes('warning'))).toBe(true);
  });

  test('says what was not assessed, and why', async () => {
    const markdown = renderSummary(inconclusive);
    expect(markdown).toContain('### Not assessed: ');
    expect(markdown).toContain('no access token was issued to the scoped client');
    expect(renderSummary(conformant)).not.toContain('### Not assessed');
  });

  test('says what ended the run, and errors of the harness', async () => {
    expect(renderSummary(interrupted)).toContain('The run ended early: `SIGINT`');
    expect(renderSummary(empty)).toContain('Error of the harness in `worker`: `it ended before the run did`');
  });

  test('is short where there is nothing to do', async () => {
    expect(renderSummary(conformant).length).toBeLessThan(3_000);
  });

  test('is cut off before GitHub would drop it, and says so', async () => {
    const result = nonConformant;
    const failures = Array.from({ length: 20_000 }, () => result.failures)
      .flat()
      .slice(0, 20_000);
    const markdown = renderSummary({ ...result, failures });
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(700_000);
    expect(Buffer.byteLength(markdown)).toBeLessThan(1_000_000);
    expect(markdown).toMatch(/The rest is cut off here: the other reports have it\.\n$/);
    expect(renderSummary(result)).not.toContain('cut off');
  });
});

async function few(): Promise<Result> {
  const result = nonConformant;
  return {
    ...result,
    requirements: result.requirements.filter((_, at) => at % 12 === 0),
    failures: result.failures.slice(0, 7).map((failure) => ({ ...failure, places: failure.places.slice(0, 2) })),
  };
}
