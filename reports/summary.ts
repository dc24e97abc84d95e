import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import type { Failure, RequirementResult, Result } from '../engine/result.ts';
import { counted, present } from './counted.ts';
import { type Entry, entriesOf } from './finding.ts';
import { type Block, blocksByCause, type Numbered } from './finding-blocks.ts';
import { verdictWords } from './html/words.ts';
import { inWords } from './in-words.ts';
import { limitsOf } from './limits.ts';
import {
  code,
  codes,
  folded,
  heading,
  item,
  lists,
  markdown,
  paragraph,
  phrase,
  prose,
  strong,
  table,
  text,
} from './markdown.ts';
import { openGroups } from './open-groups.ts';
import { obstacleOf, openRequirements, verdictReasons } from './verdict-reasons.ts';

/**
 * The most characters of a summary. GitHub refuses a comment that is longer than 65,536 characters.
 */
const longest = 65_000;
const forFindings = 40_000;
const shownFindings = 20;
const shownReasons = 20;
const shownIds = 30;

type Blocks = readonly RootContent[];

export function renderSummary(stored: Result): string {
  const result = inWords(stored);
  return joined([
    verdictBlocks(result),
    ...findingBlocks(result),
    ...single(openBlocks(result)),
    countBlocks(result),
    ...single(remarkBlocks(result)),
    runBlocks(result),
  ]);
}

const single = (blocks: Blocks) => blocks.map((block) => [block]);

function joined(groups: readonly Blocks[]) {
  const kept: string[] = [];
  let size = 0;
  for (const group of groups) {
    const written = render(group);
    size += written.length + 1;
    if (size > longest)
      return [...kept, 'The summary is cut here. The other reports contain the rest.\n'].join('\n');
    kept.push(written);
  }
  return kept.join('\n');
}

const render = (blocks: Blocks) => blocks.map(markdown).join('\n');

function verdictBlocks(result: Result) {
  const { verdict, target } = result;
  const build = target.build === undefined ? [] : phrase` build ${target.build}`;
  const why = text(`: ${verdictReasons(result).join(', ')}.`);
  return [
    heading(2, `m2m conformance: ${verdictWords[verdict]}`),
    paragraph(...phrase`${target.implementation ?? target.baseUrl}${build}${why}`),
    paragraph(text(`${limitsOf(result)}.`)),
  ];
}

function countBlocks(result: Result) {
  const { seed, depth, strict, requests } = result.run;
  const facts = `Seed ${seed}, depth ${depth}${strict ? ', strict' : ''}`;
  const sent = text(`${facts}, ${counted(requests, 'request')}.`);
  return [
    heading(3, 'Requirements'),
    countsTable(result),
    paragraph(...phrase`Claim: ${codes(result.claim)}. ${sent}`),
  ];
}

const columns = [
  ['pass', 'Passed'],
  ['fail', 'Failed'],
  ['warn', 'Warnings'],
  ['observed', 'Observed'],
  ['inconclusive', 'Inconclusive'],
  ['not-run', 'Not run'],
] as const satisfies readonly (readonly [RequirementResult['outcome'], string])[];

function countsTable({ requirements }: Result) {
  const claimed = requirements.filter((requirement) => requirement.claimed);
  const rows = [...new Set(claimed.map(({ area }) => area))].map((area) => {
    const own = claimed.filter((requirement) => requirement.area === area);
    return [code(area), ...columns.map(([outcome]) => text(countOf(own, outcome)))];
  });
  const header = [text('Area'), ...columns.map(([, title]) => text(title))];
  const sum = [text('all'), ...columns.map(([outcome]) => text(countOf(claimed, outcome)))];
  return table([header, ...rows, sum]);
}

const countOf = (
  requirements: readonly RequirementResult[],
  outcome: RequirementResult['outcome'],
) => String(requirements.filter((requirement) => requirement.outcome === outcome).length || '');

function findingBlocks(result: Result) {
  const { failures } = result;
  if (failures.length === 0) return [];
  const blocks = blocksByCause(failures);
  const warnings = failures.filter(isWarning).length;
  const counts = present(
    failures.length > warnings && counted(failures.length - warnings, 'failure'),
    warnings > 0 && counted(warnings, 'warning'),
  );
  const detailed: Blocks[] = [];
  let size = 0;
  for (const block of blocks.slice(0, shownFindings)) {
    const details = findingDetails(block, result);
    size += render(details).length;
    if (size > forFindings) break;
    detailed.push(details);
  }
  const others = blocks
    .slice(detailed.length)
    .flatMap((block) => [block, ...block.linked])
    .map((one) => item(findingHead(one)));
  return [[heading(3, `Findings: ${counts.join(', ')}`)], ...detailed, ...single(lists(others))];
}

