import { createColors } from 'picocolors';
import type { Result } from '../engine/result.ts';
import type { Change, Comparison } from './compare.ts';
import { counted } from './counted.ts';
import { placeWords } from './html/places.ts';
import { plain } from './plain.ts';

/** The most lines of a list of changes that need no action. */
const shownLines = 15;
/**
 * The most characters of a difference, because the operator can name a target or a build at any
 * length.
 */
const shownText = 500;

interface Style {
  readonly coloured: boolean;
  /** Whether to print only what got worse, and the totals. */
  readonly quiet?: boolean | undefined;
  /** Whether what is no longer assessed counts as worse. */
  readonly coverage?: boolean | undefined;
}

/** Renders a comparison for a terminal or a log: broken requirements first, the totals last. */
export function compareText(
  comparison: Comparison,
  before: Result,
  after: Result,
  style: Style,
): string {
  const { coloured, quiet, coverage } = style;
  const colors = createColors(coloured);
  const { broken, warned, fixed, newlyAssessed, noLongerAssessed, unchanged, differences } =
    comparison;
  const causes = causesOf(after);
  const head = [
    `${before.verdict} before, ${after.verdict} after`,
    ...differences.map(({ text }) => shown(text)),
  ];
  const worse = [
    ...section(colors.red('Broken'), broken, Number.POSITIVE_INFINITY, causes),
    ...section(colors.yellow('New warnings'), warned, Number.POSITIVE_INFINITY, causes),
    ...(coverage
      ? section(colors.red('No longer assessed'), noLongerAssessed, Number.POSITIVE_INFINITY)
      : []),
  ];
  const others = [
    ...section(colors.green('Fixed'), fixed, Number.POSITIVE_INFINITY),
    ...section('Newly assessed', gravestFirst(newlyAssessed), shownLines, causes),
    ...(coverage ? [] : section('No longer assessed', noLongerAssessed, shownLines)),
  ];
  const lines = [
    ...(quiet ? worse : [...head, ...worse, ...others]),
    '',
    [
      `${broken.length} broken`,
      counted(warned.length, 'new warning'),
      `${fixed.length} fixed`,
      `${newlyAssessed.length} newly assessed`,
      `${noLongerAssessed.length} no longer assessed`,
      `${unchanged} unchanged`,
    ].join(', '),
    '',
  ];
  return lines.join('\n').trimStart();
}

function shown(text: string): string {
  return plain(text.length > shownText ? `${text.slice(0, shownText)}…` : text);
}

function gravestFirst(changes: readonly Change[]): readonly Change[] {
  const order = ['fail', 'warn'];
  const rank = ({ after }: Change) =>
    (order.indexOf(after) + order.length + 1) % (order.length + 1);
  return [...changes].sort((left, right) => rank(left) - rank(right));
}

/** Maps `requirement|endpoint` to the cause of its failure. */
function causesOf({ failures }: Result): ReadonlyMap<string, string> {
  return new Map(
    failures.flatMap(({ requirement, title, places }) =>
      places.map(({ endpoint }) => [`${requirement}|${endpoint}`, title] as const),
    ),
  );
}

/**
 * Renders a list with one line for all endpoints on which a requirement changed in the same way.
 */
function section(
  title: string,
  changes: readonly Change[],
  limit: number,
  causes: ReadonlyMap<string, string> = new Map(),
): string[] {
  if (changes.length === 0) return [];
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const cause = causes.get(`${change.requirement}|${change.endpoint}`);
    const head = `${change.requirement}  ${change.before} → ${change.after}${cause === undefined ? '' : `  ${plain(cause)}`}`;
    groups.set(head, [...(groups.get(head) ?? []), change]);
  }
  const lines = [...groups].map(
    ([head, all]) =>
      `  ${head}  ${all.map(({ endpoint }) => plain(placeWords(endpoint))).join(', ')}`,
  );
  const more =
    lines.length > limit ? [`  and ${lines.length - limit} more: --json lists them`] : [];
  return ['', title, ...lines.slice(0, limit), ...more];
}
