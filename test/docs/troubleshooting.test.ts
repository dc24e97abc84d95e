import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Slugger from 'github-slugger';
import type { Nodes } from 'mdast';
import { describe, expect, test } from 'vitest';
import { sections, see } from '../../engine/config/troubleshooting.ts';
import { nodesOf, readPage, root } from './pages.ts';

const page = 'docs/troubleshooting.md';
const rows = rowsOf(readPage(page));
const sources = sourcesOf();

describe('a message that names what surrounds a run leads to its cure', () => {
  test('each section that code can name is on the page, and code names each section of the page', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual([...sections]);
    const unused = sections.filter((one) => !sources.some(({ names }) => names.has(one)));
    expect(unused).toEqual([]);
    expect(see(sections[0])).toBe(`See ${page}#${sections[0]}.`);
  });

  test.each(rows)('$section: the harness prints "$printed"', ({ section, printed }) => {
    const words = printed.split('…').map((part) => part.trim());
    const printing = sources.filter(
      ({ names, text }) => names.has(section) && words.every((one) => text.includes(one)),
    );
    expect(printing).not.toEqual([]);
  });

  test('each row has a cause and a cure, and the page is short', () => {
    expect(rows.filter(({ cause, cure }) => cause === '' || cure === '')).toEqual([]);
    expect(rows.length).toBeLessThan(80);
    expect(rows.filter(({ cause, cure }) => `${cause}${cure}`.length > 240)).toEqual([]);
  });
});

interface Row {
  readonly section: string;
  /** What the harness prints; `…` for what differs. */
  readonly printed: string;
  readonly cause: string;
  readonly cure: string;
}

/**
 * The rows of the tables, one for each code span of the first column, with the anchor of the
 * heading above.
 */
function rowsOf(content: readonly Nodes[]): readonly Row[] {
  const slugger = new Slugger();
  let section = '';
  return content.flatMap((node): Row[] => {
    if (node.type === 'heading') section = slugger.slug(textOf(node));
    if (node.type !== 'table') return [];
    return node.children
      .slice(1)
      .flatMap(({ children: [first, second, third] }) =>
        nodesOf(first ? [first] : []).flatMap((cell) =>
          cell.type === 'inlineCode'
            ? [{ section, printed: cell.value, cause: textOf(second), cure: textOf(third) }]
            : [],
        ),
      );
  });
}

function textOf(node: Nodes | undefined): string {
  return nodesOf(node ? [node] : [])
    .map((one) => (one.type === 'text' || one.type === 'inlineCode' ? one.value : ''))
    .join('');
}

/** The sources that name a section, with the sections that they name. */
function sourcesOf() {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--', 'cli', 'engine', 'reports'],
    {
      cwd: root,
    },
  );
  return files
    .toString()
    .trim()
    .split('\n')
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => {
      const called = [...text.matchAll(/\bsee\(([^)]*)\)/g)].flatMap(
        ([, given = '']) => given.match(/(?<=')[\w-]+(?=')/g) ?? [],
      );
      // Reports import nothing from the engine but the result.
      const written = text.match(/(?<=See docs\/troubleshooting\.md#)[a-z-]+/g) ?? [];
      const names = new Set([...called, ...written]);
      return names.size === 0 ? [] : [{ names, text: text.replaceAll("\\'", "'") }];
    });
}