const isWarning = ({ outcome }: Failure) => outcome === 'warn';

function findingHead({ failure, nth }: Numbered) {
  const name = strong(`Finding ${nth}${isWarning(failure) ? ' (warning)' : ''}`);
  return phrase`${name} ${failure.requirement} ${failure.title}`;
}

function findingDetails({ failure, nth, linked }: Block, result: Result) {
  const title = result.requirements.find(({ id }) => id === failure.requirement)?.title;
  const entries = entriesOf(failure, result);
  const items: ListItem[] = [
    ...(title === undefined ? [] : [item(phrase`Requirement ${title}`)]),
    ...entries.filter(({ kind }) => kind !== 'commands').map(entryItem),
    ...(linked.length === 0
      ? []
      : [
          item(
            phrase`Also, for the same reason`,
            linked.map((one) => item(findingHead(one))),
          ),
        ]),
  ];
  const commands = entries.filter(({ kind }) => kind === 'commands').flatMap(({ lines }) => lines);
  return [
    paragraph(...findingHead({ failure, nth })),
    ...lists(items),
    ...(commands.length > 0 ? folded(commands) : []),
  ];
}

function entryItem({ label, kind, lines, ends = [] }: Entry) {
  if (kind === 'list')
    return item(
      [text(label)],
      lines.map((line, at) => item(withBoldEnd(line, ends[at] ?? ''))),
    );
  return item([text(`${label} `.trimStart()), code(lines.join(' '))]);
}

/** The end says what to do. */
const withBoldEnd = (line: string, end: string): PhrasingContent[] =>
  end === ''
    ? [prose(line)]
    : [
        prose(line.slice(0, -end.length).trim()),
        text(' '),
        { type: 'strong', children: [prose(end)] },
      ];

function openBlocks(result: Result) {
  const open = openRequirements(result);
  if (open.length === 0) return [];
  const obstacle = obstacleOf(result);
  if (obstacle !== undefined) return [heading(3, 'Not assessed'), paragraph(code(obstacle))];
  const groups = openGroups(open);
  const items = groups.slice(0, shownReasons).map(({ reason, ids }) => {
    const more = ids.length > shownIds ? ` and ${ids.length - shownIds} more` : '';
    return item(phrase`${codes(ids.slice(0, shownIds))}${text(more)}: ${reason}`);
  });
  const unshown = groups.length - items.length;
  const last = unshown > 0 ? [item([text(`and ${counted(unshown, 'further reason')}`)])] : [];
  return [
    heading(3, `Not assessed: ${counted(open.length, 'requirement')}`),
    ...lists([...items, ...last]),
  ];
}

function remarkBlocks(result: Result) {
  const { interrupted, harnessErrors, notices, waived, knownFailures, observations } = result;
  const { matched = [], stale = [], unknown = [] } = knownFailures ?? {};
  const observed = counted(observations.length, 'observation');
  const remarks = [
    ...(interrupted === undefined ? [] : [phrase`The run ended early: ${interrupted}`]),
    ...harnessErrors.map(({ where, message }) => phrase`Harness error in ${where}: ${message}`),
    ...notices.map((notice) => phrase`Notice: ${notice}`),
    ...waived.map(({ id, reason }) => phrase`Waived: ${id}. Reason: ${reason}`),
    ...matched.map(
      ({ requirement, reason }) => phrase`Known failure: ${requirement}. Reason: ${reason}`,
    ),
    ...[...stale, ...unknown].map(
      ({ requirement }) => phrase`Correct or remove in the list of known failures: ${requirement}`,
    ),
    ...(observations.length === 0 ? [] : [[text(`${observed} of unspecified behaviour`)]]),
  ];
  if (remarks.length === 0) return [];
  return [heading(3, 'Remarks'), ...lists(remarks.map((remark) => item(remark)))];
}

function runBlocks({ target, run, harness, specification }: Result) {
  const took = text(`took ${(run.durationMs / 1000).toFixed(1)} s`);
  const facts = [
    phrase`Target ${target.baseUrl}, tokens from ${target.authUrl}`,
    phrase`Run ${run.id}, started ${run.startedAt}, ${took}`,
    phrase`${`${harness.name} ${harness.version}`}, specification version ${specification.version}`,
    phrase`Catalogue ${specification.catalogueSha256}`,
  ];
  return [heading(3, 'Run'), ...lists(facts.map((fact) => item(fact)))];
}
