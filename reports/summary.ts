import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import type { Failure, RequirementResult, Result } from '../engine/result.ts';
import { counted } from './counted.ts';
import { isWholeRun, placeWords } from './html/places.ts';
import { code, codes, heading, item, lists, markdown, paragraph, strong, table, text } from './markdown.ts';
import { openRequirements, verdictReasons } from './verdict-reasons.ts';

/** The most bytes of a summary. GitHub drops the summary of a step that is larger than 1 MiB. */
const longest = 900_000;
const shownFindings = 20;
const shownPlaces = 6;
const shownReasons = 20;
const shownIds = 30;

/** Renders a result as GitHub-flavoured Markdown for a pull request or a step summary: verdict and counts first. */
export function renderSummary(result: Result): string {
  return joined([
    ...verdictBlocks(result),
    ...findingBlocks(result),
    ...openBlocks(result),
    ...remarkBlocks(result),
    ...runBlocks(result),
  ]);
}

/** Joins as many blocks as fit. */
function joined(blocks: readonly RootContent[]): string {
  const kept: string[] = [];
  let size = 0;
  for (const block of blocks) {
    const written = markdown(block);
    size += Buffer.byteLength(written) + 1;
    if (size > longest) return [...kept, 'The summary is cut here. The other reports contain the rest.\n'].join('\n');
    kept.push(written);
  }
  return kept.join('\n');
}

const headlines = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  inconclusive: 'Inconclusive',
} as const satisfies Record<Result['verdict'], string>;

