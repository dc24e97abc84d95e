import { createColors } from 'picocolors';
import { grouped, type Result } from '../engine/result.ts';
import { alike, type Change, type Comparison } from './compare.ts';
import { counted } from './counted.ts';
import { placeWords } from './html/places.ts';
import { plain } from './plain.ts';

const shownLines = 15;
/** The most characters of a difference: the operator names targets and builds at any length. */
const shownText = 500;

type Style = Readonly<{
  coloured: boolean;
  quiet?: boolean | undefined;
  /** Whether what is no longer assessed counts as worse. */
  coverage?: boolean | undefined;
}>;

/** Renders a comparison for a terminal or a log: broken requirements first, the totals last. */
export function compareText(
  comparison: Comparison,
  before: Result,
  after: Result,
  { coloured, quiet, coverage }: Style,
): string {
  const colors = createColors(coloured);
  const { broken, warned, fixed, newlyAssessed, noLongerAssessed, unchanged, differences } =
    comparison;
  const lists = [
    section(colors.red('Broken'), broken, after),
    section(colors.yellow('New warnings'), warned, after),
    ...(coverage ? [section(colors.red('No longer assessed'), noLongerAssessed, after)] : []),
  ];
  if (!quiet) {
    const [head, others] = [`${before.verdict} before, ${after.verdict} after`, shownLines];
    lists.unshift([head, ...differences.map(({ text }) => shown(text))]);
    lists.push(section(colors.green('Fixed'), fixed, after));
    lists.push(section('Newly assessed', newlyAssessed, after, others));
    if (!coverage) lists.push(section('No longer assessed', noLongerAssessed, after, others));
  }
  const totals = [
    `${broken.length} broken`,
    counted(warned.length, 'new warning'),
    `${fixed.length} fixed`,
    `${newlyAssessed.length} newly assessed`,
    `${noLongerAssessed.length} no longer assessed`,
    `${unchanged} unchanged`,
  ];
  return [...lists.flat(), '', totals.join(', '), ''].join('\n').trimStart();
}

const shown = (text: string) =>
  plain(text.length > shownText ? `${text.slice(0, shownText)}…` : text);

function section(
  title: string,
  changes: readonly Change[],
  { failures }: Result,
  limit = Number.POSITIVE_INFINITY,
) {
  if (changes.length === 0) return [];
  const causeOf = (change: Change) =>
    failures.findLast(
      ({ requirement, places }) =>
        requirement === change.requirement &&
        places.some(({ endpoint }) => endpoint === change.endpoint),
    )?.title;
  const lines = alike(changes).flatMap((all) =>
    [...grouped(all, causeOf)].map(([cause, same]) => {
      const [first] = same;
      const endpoints = same.map(({ endpoint }) => plain(placeWords(endpoint))).join(', ');
      const why = cause === undefined ? '' : `  ${plain(cause)}`;
      return `  ${first?.requirement}  ${first?.before} → ${first?.after}${why}  ${endpoints}`;
    }),
  );
  const more =
    lines.length > limit ? [`  and ${lines.length - limit} more: --json lists them`] : [];
  return ['', title, ...lines.slice(0, limit), ...more];
}