function verdictBlocks(result: Result): RootContent[] {
  const { verdict, target, claim, run } = result;
  const name = target.implementation ?? target.baseUrl;
  const build = target.build === undefined ? [] : [text(' build '), code(target.build)];
  const strict = run.strict ? ', strict' : '';
  return [
    heading(2, `m2m conformance: ${headlines[verdict]}`),
    paragraph(code(name), ...build, text(`: ${verdictReasons(result).join(', ')}.`)),
    paragraph(
      text('Claim: '),
      ...codes(claim),
      text(`. Seed ${run.seed}, depth ${run.depth}${strict}, ${counted(run.requests, 'request')}.`),
    ),
    countsTable(result),
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

/** Counts the claimed requirements by area and outcome. */
function countsTable({ requirements }: Result): RootContent {
  const claimed = requirements.filter((requirement) => requirement.claimed);
  const rows = [...new Set(claimed.map(({ area }) => area))].map((area) => {
    const own = claimed.filter((requirement) => requirement.area === area);
    return [code(area), ...columns.map(([outcome]) => text(countOf(own, outcome)))];
  });
  const header = [text('Area'), ...columns.map(([, title]) => text(title))];
  const sum = [text('all'), ...columns.map(([outcome]) => text(countOf(claimed, outcome)))];
  return table([header, ...rows, sum]);
}

function countOf(requirements: readonly RequirementResult[], outcome: RequirementResult['outcome']): string {
  return String(requirements.filter((requirement) => requirement.outcome === outcome).length || '');
}

function findingBlocks({ failures }: Result): RootContent[] {
  if (failures.length === 0) return [];
  // The number is the failure's position in the result, as in `replay --failure`.
  const numbered = failures.map((failure, at) => ({ failure, nth: at + 1 }));
  const sorted = [...numbered].sort(
    (left, right) => Number(isWarning(left.failure)) - Number(isWarning(right.failure)),
  );
  const warnings = failures.filter(isWarning).length;
  const counts = [
    ...(failures.length > warnings ? [counted(failures.length - warnings, 'failure')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  const replay = `m2m-conformance replay result.json --failure ${sorted[0]?.nth}`;
  return [
    heading(3, `Findings: ${counts.join(', ')}`),
    ...lists(
      sorted.map(({ failure, nth }, at) =>
        item(findingHead(failure, nth), at < shownFindings ? findingDetails(failure) : []),
      ),
    ),
    paragraph(text('To send the first finding again and judge the response: '), code(replay)),
  ];
}

function isWarning({ outcome }: Failure): boolean {
  return outcome === 'warn';
}

function findingHead(failure: Failure, nth: number): PhrasingContent[] {
  const kind = isWarning(failure) ? ' (warning)' : '';
  return [strong(`Finding ${nth}${kind}`), text(' '), code(failure.requirement), text(' '), code(failure.cause)];
}

function findingDetails({ changed, expected, actual, places, reproduced }: Failure): ListItem[] {
  const more = places.length > shownPlaces ? ` and ${places.length - shownPlaces} more` : '';
  const again = reproduced.of > 0 ? `; reproduced ${reproduced.times} of ${reproduced.of} times` : '';
  const shown = places
    .slice(0, shownPlaces)
    .flatMap(({ endpoint }, at) => [
      ...(at === 0 ? [] : [text(', ')]),
      isWholeRun(endpoint) ? text(placeWords(endpoint)) : code(endpoint),
    ]);
  return [
    ...(changed === undefined ? [] : [item([text('Changed '), code(changed)])]),
    item([text('Expected '), code(expected)]),
    item([text('Actual '), code(actual)]),
    item([text('At '), ...shown, text(`${more}${again}`)]),
  ];
}

function openBlocks(result: Result): RootContent[] {
  const open = openRequirements(result);
  if (open.length === 0) return [];
  const byReason = new Map<string, string[]>();
  for (const { id, reason = '' } of open) byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  const items = [...byReason].slice(0, shownReasons).map(([reason, ids]) => {
    const more = ids.length > shownIds ? ` and ${ids.length - shownIds} more` : '';
    return item([...codes(ids.slice(0, shownIds)), text(`${more}: `), code(reason)]);
  });
  const unshown = byReason.size - items.length;
  const last = unshown > 0 ? [item([text(`and ${counted(unshown, 'further reason')}`)])] : [];
  return [heading(3, `Not assessed: ${counted(open.length, 'requirement')}`), ...lists([...items, ...last])];
}

/** Lists errors, notices, waivers, known failures and the number of observations. */
function remarkBlocks(result: Result): RootContent[] {
  const { interrupted, harnessErrors, notices, waived, knownFailures, observations } = result;
  const untrue = [...(knownFailures?.stale ?? []), ...(knownFailures?.unknown ?? [])];
  const remarks: PhrasingContent[][] = [
    ...(interrupted === undefined ? [] : [[text('The run ended early: '), code(interrupted)]]),
    ...harnessErrors.map(({ where, message }) => [text('Harness error in '), code(where), text(': '), code(message)]),
    ...notices.map((notice) => [text('Notice: '), code(notice)]),
    ...waived.map(({ id, reason }) => [text('Waived: '), code(id), text('. Reason: '), code(reason)]),
    ...(knownFailures?.matched ?? []).map(({ requirement, reason }) => [
      text('Known failure: '),
      code(requirement),
      text('. Reason: '),
      code(reason),
    ]),
    ...untrue.map(({ requirement }) => [text('Correct or remove in the list of known failures: '), code(requirement)]),
    ...(observations.length === 0
      ? []
      : [[text(`${counted(observations.length, 'observation')} of unspecified behaviour`)]]),
  ];
  return remarks.length === 0 ? [] : [heading(3, 'Remarks'), ...lists(remarks.map((remark) => item(remark)))];
}

function runBlocks({ target, run, harness, specification }: Result): RootContent[] {
  const seconds = (run.durationMs / 1000).toFixed(1);
  return [
    heading(3, 'Run'),
    ...lists([
      item([text('Target '), code(target.baseUrl), text(', tokens from '), code(target.authUrl)]),
      item([text('Run '), code(run.id), text(', started '), code(run.startedAt), text(`, took ${seconds} s`)]),
      item([code(`${harness.name} ${harness.version}`), text(', specification version '), code(specification.version)]),
      item([text('Catalogue '), code(specification.catalogueSha256)]),
    ]),
  ];
}
